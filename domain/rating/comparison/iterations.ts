import type { AnswerMap, LoopIteration } from '../../intake/answers.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { align, type Pair } from './align.js';

/** The iterations of one loop in two intakes, paired if they are the same. */
export interface MatchedLoop {
  loop: string;
  iterations: Pair<{ number: number; iteration: LoopIteration }>[];
}

/**
 * Pairs the iterations of each loop of two intakes by their ids; if they have none in common, as those of two
 * clients, by their order.
 */
export function matchLoops(a: AnswerMap, b: AnswerMap): MatchedLoop[] {
  const loops = [...new Set([...loopsOf(a), ...loopsOf(b)])];
  return loops.map((loop) => {
    const [ofA, ofB] = [numbered(a, loop), numbered(b, loop)];
    const ids = new Set(ofA.map(({ iteration }) => iteration.iterationId));
    const byId = ofB.some(({ iteration }) => ids.has(iteration.iterationId));
    const iterations = align(ofA, ofB, ({ number, iteration }) =>
      byId ? iteration.iterationId : String(number),
    );
    return { loop, iterations };
  });
}

/** The lines of `b` with the ids of the paired iterations of `a`. */
export function withIterationsOf(
  matched: readonly MatchedLoop[],
  b: readonly WorksheetLine[],
): WorksheetLine[] {
  const idInA = new Map<string, string>();
  for (const { iterations } of matched) {
    for (const pair of iterations) {
      if (pair.a && pair.b) idInA.set(pair.b.iteration.iterationId, pair.a.iteration.iterationId);
    }
  }
  return b.map((line) => {
    const { iterationId, within } = line;
    if (iterationId === undefined) return line;
    const renamed = (id: string) => idInA.get(id) ?? id;
    return { ...line, iterationId: renamed(iterationId), ...(within && { within: within.map(renamed) }) };
  });
}

/** Display names, such as `locations #2`, by iteration id. */
export function iterationNames(matched: readonly MatchedLoop[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { loop, iterations } of matched) {
    for (const { a, b } of iterations) {
      const named = a ?? b;
      if (named) names.set(named.iteration.iterationId, `${loop} #${named.number}`);
    }
  }
  return names;
}

function loopsOf(answers: AnswerMap): string[] {
  return Object.values(answers).flatMap((entry) => (entry.type === 'LOOP' ? [entry.qid] : []));
}

function numbered(answers: AnswerMap, loop: string): { number: number; iteration: LoopIteration }[] {
  const entry = answers[loop];
  if (entry?.type !== 'LOOP') return [];
  return entry.iterations.map((iteration, index) => ({ number: index + 1, iteration }));
}
