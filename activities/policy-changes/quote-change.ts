import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { Policy } from '../../db/models/policy.js';
import { policyInTerm } from '../../db/policies/policy-in-term.js';
import { insertQuotes, type QuoteToRecord, recordOf } from '../../db/quotes/record-quote.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { sharing } from '../../domain/ground/json-difference.js';
import { type AnswerEdits, editsOf } from '../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { answersAround } from '../../domain/policy/answers-around.js';
import { changeQuotes } from '../../domain/policy/change-quote.js';
import { priceCharges } from '../../domain/policy/charges.js';
import {
  type ConflictChoice,
  conflictsOf,
  type EditConflict,
  type ResolvedConflict,
  resolved,
} from '../../domain/policy/edit-conflicts.js';
import { alteredStretches, laterRatings, priceAnswers } from '../../domain/policy/endorsement.js';
import type { RatedAmounts } from '../../domain/policy/policy-change.js';
import { answersOn, ratedOn } from '../../domain/policy/timeline.js';
import { heldFrom } from '../../domain/quote/held-from.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import { ratingWith } from '../../domain/rating/run/rated-by-plan.js';
import type { QuotedRating, RatedCoverage, RatingResult } from '../../domain/rating/run/result.js';
import type { DefaultActionResult, DefaultActionWork } from '../ground/default-action.js';
import { refused } from '../ground/failures.js';
import { policyOfEvent } from './policy-of-event.js';
import { standingToChange } from './policy-to-change.js';
import { quoteContextOf } from './quote-context.js';
import { type PolicyRating, ratingOfPolicy, versionOfPolicy } from './rate-policy.js';
import { settingsOfPolicy } from './settings-of-policy.js';

/** A requested change of a policy, to be rated. */
export interface ChangeRequest {
  type: 'ENDORSEMENT' | 'TRUEUP';
  policyId: string;
  /** The first day of the change. */
  effectiveDate: string;
  /** The path of the date in the envelope. */
  dateField: string;
  /** The answers as they change, given the answers of that day; those that it leaves out stay. */
  changed(answers: AnswerMap): AnswerMap;
  /** Edits that the caller named: they hold from the day even where the answers were the same before. */
  named?: AnswerEdits | undefined;
  /** What to do where a change that takes effect later edits the same; by default it stays. */
  choiceOf?: (conflict: EditConflict) => ConflictChoice;
}

/** The quotes of one rating, ready to be stored, with their result for the caller. */
export interface MadeQuotes {
  policy: Policy;
  records: QuoteToRecord[];
  rating: RatingResult | BundleRating;
  /** The change's premium, decimal text; null if it was declined. */
  premium: string | null;
  /** What the change does to the answers of its day. */
  edits?: AnswerEdits;
  /** Where it meets changes that take effect later. */
  conflicts?: ResolvedConflict[];
}

/** Rates a change of a policy and returns its quote. Refused if the policy cannot be changed. */
export async function quoteChange(work: DefaultActionWork, request: ChangeRequest): Promise<MadeQuotes> {
  const { event, now } = work;
  const { db } = work.dependencies;
  const { type, effectiveDate, dateField } = request;
  const known = await policyOfEvent(db, event, request.policyId);
  const { settings } = await settingsOfPolicy(work, known);
  const of = { effectiveDate, dateField, isTrueUp: type === 'TRUEUP', settings, now };
  const { term, history } = await standingToChange(db, known, of);
  const policy = await policyInTerm(db, known, term);
  const version = await versionOfPolicy(work, policy);
  const ratedFor = term.effectiveDate;
  const rating = await ratingOfPolicy(db, policy, {
    version,
    termFrom: ratedFor,
    asOf: event.asConfiguredAt,
  });
  const onDay = answersOn(term, effectiveDate);
  const answers = request.changed(onDay);
  const asked = { from: effectiveDate, edits: editsOf(onDay, answers, request.named) };
  const choiceOf = request.choiceOf ?? (() => 'KEEP_LATER' as const);
  const conflicts = conflictsOf(term, asked).map((each) => ({ ...each, choice: choiceOf(each) }));
  const edits = resolved(term, asked, conflicts);
  const around = answersAround(term, edits);
  const made = { policy, edits: asked.edits, conflicts };

  const onFirstDay = around(effectiveDate).after;
  const first = rating.rate(onFirstDay);
  const rate = ratedOnce(rating, new Map([[onFirstDay, first]]));
  const altered = alteredStretches(term, { from: effectiveDate, answers: around });
  const declined = altered.find(({ from }) => rate(around(from).after).outcome === 'DECLINED');
  const day = first.outcome === 'DECLINED' ? effectiveDate : (declined?.from ?? effectiveDate);
  const intake = around(day).after;
  const context = await quoteContextOf(work, policy, { rating, intake, effectiveDate });
  const rated = day === effectiveDate ? first : declinedFrom(day, rating.rate(intake));
  if (rated.outcome === 'DECLINED') {
    const records = recordsOf(newQuotes(context, rated), rated);
    return { ...made, rating: rated, records, premium: null };
  }

  const change = { from: effectiveDate, edits, answers: around };
  // What the change alters is rated above, with its details. Of the answers before it, only amounts are needed.
  const ratedBefore = new Map<AnswerMap, RatedAmounts>();
  for (const { from } of rating.readsToday ? [] : altered) {
    const amounts = ratedOn(term, from);
    if (amounts !== undefined) ratedBefore.set(around(from).before, amounts);
  }
  const amountsOf = (each: AnswerMap): RatedAmounts =>
    ratedBefore.get(each) ?? quotedOnly(rate(each, { keepDetails: false }));
  const price = priceAnswers(term, { ...change, rate: (each) => amountsOf(each).premium });
  const { stretches, ratings } = laterRatings(price.stretches, (from) => {
    const { after } = around(from);
    return after === intake ? undefined : quotedOnly(rate(after));
  });
  const quotes = changeQuotes(context, rated, type, {
    policyId: policy.id,
    termNumber: term.number,
    basedOn: history.seq,
    effectiveDate,
    ratedFor,
    answers,
    edits,
    ...(conflicts.length > 0 && { conflicts }),
    ...price,
    stretches: stretches.map((stretch) => {
      const { premium, taxesAndFees } = amountsOf(around(stretch.from).after);
      return { ...stretch, rated: { premium, taxesAndFees } };
    }),
    laterRatings: ratings,
    charges: priceCharges(term, { ...change, rate: (each) => amountsOf(each).taxesAndFees }),
  });
  return { ...made, rating: rated, records: recordsOf(quotes, rated), premium: price.premium };
}

