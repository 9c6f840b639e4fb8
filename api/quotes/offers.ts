import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../../db/database.js';
import { fireAboutQuote } from '../../db/events/fire-about-quote.js';
import { stopsOfNewQuote } from '../../db/holds/stops-of-quote.js';
import { PolicyQuote } from '../../db/models/policy-quote.js';
import type { Quote } from '../../db/models/quote.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { insertQuotes } from '../../db/quotes/record-quote.js';
import { closeCondition, closeOffer, closeReview, offerToSeller } from '../../db/quotes/review-tasks.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { isBindable } from '../../domain/quote/bindable.js';
import { type Loading, loadingOf, whyNotLoad } from '../../domain/quote/loading.js';
import { referringCodes } from '../../domain/quote/referring.js';
import {
  type DecisionChanges,
  review,
  type UnderwriterDecision,
} from '../../domain/quote/underwriter-decision.js';
import {
  type Condition,
  type QuoteUnderwriting,
  withoutOpenRequest,
} from '../../domain/quote/underwriting.js';
import { type QuoteMessage, referralCodes } from '../../domain/rating/run/result.js';
import { BadRequest, Conflict, NotFound, refuseFields, refuseIf } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import type { EventRuns } from '../runs/event-runs.js';
import {
  type ChangedQuotes,
  type QuoteInPlace,
  type RatedChanges,
  recordsOfPlace,
  stoppedInPlace,
  whyNotChange,
} from './changed-quote.js';
import { changeQuote, quoteToReview, quoteToSell, refuseChanged } from './quote-parties.js';
import { timeOfDecision } from './reviews.js';
import { refuseExpired, responseOf } from './underwriter-decision.js';

export interface OffersDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'startSoon'>;
  changedQuotes: ChangedQuotes;
  now: () => Date;
}

/** Quotes that an underwriter approves with changes: offered to the seller as quotes of their own. */
export class Offers {
  constructor(private readonly uses: OffersDependencies) {}

