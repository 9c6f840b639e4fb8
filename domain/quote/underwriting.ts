import { z } from 'zod';
import type { Author } from '../ground/author.js';
import { calendarDate, instant, jsonObject, uuid } from '../ground/primitives.js';
import { loading } from './loading.js';

const text = z.string().trim().min(1).max(2_000);
const author = jsonObject.meta({ description: 'With `kind`, `id` and `name`.' });

/** A question of an underwriter about a quote. */
const askedQuestion = z
  .object({
    id: z.string().min(1).max(100),
    text,
    questionId: z.string().optional().meta({
      description: 'A question of the product; an answer that differs from the quote’s makes a new quote.',
    }),
  })
  .meta({ id: 'UnderwritersQuestion' });

const givenAnswer = z
  .object({
    id: z.string().meta({ description: 'Of the question.' }),
    text: text.optional().meta({ description: 'To a question of the underwriter’s own words.' }),
    answer: z.string().max(10_000).optional().meta({ description: 'To a question with a `questionId`.' }),
  })
  .meta({ id: 'InformationAnswer' });

export const informationRequest = z
  .object({
    informationRequestId: uuid,
    state: z.enum(['OPEN', 'ANSWERED', 'WITHDRAWN']).meta({ id: 'InformationRequestState' }),
    questions: z.array(askedQuestion),
    dueOn: calendarDate.optional(),
    requestedTimestamp: instant,
    requestedBy: author,
    answers: z.array(givenAnswer).optional(),
    answeredTimestamp: instant.optional(),
    answeredBy: author.optional(),
    withdrawnTimestamp: instant.optional(),
    withdrawnBy: author.optional(),
  })
  .meta({ id: 'InformationRequest' });

export const offerState = z.enum(['OPEN', 'ACCEPTED', 'DECLINED']).meta({ id: 'OfferState' });

const offer = z
  .object({
    state: offerState,
    answers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'The changed answers, by question.' }),
    loading: loading
      .extend({ percent: z.number().meta({ description: 'Of the premium; below zero a credit.' }) })
      .meta({ id: 'UnderwritingLoading' })
      .optional(),
    offeredTimestamp: instant,
    offeredBy: author,
    answeredTimestamp: instant.optional(),
    answeredBy: author.optional(),
  })
  .meta({
    id: 'UnderwritingOffer',
    description: 'What the quote changes of the one that the underwriter approved with changes.',
  });

export const condition = z
  .object({
    conditionId: uuid,
    text,
    dueDays: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Days after binding; absent: to be met before it.' }),
    state: z.enum(['OPEN', 'CONFIRMED']).meta({ id: 'ConditionState' }),
    confirmedTimestamp: instant.optional(),
    confirmedBy: author.optional(),
  })
  .meta({ id: 'UnderwritingCondition' });

/** What underwriter and seller have asked, offered and answered of a quote, as it is stored with it. */
export const quoteUnderwriting = z.object({
  informationRequests: z.array(informationRequest).optional(),
  offer: offer.optional(),
  conditions: z.array(condition).optional(),
  replaces: uuid.optional().meta({ description: 'The quote in whose place it was made.' }),
  replacedBy: uuid.optional().meta({ description: 'The quote in its place; this one cannot be bound.' }),
});

export const quoteWaitsFor = z.enum(['INFORMATION', 'OFFER', 'CONDITION']).meta({
  id: 'QuoteWaitsFor',
  description:
    'An answer of the seller, its decision on an offer, or the confirmation of a condition before binding.',
});

/** The same with what the quote waits for. */
export const shownUnderwriting = quoteUnderwriting
  .extend({
    waitsFor: quoteWaitsFor.optional(),
  })
  .meta({ id: 'QuoteUnderwriting' });

export type QuoteUnderwriting = z.infer<typeof quoteUnderwriting>;
export type InformationRequest = z.infer<typeof informationRequest>;
export type InformationAnswer = z.infer<typeof givenAnswer>;
export type Condition = z.infer<typeof condition>;
type Stored = QuoteUnderwriting | null | undefined;

export const openRequestOf = (underwriting: Stored): InformationRequest | undefined =>
  underwriting?.informationRequests?.find(({ state }) => state === 'OPEN');

/** A condition that stops binding. */
const openCondition = (underwriting: Stored): Condition | undefined =>
  underwriting?.conditions?.find(({ state, dueDays }) => state === 'OPEN' && dueDays === undefined);

/** `underwriting` of a quote as it is read; undefined where there is nothing. */
export function shownUnderwritingOf(quote: AskedQuote): z.infer<typeof shownUnderwriting> | undefined {
  const { underwriting: stored } = quote;
  if (!stored) return undefined;
  const waitsFor = waitsForOf(quote);
  return { ...stored, ...(waitsFor && { waitsFor }) };
}

