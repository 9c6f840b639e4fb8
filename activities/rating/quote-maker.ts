import { ApplicationFailure } from '@temporalio/common';
import { businessTimeOf } from '../../db/clock.js';
import { closeEvent } from '../../db/events/close-event.js';
import { fireAboutQuote } from '../../db/events/fire-about-quote.js';
import { contextUnder } from '../../db/events/follow-up.js';
import { type EndedAction, markRunning, recordAction } from '../../db/events/record-action.js';
import { stopsOfNewQuote } from '../../db/holds/stops-of-quote.js';
import { Quote } from '../../db/models/quote.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { insertQuotes, recordOf } from '../../db/quotes/record-quote.js';
import { isThirdParty, type OwnRatingAction } from '../../domain/actions/configured-action.js';
import type { Term } from '../../domain/ground/term.js';
import { judgedByLookups } from '../../domain/lookups/judged-by-lookups.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import { stoppedComponents, stoppedQuote } from '../../domain/quote/stopped-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import { attemptOf } from '../ground/attempt.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { isBusy, missing } from '../ground/failures.js';
import { type QuotingAction, quoteContextOf, readQuotingAction } from './quoting-action.js';
import { timing } from './timed.js';

/** An action of an event that the product rates itself. */
export type RatingToRun = ActionToRun<OwnRatingAction['type']>;

/** One action that the product rates itself, of one event. */
export type RatingInput = QuotingAction<OwnRatingAction>;

/** The result of rating an action; workflows start the runs of the events that it fired. */
export interface RatedAction {
  quoteIds: string[];
  fired: RunPlan[];
  /** The event was closed in the same transaction. */
  closed?: boolean;
}

/** Options for storing a rating. */
export interface StoreOptions {
  /** Why the action failed, if it did. */
  failure?: string | undefined;
  /** The event's trigger result, if this action is the last of the run. */
  triggerResult?: object | undefined;
}

/** Makes quotes, for successful ratings and for failures. */
export class QuoteMaker {
  constructor(private readonly uses: ActivityDependencies) {}

  /** Reads an action and the data that it rates. A missing record is not retried. */
  async begin(triggerRequestId: string, actionId: string, clientId?: string): Promise<RatingInput> {
    const read = await readQuotingAction(this.uses, triggerRequestId, actionId, clientId);
    const { action } = read;
    if (isThirdParty(action)) throw missing('action with an own plan', actionId);
    return { ...read, action };
  }

  /**
   * Rates with the product's own plan or plans. An error here lies in the plan or the engine, and a retry
   * would not help. Nothing is rated in the name of an organization that does not consent.
   */
  async rate({
    event,
    version,
    action,
    question: { intake, effectiveDate, term = firstTerm(version, action) },
    quoting,
  }: RatingInput): Promise<RatingResult | BundleRating> {
    if (quoting.refusal !== undefined) {
      throw ApplicationFailure.nonRetryable(quoting.refusal, 'NO_CONSENT');
    }
    const { organizationId, triggerRequestId, asConfiguredAt } = event;
    const turn = { organizationId, id: `${triggerRequestId} ${action.id}` };
    const asked = { actionId: action.id, actionType: action.type, asRatingConfiguredAt: asConfiguredAt };
    const told = timing();
    try {
      const question = { ...asked, effectiveDate, term, intake };
      const rated = await this.uses.rater.rate(turn, version, question, { throws: true });
      if (rated.status === 'RATED') return rated.rating;
      throw missing('rating of action', action.id);
    } catch (error) {
      if (error instanceof ApplicationFailure || isBusy(error)) throw error;
      throw ApplicationFailure.create({
        type: 'RATING_FAILED',
        message: `rating by ${plansOf(action)} failed: ${error instanceof Error ? error.message : String(error)}`,
        nonRetryable: true,
      });
    } finally {
      told();
    }
  }

  /**
   * Stores a rating, as holds leave it, with the action's end. Fires `UNDERWRITING_REFERRED` if the quote needs an underwriter's
   * approval; otherwise the last action closes the event. An existing quote is left unchanged.
   */
  async store(
    making: RatingInput,
    ended: ActionToRun,
    rating: RatingResult | BundleRating,
    { failure, triggerResult }: StoreOptions = {},
  ): Promise<RatedAction> {
    const { db, catalog } = this.uses;
    const { event, version, action, question, lookups } = making;
    const now = await businessTimeOf(db, this.uses, event);
    const moment = now.systemTime;
    const term = question.term ?? firstTerm(version, action);
    const context = quoteContextOf(making, { term, now });
    const made = newQuotes(context, rating);
    const quote = judgedByLookups(made.quote, lookups);
    const components = stoppedComponents(made.components, lookups.stops);
    const endedAction: EndedAction = {
      ...attemptOf(moment),
      ...ended,
      triggerRequestId: event.triggerRequestId,
      kind: 'CONFIGURED',
      state: failure === undefined ? 'SUCCEEDED' : 'FAILED',
      lastError: failure ?? null,
      requestId: quote.requestId,
    };
    const { parent } = contextUnder(event, action.id);
    const result = await db.transaction(async (trx) => {
      const isFirst = await recordAction(trx, endedAction);
      const stops = isFirst ? await stopsOfNewQuote(trx, { catalog }, quote, now) : [];
      const stored = isFirst
        ? stoppedQuote(quote, stops)
        : await Quote.query(trx).findById(quote.requestId).throwIfNotFound();
      if (isFirst) {
        const ofComponents = stoppedComponents(components, stops).map(recordOf);
        await insertQuotes(trx, [recordOf({ quote: stored, rating }), ...ofComponents]);
      }
      const referred = stored.requiresUnderwriterApproval;
      const closed = triggerResult !== undefined && !referred;
      if (closed) await closeEvent(trx, event.triggerRequestId, triggerResult, moment);
      else await markRunning(trx, event.triggerRequestId);
      const fired = referred
        ? [await fireAboutQuote(trx, catalog, 'UNDERWRITING_REFERRED', quote, parent)]
        : [];
      return { fired, closed };
    });
    return { quoteIds: [quote.requestId], ...result };
  }
}

function firstTerm({ compiled }: CatalogVersion, action: OwnRatingAction): Term {
  return ratingOf(compiled, action)?.terms[0] ?? 'ANNUAL';
}

function plansOf(action: OwnRatingAction): string {
  if (action.type === 'IOI_RATING') return `plan ${action.plan}`;
  return `the plans ${action.components.map(({ plan }) => plan).join(', ')}`;
}
