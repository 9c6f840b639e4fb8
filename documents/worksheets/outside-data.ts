import type { Quote } from '../../db/models/quote.js';
import { type LookedUpValue, lookupsOfQuote } from '../../domain/lookups/looked-up.js';
import { reasonText } from '../../domain/reasons/reasons.js';
import type { WorksheetDocument } from './worksheet-document.js';

const basisTexts: Record<LookedUpValue['basis'], string> = {
  SOURCE: 'of the source',
  REUSED: 'of the source, used again',
  DEFAULT: 'default',
  TYPED: 'as typed',
};

/** The answers that were looked up: question, iteration, answer, source, and when it answered, as texts. */
export function lookupRows({ quote, worksheet }: WorksheetDocument): string[][] {
  return lookupsOfQuote(quote as Pick<Quote, 'metadata'>).map((found) => [
    found.qid,
    found.iterationId === undefined ? '' : worksheet.iterationName(found.iterationId),
    found.value ?? '–',
    `${found.source}, ${basisTexts[found.basis]}`,
    timeOf(found),
  ]);
}

/** When the source answered and how old that was, or why it did not. */
function timeOf({ answeredAt, ageDays, failure }: LookedUpValue): string {
  if (answeredAt === undefined) return failure ?? '';
  return `${answeredAt.slice(0, 16).replace('T', ' ')} UTC, ${ageDays === 1 ? '1 day' : `${ageDays ?? 0} days`} old`;
}

export const lookupHeads = ['Question', 'Iteration', 'Answer', 'Source', 'Answered'] as const;

/** What raised the premium most: the inputs in words, and the amount. */
export function reasonRows({ reasons }: WorksheetDocument): [text: string, amount: string][] {
  return reasons.map((reason) => [reasonText(reason), reason.amount]);
}
