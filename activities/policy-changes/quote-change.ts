import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import { stopsOfChange } from '../../db/holds/stops-of-policy.js';
import type { Policy } from '../../db/models/policy.js';
import { insertQuotes, type QuoteToRecord, recordOf } from '../../db/quotes/record-quote.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { type AnswerEdits, editsOf } from '../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { changeByTerms } from '../../domain/policy/across-terms.js';
import { bindingSideOf } from '../../domain/policy/binding-rules.js';
import { changeQuotes, type QuotedChangeOfTerm } from '../../domain/policy/change-quote.js';
import type { ConflictChoice, EditConflict, ResolvedConflict } from '../../domain/policy/edit-conflicts.js';
import { answersOn } from '../../domain/policy/timeline.js';
import { heldFrom } from '../../domain/quote/held-from.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import { type SaidStop, stoppedComponents, stoppedQuote } from '../../domain/quote/stopped-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import { ratingWith } from '../../domain/rating/run/rated-by-plan.js';
import type { QuoteMessage, RatingResult } from '../../domain/rating/run/result.js';
import type { DefaultActionResult, DefaultActionWork } from '../ground/default-action.js';
import { policyOfEvent } from './policy-of-event.js';
import { type StandingToChange, standingToChange } from './policy-to-change.js';
import { quoteContextOf } from './quote-context.js';
import { pricedIn, ratedIn, ratedOnce } from './rate-change.js';
import { judgedByTodaysRules } from './rules-of-today.js';
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
  /** What the quote says of the request, given the answers of that day and the conflicts. */
  notes?: (onDay: AnswerMap, conflicts: readonly EditConflict[]) => QuoteMessage[];
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
  /** What rules of today's version stop of it. */
  stops?: SaidStop[];
  /** Where it meets changes that take effect later. */
  conflicts?: ResolvedConflict[];
  /** Its price in each term that it reaches. */
  terms?: QuotedChangeOfTerm[];
}

/** The policy in the term of a requested change, with the answers of its day. Refused if it cannot be changed. */
export async function standingOfRequest(
  work: DefaultActionWork,
  { type, policyId, effectiveDate, dateField }: ChangeRequest,
): Promise<StandingToChange & { known: Policy; onDay: AnswerMap }> {
  const { event, now } = work;
  const { db } = work.dependencies;
  const known = await policyOfEvent(db, event, policyId);
  const { settings } = await settingsOfPolicy(work, known);
  const side = bindingSideOf(event, { organizationId: known.issuingOrganizationId });
  const kind = type === 'TRUEUP' ? 'TRUE_UP' : 'RATED';
  const of = { effectiveDate, dateField, kind, side, settings, now } as const;
  const standing = await standingToChange(db, known, of);
  return { ...standing, known, onDay: answersOn(standing.term, effectiveDate) };
}

