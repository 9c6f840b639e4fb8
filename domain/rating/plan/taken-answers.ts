import { type PlanParts, stepsOf } from './value-titles.js';

/**
 * The question of each derived value that is taken from one answer of every iteration, as the highest list price is: the value
 * is an amount as its answers are.
 */
export function takenAnswers(parts: PlanParts): Map<string, string> {
  const taken = new Map<string, string>();
  for (const step of stepsOf(parts)) {
    if (!('as' in step && 'steps' in step) || step.as === undefined) continue;
    const [inner, ...others] = step.steps;
    if (inner === undefined || others.length > 0 || !('by' in inner)) continue;
    const { op, by } = inner;
    const isTaken = (op === 'set' || op === 'add') && typeof by === 'object' && by !== null && 'answer' in by;
    if (isTaken && typeof by.answer === 'string') taken.set(step.as, by.answer);
  }
  return taken;
}
