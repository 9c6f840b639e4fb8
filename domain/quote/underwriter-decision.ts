import { z } from 'zod';
import { decimalConstant, instant, jsonObject, uuid } from '../ground/primitives.js';
import { isBindable, type QuoteDecisions } from './bindable.js';
import type { QuoteType } from './quote.js';

/** A field whose value is replaced, so that it may be anything. */
const overwritten = <Field extends z.ZodType>(field: Field, by: string) =>
  field
    .optional()
    .catch(undefined)
    .meta({ description: `Replaced by ${by}, whatever it is.` });

/** What an underwriter changes of a quote that is approved: it is offered to the seller as a quote of its own. */
const decisionChanges = z
  .strictObject({
    answers: z.record(z.string(), z.string().max(10_000)).meta({ id: 'ChangedAnswers' }).optional().meta({
      description: 'Answers to questions of the product, such as another limit or deductible.',
    }),
    loading: z
      .strictObject({
        percent: decimalConstant.meta({
          id: 'LoadingPercent',
          description: 'Of the premium; below zero a credit.',
        }),
        reason: z.string().trim().min(1).max(1_000),
      })
      .optional()
      .meta({ id: 'OfferedLoading', description: 'Within what the product declares.' }),
    conditions: z
      .array(
        z
          .strictObject({
            text: z.string().trim().min(1).max(2_000),
            dueDays: z.number().int().min(1).max(366).optional().meta({
              description: 'Days after binding; absent: to be met before it.',
            }),
          })
          .meta({ id: 'OfferedCondition' }),
      )
      .max(20)
      .optional(),
  })
  .meta({ id: 'UnderwriterChanges' });

export type DecisionChanges = z.output<typeof decisionChanges>;

/** Body of `POST /quote/{quoteId}/underwriter-decision` (spec 4.5). */
export const underwriterDecision = z
  .object({
    isApproved: z.boolean(),
    underwriterNotes: z.string().max(10_000).optional(),
    underwriterId: overwritten(uuid, 'the authenticated person'),
    underwriter: jsonObject.optional(),
    responseSource: overwritten(z.string(), '`UNDERWRITER`'),
    decisionTimestamp: overwritten(instant, 'the server time'),
    changes: decisionChanges.optional().meta({
      description:
        'An extension: approves with changes. The quote with them is offered to the seller, who accepts or declines.',
    }),
    gapAnswers: jsonObject
      .optional()
      .meta({ description: 'Answers for a configured policy-event gap form.' }),
  })
  .meta({ id: 'UnderwriterDecision' });

/** A decision as it is stored; the changes are with the quote that has them. */
export type UnderwriterDecision = Omit<z.output<typeof underwriterDecision>, 'changes'>;

/** The fields of a quote that an underwriter's decision depends on. */
export interface QuoteUnderReview extends QuoteDecisions {
  type: QuoteType;
  outcome: 'QUOTED' | 'DECLINED';
}

/** Whether an underwriter still has to decide on the quote itself. */
export function isUnderReview(quote: QuoteUnderReview): boolean {
  const { type, outcome, requiresUnderwriterApproval, underwriterResponse } = quote;
  if (type === 'PACKAGE_COMPONENT' || outcome === 'DECLINED') return false;
  return requiresUnderwriterApproval && underwriterResponse === null;
}

export type Review =
  | { result: 'RECORD'; bindable: boolean }
  | { result: 'UNCHANGED' }
  | { result: 'REFUSED'; reason: string };

/**
 * The effect of an underwriter's decision on a quote (spec 3). Only a quote that requires approval is under
 * review. Repeating a decision changes nothing, and the opposite is refused. An approved quote can be bound
 * unless the policyholder has declined it or still has to accept it.
 */
export function review(quote: QuoteUnderReview, isApproved: boolean): Review {
  if (quote.type === 'PACKAGE_COMPONENT') {
    return {
      result: 'REFUSED',
      reason: 'a component is decided with its package: decide on the package quote',
    };
  }
  if (quote.outcome === 'DECLINED') return { result: 'REFUSED', reason: 'the quote was declined in rating' };
  if (!quote.requiresUnderwriterApproval)
    return { result: 'REFUSED', reason: 'the quote is not under review' };
  if (quote.underwriterResponse !== null) {
    if (quote.underwriterResponse.isApproved === isApproved) return { result: 'UNCHANGED' };
    const before = isApproved ? 'declined' : 'approved';
    return { result: 'REFUSED', reason: `an underwriter has already ${before} the quote` };
  }
  return { result: 'RECORD', bindable: isBindable({ ...quote, underwriterResponse: { isApproved } }) };
}