/** Rates a change of a policy and returns its quote. Refused if the policy cannot be changed. */
export async function quoteChange(work: DefaultActionWork, request: ChangeRequest): Promise<MadeQuotes> {
  const { type, effectiveDate } = request;
  const { known, term, history, onDay } = await standingOfRequest(work, request);
  const isTrueUp = type === 'TRUEUP';
  const answers = request.changed(onDay);
  const asked = { from: effectiveDate, edits: editsOf(onDay, answers, request.named) };
  const choiceOf = request.choiceOf ?? (() => 'KEEP_LATER' as const);
  // What an audit has counted is of its term only.
  const terms = isTrueUp ? [] : history.terms.slice(term.number);
  const { reached, conflicts } = changeByTerms(term, terms, { asked, choiceOf });
  const isAcross = term.number < known.termNumber;
  const unrated = await ratedIn(work, known, { ...reached[0], isAcross });
  const first = unrated.rating.rate(unrated.around(effectiveDate).after);
  const own = {
    ...unrated,
    rate: ratedOnce(unrated.rating, new Map([[unrated.around(effectiveDate).after, first]])),
  };
  const parts = [own];
  for (const later of reached.slice(1)) parts.push(await ratedIn(work, known, { ...later, isAcross }));
  const made = { policy: own.policy, edits: asked.edits, conflicts };

  const declined = parts
    .flatMap((part) => part.altered.map(({ from }) => ({ part, day: from })))
    .find((each) => each.part.rate(each.part.around(each.day).after).outcome === 'DECLINED');
  const onFirstDay = { part: own, day: effectiveDate };
  const { part, day } = first.outcome === 'DECLINED' ? onFirstDay : (declined ?? onFirstDay);
  const intake = part.around(day).after;
  const context = await quoteContextOf(work, part.policy, { rating: part.rating, intake, effectiveDate });
  const isDeclined = first.outcome === 'DECLINED' || declined !== undefined;
  const judged =
    isTrueUp || isDeclined ? { stops: [], notes: [] } : await judgedByTodaysRules(work, parts, effectiveDate);
  const notes = [...(request.notes?.(onDay, conflicts) ?? []), ...judged.notes];
  const bare = day === effectiveDate ? first : declinedFrom(day, part.rating.rate(intake));
  const rated = notes.length === 0 ? bare : ratingWith(bare, { messages: [...bare.messages, ...notes] });
  if (rated.outcome === 'DECLINED') {
    const records = recordsOf(newQuotes(context, rated), rated);
    return { ...made, rating: rated, records, premium: null };
  }

  const { priced, ratings } = pricedIn(parts, intake);
  const quotes = changeQuotes(context, rated, type, {
    policyId: known.id,
    basedOn: history.seq,
    effectiveDate,
    answers,
    ...(conflicts.length > 0 && { conflicts }),
    terms: priced,
    laterRatings: ratings,
  });
  const { premium } = quotes.quote;
  const { stops } = judged;
  return { ...made, rating: rated, records: recordsOf(quotes, rated), premium, stops, terms: priced };
}

/** The result of an action that stores quotes of a change. */
export type QuotedChangeResult = Required<
  Pick<
    DefaultActionResult<'QUOTE_ENDORSEMENT' | 'QUOTE_TRUE_UP'>,
    'clientId' | 'policyId' | 'metadata' | 'fires'
  >
>;

/** Stores quotes, as holds leave them, and fires `UNDERWRITING_REFERRED` if the first one needs an underwriter's approval. */
export async function storeQuotes(
  trx: Transaction,
  { dependencies: { catalog }, now }: DefaultActionWork,
  { policy, records: [first, ...components], stops: byRules = [], edits, conflicts, terms = [] }: MadeQuotes,
): Promise<QuotedChangeResult> {
  if (first === undefined) throw new RangeError('a rating makes a quote');
  const { quote: made } = first;
  // What a true-up has counted is not asked for.
  const byHolds =
    made.type === 'ENDORSEMENT' ? await stopsOfChange(trx, { catalog }, { policy, quote: made, now }) : [];
  const stops = [...byRules, ...byHolds];
  const quote = stoppedQuote(made, stops);
  await insertQuotes(trx, [{ ...first, quote }, ...stoppedComponents(components, stops)]);
  const { requestId, outcome, premium } = quote;
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
      ...(terms.length > 1 && { terms: terms.map(asResult) }),
    },
    fires: referralOf(policy, quote),
  };
}

/** The price of a change in one of several terms, as the event answers it. */
function asResult({ termNumber, from, until, premium, taxesAndFees, termPremium }: QuotedChangeOfTerm) {
  const { before, after } = termPremium;
  return {
    termNumber,
    from,
    until,
    premium: Number(premium),
    taxesAndFees: Number(taxesAndFees),
    termPremium: { before: Number(before), after: Number(after) },
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

/** The decline of a later stretch, whose messages say the day. */
function declinedFrom(day: string, rating: RatingResult | BundleRating) {
  return ratingWith(rating, { messages: heldFrom(day, rating.messages) });
}