  /**
   * Approves a quote with changes: a quote with them takes its place, approved by this decision unless its rating refers it for
   * other reasons. It cannot be bound before the seller accepts it. 400 for changes that the product does not allow or that
   * its rating declines, 409 for a quote that is not under review.
   */
  async offer(
    caller: Caller,
    quoteId: string,
    changes: DecisionChanges,
    decision: UnderwriterDecision,
  ): Promise<void> {
    const { db, runs, catalog } = this.uses;
    const read = await quoteToReview(db, caller, quoteId);
    refuseIf(whyNotOffer(read));
    const rated = await this.#rated(read, changes, decision);
    const fired = await db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      refuseChanged(quote, read);
      const now = await timeOfDecision(trx, this.uses, quote);
      refuseExpired(quote, now);
      const underwriterResponse = responseOf(caller, decision, now);
      const made = this.uses.changedQuotes.made(quote, rated, { key: 'OFFER', now });
      const stopped = stoppedInPlace(made, await stopsOfNewQuote(trx, { catalog }, made.quote, now));
      const offered = offeredAs(stopped, quote, {
        underwriterResponse,
        underwriting: offerOf(caller, { quote, changes, loading: rated.loading, now }),
      });
      await insertQuotes(trx, recordsOfPlace(offered));
      const { requestId } = offered.quote;
      await changeQuote(trx, caller, {
        quote,
        now,
        action: 'QUOTE_DECIDED',
        details: { isApproved: true, offered: requestId },
        patch: {
          underwriterResponse,
          underwriting: {
            ...withoutOpenRequest(quote.underwriting, authorOf(caller), now),
            replacedBy: requestId,
          },
          bindable: false,
        },
      });
      await closeReview(trx, quote, 'the quote was decided', now);
      if (offered.quote.underwriterResponse !== null) await offerToSeller(trx, offered.quote, now);
      const news = [await fireAboutQuote(trx, catalog, 'UNDERWRITING_OFFERED', offered.quote)];
      if (offered.quote.underwriterResponse === null)
        news.push(await fireAboutQuote(trx, catalog, 'UNDERWRITING_REFERRED', offered.quote));
      return news;
    });
    for (const plan of fired) await runs.startSoon(plan);
  }

  /**
   * Records what the seller answers to an offer; the same answer again changes nothing. The offered quote may be named, or the
   * one that it took the place of. 409 if it is no offer, was answered otherwise, has expired, or an underwriter has still to
   * decide on it.
   *
   * @returns the id of the offered quote.
   */
  async answer(caller: Caller, quoteId: string, state: 'ACCEPTED' | 'DECLINED'): Promise<string> {
    const { db, runs, catalog } = this.uses;
    const named = await quoteToSell(db, caller, quoteId);
    const offeredId = offeredIdOf(named);
    const fired = await db.transaction(async (trx) => {
      const quote = await quoteToSell(trx, caller, offeredId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      const { offer } = quote.underwriting ?? {};
      if (offer === undefined) throw new Conflict('no underwriter has offered the quote');
      if (offer.state === state) return undefined;
      refuseIf(await whyNotAnswer(trx, quote));
      if (state === 'ACCEPTED') refuseExpired(quote, now);
      const answered = { state, answeredTimestamp: now.toISOString(), answeredBy: authorOf(caller) };
      const underwriting = { ...quote.underwriting, offer: { ...offer, ...answered } };
      await changeQuote(trx, caller, {
        quote,
        now,
        action: 'QUOTE_OFFER_ANSWERED',
        details: { state },
        patch: { underwriting, bindable: isBindable({ ...quote, underwriting }) },
      });
      await closeOffer(trx, quote, underwriting, now);
      return fireAboutQuote(trx, catalog, `UNDERWRITING_OFFER_${state}`, quote);
    });
    if (fired !== undefined) await runs.startSoon(fired);
    return offeredId;
  }

  /**
   * Confirms that a condition of an offered quote is met, before or after it is bound; again changes nothing.
   *
   * @returns the id of the offered quote.
   */
  async confirm(caller: Caller, quoteId: string, conditionId: string): Promise<string> {
    const { db } = this.uses;
    const offeredId = offeredIdOf(await quoteToReview(db, caller, quoteId));
    await db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, offeredId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      const { conditions = [], offer } = quote.underwriting ?? {};
      const condition = conditions.find((each) => each.conditionId === conditionId);
      if (condition === undefined) throw new NotFound('condition', conditionId);
      if (condition.state === 'CONFIRMED') return;
      refuseIf(offer?.state === 'DECLINED' ? 'the seller has declined the offer' : undefined);
      const confirmed: Condition = {
        ...condition,
        state: 'CONFIRMED',
        confirmedTimestamp: now.toISOString(),
        confirmedBy: authorOf(caller),
      };
      const underwriting = {
        ...quote.underwriting,
        conditions: conditions.map((each) => (each === condition ? confirmed : each)),
      };
      await changeQuote(trx, caller, {
        quote,
        now,
        action: 'QUOTE_CONDITION_CONFIRMED',
        details: { conditionId },
        patch: { underwriting, bindable: isBindable({ ...quote, underwriting }) },
      });
      await closeCondition(trx, conditionId, now);
    });
    return offeredId;
  }

  /** A loading of the quote stays, unless the changes have another one; 0 takes it away. */
  async #rated(
    quote: Quote,
    { answers = {}, loading: asked, conditions }: DecisionChanges,
    { isApproved }: Pick<UnderwriterDecision, 'isApproved'>,
  ): Promise<RatedChanges> {
    if (!isApproved) refuseFields([{ field: 'changes', detail: 'are for an approval' }]);
    const changed = Object.entries(answers).map(([qid, answer]) => ({
      qid,
      answer,
      field: `changes.answers.${qid}`,
      path: ['changes', 'answers', qid],
    }));
    // An empty list takes those of an earlier offer away.
    const hasConditions = conditions && (conditions.length > 0 || quote.underwriting?.conditions);
    if (changed.length === 0 && !hasConditions && asked === undefined)
      refuseFields([{ field: 'changes', detail: 'must have answers, a loading or conditions' }]);
    const version = await this.uses.changedQuotes.versionOf(quote);
    const loading = asked && { percent: String(asked.percent), reason: asked.reason };
    const before = loadingOf(quote);
    const isTakenAway = before !== undefined && loading !== undefined && Number(loading.percent) === 0;
    const reason = loading && !isTakenAway && whyNotLoad(version.definition.underwriting ?? {}, loading);
    if (reason) refuseFields([{ field: 'changes.loading.percent', detail: reason }]);
    const rated = await this.uses.changedQuotes.rate(quote, {
      answers: changed,
      loading: isTakenAway ? undefined : (loading ?? before),
    });
    if (rated.rating.outcome === 'QUOTED') return rated;
    const [said] = rated.rating.messages.filter(({ severity }) => severity === 'ERROR');
    throw new BadRequest([{ field: 'changes', detail: `lead to a decline: ${said?.message ?? ''}` }]);
  }
}

