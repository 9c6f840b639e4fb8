import { Decimal, parseDecimal } from '../expression/index.js';
import { type Answer, type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';

/** An exposure that differs from the rated one; `type` is the id of its question. */
export interface Exposure {
  type: string;
  previousAmount: number;
  updatedAmount: number;
}

export type TrueUp =
  | { answers: AnswerMap }
  /** The request does not match the rated exposures; `index` is the exposure's place in the list. */
  | { index: number; reason: string };

/**
 * The answers changed by exposures. An exposure is matched by its question and rated amount: in a loop, by
 * the single iteration with this amount. What only a source answers is not counted by people.
 */
export function truedUp(
  answers: AnswerMap,
  exposures: readonly Exposure[],
  isLookedUp: (qid: string) => boolean = () => false,
): TrueUp {
  let changed: AnswerMap = {};
  for (const [index, exposure] of exposures.entries()) {
    if (isLookedUp(exposure.type)) return { index, reason: `only a source answers "${exposure.type}"` };
    const found = places({ ...answers, ...changed }, exposure.type);
    if (found.length === 0) return { index, reason: `the policy has no answer to "${exposure.type}"` };
    const rated = found.filter(({ answer }) => isAmount(answer, exposure.previousAmount));
    const [place, ...others] = rated;
    if (place === undefined) {
      const amounts = found.map(({ answer }) => answer.answer).join(', ');
      return {
        index,
        reason: `"${exposure.type}" was rated at ${amounts}, not at ${exposure.previousAmount}`,
      };
    }
    if (others.length > 0) {
      return { index, reason: `"${exposure.type}" was rated at ${exposure.previousAmount} more than once` };
    }
    changed = { ...changed, ...place.with(Decimal.of(exposure.updatedAmount).toFixed()) };
  }
  return { answers: changed };
}

interface Place {
  answer: Answer;
  with(amount: string): AnswerMap;
}

function places(answers: AnswerMap, qid: string): Place[] {
  return Object.entries(answers).flatMap(([key, entry]): Place[] => {
    if (entry.type === 'ANSWER') {
      return key === qid ? [{ answer: entry, with: (answer) => ({ [key]: { ...entry, answer } }) }] : [];
    }
    return entry.iterations.flatMap((iteration, index): Place[] => {
      const own = entryOf(iteration.answers, qid);
      if (own === undefined) return [];
      return [
        {
          answer: own,
          with: (answer) => ({
            [key]: {
              ...entry,
              iterations: entry.iterations.with(index, withAnswer(iteration, { ...own, answer })),
            },
          }),
        },
      ];
    });
  });
}

function withAnswer(iteration: LoopIteration, answer: Answer): LoopIteration {
  return { ...iteration, answers: { ...iteration.answers, [answer.qid]: answer } };
}

function isAmount({ answer }: Answer, amount: number): boolean {
  return parseDecimal(answer)?.equals(amount) ?? false;
}