interface AskedQuote {
  underwriting: Stored;
  /** With `isApproved`; null while no underwriter has decided. */
  underwriterResponse: object | null;
}

/** Undefined where it waits for nothing of that. */
export function waitsForOf({
  underwriting: stored,
  underwriterResponse: decided,
}: AskedQuote): z.infer<typeof quoteWaitsFor> | undefined {
  if (openRequestOf(stored) !== undefined) return 'INFORMATION';
  if (stored?.replacedBy !== undefined || stored?.offer?.state === 'DECLINED') return undefined;
  // It waits for the underwriter, or is declined.
  if (decided === null || !('isApproved' in decided) || decided.isApproved !== true) return undefined;
  if (stored?.offer?.state === 'OPEN') return 'OFFER';
  return openCondition(stored) && 'CONDITION';
}

/** Why a quote cannot be bound for what was asked and offered of it; undefined if that does not stop it. */
export function underwritingAgainst(stored: Stored): string | undefined {
  if (stored?.replacedBy !== undefined) return `quote ${stored.replacedBy} took its place`;
  if (stored?.offer?.state === 'OPEN') return "the seller has not accepted the underwriter's offer";
  if (stored?.offer?.state === 'DECLINED') return "the seller has declined the underwriter's offer";
  const open = openCondition(stored);
  return open && `the insurer has not confirmed the condition "${open.text}"`;
}

/** The stored requests after one of them has changed. */
export function withRequest(
  stored: Stored,
  informationRequestId: string,
  change: Partial<InformationRequest>,
): QuoteUnderwriting {
  const informationRequests = (stored?.informationRequests ?? []).map((request) =>
    request.informationRequestId === informationRequestId ? { ...request, ...change } : request,
  );
  return { ...stored, informationRequests };
}

/** What changes of a request that is withdrawn. */
export const withdrawal = (by: Author, now: Date) => ({
  state: 'WITHDRAWN' as const,
  withdrawnTimestamp: now.toISOString(),
  withdrawnBy: { ...by },
});

/** Stored requests when the quote is decided: nobody waits for an answer any more. */
export function withoutOpenRequest(stored: Stored, by: Author, now: Date): QuoteUnderwriting | null {
  const open = openRequestOf(stored);
  return open ? withRequest(stored, open.informationRequestId, withdrawal(by, now)) : (stored ?? null);
}

/**
 * What a quote keeps of the offer and conditions of the one whose place it takes with a seller's answers: the offered answers
 * that differ from these are withdrawn by them.
 */
export function keptOffer(
  stored: Stored,
  answered: readonly string[],
): Pick<QuoteUnderwriting, 'offer' | 'conditions'> {
  const { offer: before, conditions } = stored ?? {};
  if (before === undefined) return {};
  const { answers = {}, ...rest } = before;
  const kept = Object.entries(answers).filter(([qid]) => !answered.includes(qid));
  const offer = kept.length === 0 ? rest : { ...rest, answers: Object.fromEntries(kept) };
  return { offer, ...(conditions && { conditions }) };
}

/** A fault of answers to a request: the place in `answers`, and what is wrong. */
export interface AnswerFault {
  field: string;
  detail: string;
}

/** What is wrong with the answers to a request: each of its questions is answered once, as it was asked. */
export function faultsOfAnswers(
  { questions }: Pick<InformationRequest, 'questions'>,
  answers: readonly InformationAnswer[],
): AnswerFault[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const faults = answers.flatMap(({ id, text: words, answer }, index): AnswerFault[] => {
    const question = byId.get(id);
    const field = `answers.${index}`;
    if (question === undefined) return [{ field: `${field}.id`, detail: 'is no question of the request' }];
    if (answers.findIndex((other) => other.id === id) < index)
      return [{ field: `${field}.id`, detail: 'is answered twice' }];
    const isOfProduct = question.questionId !== undefined;
    if (isOfProduct && answer === undefined)
      return [{ field: `${field}.answer`, detail: `is required: it answers "${question.questionId}"` }];
    if (!isOfProduct && answer !== undefined)
      return [{ field: `${field}.answer`, detail: 'is for questions with a `questionId`: give a `text`' }];
    if (!isOfProduct && words === undefined) return [{ field: `${field}.text`, detail: 'is required' }];
    return [];
  });
  const answered = new Set(answers.map(({ id }) => id));
  const missing = questions.filter(({ id }) => !answered.has(id));
  return [
    ...faults,
    ...missing.map(({ id }) => ({ field: 'answers', detail: `has no answer to question "${id}"` })),
  ];
}
