import type { DataLookupAction } from '../actions/configured-action.js';
import { type AnswerMap, entryOf } from '../intake/answers.js';

/** What a source said to one request of an event, or why it said nothing. */
export interface LookupResult {
  actionId: string;
  /** Null: of the risk as a whole. */
  iterationId: string | null;
  /** Null where it answered. */
  failure: string | null;
  /** Answers by question id, as texts. */
  values: Record<string, string>;
  requestHash: string;
  responseHash: string | null;
  /** When the source answered; earlier than the event where the answer is used again. */
  answeredAt: Date | null;
  isReused: boolean;
}

/**
 * The results of an action in the order of its loop's iterations, if it has one. A lookup of a loop that failed as a whole
 * failed for each iteration.
 */
export function resultsOf(
  { each }: DataLookupAction,
  answers: AnswerMap,
  own: readonly LookupResult[],
): LookupResult[] {
  if (each === undefined) return [...own];
  const loop = entryOf(answers, each);
  if (loop?.type !== 'LOOP') return [];
  const whole = own.find(({ iterationId }) => iterationId === null);
  return loop.iterations.flatMap(({ iterationId }) => {
    const found = own.find((result) => result.iterationId === iterationId);
    return found ?? (whole === undefined ? [] : { ...whole, iterationId });
  });
}
