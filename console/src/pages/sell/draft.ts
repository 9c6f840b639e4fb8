import type { AnswerMap } from '../../api/client.js';
import { answerAt } from '../../parts/questions/answer-changes.js';

/** What somebody has entered for a sale of a product. The service keeps it until a policy is issued or it is discarded. */
export interface Draft {
  /** An existing client; a quote without one makes one. */
  clientId?: string | undefined;
  clientName?: string | undefined;
  /** The test clock of the client, or the one that a new client is bound to. */
  clockId?: string | undefined;
  effectiveDate: string;
  /** By default the first one of the product. */
  term?: string | undefined;
  answers: AnswerMap;
  /** The events that quoted it so far. */
  quotedBy: readonly string[];
}

export type Change = (to: (before: Draft) => Draft) => void;

/** The day of the person's calendar. */
export function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Nothing is kept of a form before an answer or a client: iterations that a product needs at least are no entry. */
export const saleRules = {
  empty: (): Draft => ({ effectiveDate: today(), answers: {}, quotedBy: [] }),
  isEmpty: ({ clientId, answers }: Draft): boolean =>
    clientId === undefined &&
    Object.values(answers).every(
      (entry) =>
        entry.type === 'LOOP' &&
        entry.iterations.every((iteration) => Object.keys(iteration.answers).length === 0),
    ),
  aboutOf: ({ clientId, clientName, answers }: Draft) => ({
    clientId,
    title: clientName ?? answerAt(answers, { qid: 'client.name' }),
  }),
};