/** The result of an action that stores quotes of a change. */
export type QuotedChangeResult = Required<
  Pick<
    DefaultActionResult<'QUOTE_ENDORSEMENT' | 'QUOTE_TRUE_UP'>,
    'clientId' | 'policyId' | 'metadata' | 'fires'
  >
>;

/** Stores quotes, and fires `UNDERWRITING_REFERRED` if the first one needs an underwriter's approval. */
export async function storeQuotes(
  trx: Transaction,
  { policy, records, premium, edits, conflicts }: MadeQuotes,
): Promise<QuotedChangeResult> {
  await insertQuotes(trx, records);
  const quote = records[0]?.quote;
  if (quote === undefined) throw new RangeError('a rating makes a quote');
  const { requestId, outcome } = quote;
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: {
      policyId: policy.id,
      quoteId: requestId,
      outcome,
      ...(premium !== null && { premium: Number(premium) }),
      ...(edits && { edits }),
      ...(conflicts && { conflicts }),
    },
    fires: referralOf(policy, quote),
  };
}

/** The notification that a quote waits for an underwriter's decision, if it does. */
export function referralOf(
  { clientId }: Policy,
  { requestId, requiresUnderwriterApproval, underwriterResponse }: QuoteToRecord['quote'],
): FollowUp[] {
  const type = 'UNDERWRITING_REFERRED';
  if (!requiresUnderwriterApproval || underwriterResponse !== null) return [];
  return [{ id: derivedId(requestId, type), type, payload: { clientId, quoteId: requestId } }];
}

/** The quotes of a rating with their worksheets. */
export function recordsOf(
  { quote, components }: ReturnType<typeof newQuotes>,
  rating: RatingResult | BundleRating,
): QuoteToRecord[] {
  return [recordOf({ quote, rating }), ...components.map(recordOf)];
}

/**
 * Rates the same answers, which are the same object, once, and without a worksheet. It keeps what is stored of a later
 * stretch, not all that was computed.
 */
function ratedOnce(
  { rate }: PolicyRating,
  known: Map<AnswerMap, RatingResult>,
): (answers: AnswerMap, options?: { keepDetails: boolean }) => RatingResult {
  let coverages: RatedCoverage[] = [];
  return (answers, options) => {
    const before = known.get(answers);
    if (before !== undefined) return before;
    const told = { rateMeta: {}, worksheet: [] };
    const rating: RatingResult = { ...rate(answers, { keepWorksheet: false, ...options }), ...told };
    if (rating.outcome === 'QUOTED') {
      coverages = sharing(
        coverages,
        rating.coverages.map(({ shares: _, ...coverage }) => coverage),
      );
      rating.coverages = coverages;
    }
    known.set(answers, rating);
    return rating;
  };
}

/** The decline of a later stretch, whose messages say the day. */
function declinedFrom(day: string, rating: RatingResult | BundleRating) {
  return ratingWith(rating, { messages: heldFrom(day, rating.messages) });
}

/** Refused if the policy as it is would be declined: then a change of it has no price. */
function quotedOnly(rating: RatingResult): QuotedRating {
  if (rating.outcome === 'QUOTED') return rating;
  const reasons = rating.messages.map(({ message }) => message).join('; ');
  throw refused(`a later part of the term, as it is without the change, would be declined: ${reasons}`);
}
