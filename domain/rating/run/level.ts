import type { RatingScope } from './rating-scope.js';

/** What a part of a plan runs for: the policy, or an iteration with those around it. */
export interface Level {
  /** The loop of the iteration, or the question whose choice it is; null for the policy. */
  loop: string | null;
  /** What is around an iteration inside another one, and around a choice. */
  outer?: Level;
  /** The name of the list of steps whose values end with it; absent where they stay with the iteration. */
  pair?: string;
}

/** The level and those around it, from the inside out, without the policy. */
export function levelsOf(level: Level): (Level & { loop: string })[] {
  const levels: (Level & { loop: string })[] = [];
  for (let at: Level | undefined = level; at; at = at.outer) {
    if (at.loop !== null) levels.push({ ...at, loop: at.loop });
  }
  return levels;
}

/** A reader of a scope as one for a scope that lies `depth` levels further in. */
export function fromInside<T>(read: (scope: RatingScope) => T, depth: number): (scope: RatingScope) => T {
  if (depth === 0) return read;
  const readOuter = fromInside(read, depth - 1);
  return (scope) => readOuter(scope.outer ?? scope.policy);
}
