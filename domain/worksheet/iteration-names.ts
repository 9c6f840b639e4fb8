import type { AnswerMap } from '../intake/answers.js';
import type { QuoteMessage } from '../rating/run/result.js';

/** The name of an iteration for people, after those around it: `Drivers 1, Violations 2`. */
export type IterationName = (iterationId: string, within?: readonly string[]) => string;

/** Names the iterations of an intake as the product does, else by loop and number. */
export function iterationNames(
  intake: AnswerMap,
  named: ReadonlyMap<string, string> = new Map(),
): IterationName {
  const names = new Map<string, string>();
  for (const [qid, entry] of Object.entries(intake)) {
    if (entry.type !== 'LOOP') continue;
    const title = `${qid.charAt(0).toUpperCase()}${qid.slice(1)}`;
    entry.iterations.forEach(({ iterationId }, index) => {
      names.set(iterationId, named.get(iterationId) ?? `${title} ${index + 1}`);
    });
  }
  return (iterationId, within = []) => [...within, iterationId].map((id) => names.get(id) ?? id).join(', ');
}

/** A message for people, with the name of its iteration: `Vehicles 2: the answer to …`. */
export function messageText(
  { iterationId, message }: Pick<QuoteMessage, 'iterationId' | 'message'>,
  nameOf: IterationName,
): string {
  return iterationId === undefined ? message : `${nameOf(iterationId)}: ${message}`;
}