function whyNotOffer(quote: Quote): string | undefined {
  const replacedBy = quote.underwriting?.replacedBy;
  if (replacedBy !== undefined) return `quote ${replacedBy} took its place`;
  const outcome = review(quote, true);
  if (outcome.result === 'REFUSED') return outcome.reason;
  if (outcome.result === 'UNCHANGED') return 'an underwriter has already approved the quote';
  return whyNotChange(quote);
}

async function whyNotAnswer(trx: Knex, quote: Quote): Promise<string | undefined> {
  const { offer, replacedBy } = quote.underwriting ?? {};
  if (replacedBy !== undefined) return `quote ${replacedBy} took its place`;
  if (offer?.state === 'ACCEPTED') return 'the seller has already accepted the offer';
  if (offer?.state === 'DECLINED') return 'the seller has already declined the offer';
  if (quote.underwriterResponse === null) return 'the offered quote is under review for other reasons';
  if (!quote.underwriterResponse.isApproved) return 'an underwriter has declined the quote';
  const bound = await PolicyQuote.query(trx).findById(quote.requestId);
  return bound && 'the quote is already bound';
}

/** A quote that is no offer itself may have been offered with changes. */
const offeredIdOf = ({ requestId, underwriting }: Quote): string =>
  (underwriting?.offer === undefined && underwriting?.replacedBy) || requestId;

function offerOf(
  caller: Caller,
  {
    quote,
    changes: { answers, conditions: asked },
    loading,
    now,
  }: { quote: Quote; changes: DecisionChanges; loading: Loading | undefined; now: BusinessTime },
): QuoteUnderwriting {
  const {
    informationRequests,
    offer: before,
    conditions: kept,
  } = withoutOpenRequest(quote.underwriting, authorOf(caller), now) ?? {};
  const conditions =
    asked?.map((each): Condition => ({ conditionId: randomUUID(), ...each, state: 'OPEN' })) ?? kept;
  return {
    ...(informationRequests && { informationRequests }),
    replaces: quote.requestId,
    offer: {
      state: 'OPEN',
      ...((before?.answers ?? answers) && { answers: { ...before?.answers, ...answers } }),
      ...(loading && { loading: { ...loading, percent: Number(loading.percent) } }),
      offeredTimestamp: now.toISOString(),
      offeredBy: authorOf(caller),
    },
    ...(conditions && conditions.length > 0 && { conditions }),
  };
}

/** Approved by the decision on the quote that it takes the place of, unless it is referred for what that was not. */
function offeredAs(
  { quote, ...made }: QuoteInPlace,
  before: Quote,
  decided: Pick<Quote, 'underwriterResponse' | 'underwriting'>,
): QuoteInPlace {
  const known = new Set(before.messages.map(reasonOf));
  const isNew = quote.messages.some(
    (message) => referring.has(message.code) && !known.has(reasonOf(message)),
  );
  const offered = {
    ...quote,
    requiresUnderwriterApproval: true,
    underwriterResponse: isNew ? null : decided.underwriterResponse,
    underwriting: decided.underwriting,
  };
  return { ...made, quote: { ...offered, bindable: isBindable(offered) } };
}

// What is above the seller's authority, the decision has approved whatever the changes.
const referring: ReadonlySet<string> = new Set(
  referringCodes.filter((code) => code !== referralCodes.aboveAuthority),
);
const reasonOf = ({ code, rule, holdId, component }: QuoteMessage) =>
  JSON.stringify([code, rule, holdId, component]);
