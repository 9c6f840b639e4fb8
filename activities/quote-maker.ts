import { ApplicationFailure } from '@temporalio/common';
import { fireAboutQuote } from '../db/events/fire-about-quote.js';
import type { AcceptedEvent } from '../db/events/read-event.js';
import type { EndedAction } from '../db/events/record-action.js';
import { Organization } from '../db/models/organization.js';
import type { CatalogVersion } from '../db/products/catalog.js';
import { recordQuote } from '../db/quotes/record-quote.js';
import type { GetQuotesEnvelope } from '../domain/events/envelope.js';
import type { RunPlan } from '../domain/events/fired-event.js';
import { ratingOf } from '../domain/product/compile-product.js';
import type { OwnRatingAction } from '../domain/product/configured-action.js';
import { newQuotes } from '../domain/quote/package-quote.js';
import type { CompiledBundle } from '../domain/rating/bundle/compile-bundle.js';
import type { BundleRating } from '../domain/rating/bundle/result.js';
import type { CompiledPlan } from '../domain/rating/compiled-plan.js';
import type { RatingResult } from '../domain/rating/result.js';
import type { ActivityDependencies } from './dependencies.js';
import { attemptOf } from './ended-action.js';
import { missing } from './failures.js';

/** The part of a planned action that an activity is told. */
export interface ActionToRun {
  actionId: string;
  type: OwnRatingAction['type'];
  name: string;
}

/** An event whose intake is rated. */
export type QuotingEvent = AcceptedEvent & { envelope: GetQuotesEnvelope };

/** One rating action of one event, with all that it is made from. */
export interface QuoteInTheMaking {
  event: QuotingEvent;
  version: CatalogVersion;
  action: OwnRatingAction;
  /** Absent where the event works without a client (`batchMode`). */
  clientId?: string | undefined;
}

/** What rating an action came to; workflows start the runs of what it fired. */
export interface RatedAction {
  quoteIds: string[];
  fired: RunPlan[];
}

/** Makes quotes: what rating an action and writing down that it failed have in common. */
export class QuoteMaker {
  readonly #dependencies: ActivityDependencies;

  constructor(dependencies: ActivityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads what an action rates; a record that is missing is not tried again. */
  async begin(triggerRequestId: string, actionId: string, clientId?: string): Promise<QuoteInTheMaking> {
    const { events, catalog } = this.#dependencies;
    const event = await events.read(triggerRequestId);
    if (event === undefined || !isQuoting(event)) throw missing('quoting event', triggerRequestId);
    const version = await catalog.version(event.productVersionId);
    if (version === null) throw missing('product version', event.productVersionId);
    const action = version.definition.configurations
      .flatMap((configuration) => configuration.events.GET_QUOTES ?? [])
      .find((configured) => configured.id === actionId);
    if (action === undefined) throw missing('action', actionId);
    return { event, version, action, clientId: clientId ?? event.envelope.payload.clientId };
  }

  /** Rates by the product's own plan or plans. What breaks here is the plan or the engine, and would break again. */
  rate({ event, version, action }: QuoteInTheMaking): RatingResult | BundleRating {
    const { intake, effectiveDate, term } = event.envelope.payload;
    try {
      return ratingBy(version, action).rate({ answers: intake, effectiveDate, term });
    } catch (error) {
      throw ApplicationFailure.create({
        type: 'RATING_FAILED',
        message: `rating by ${plansOf(action)} failed: ${error instanceof Error ? error.message : String(error)}`,
        nonRetryable: true,
      });
    }
  }

  /**
   * Stores what was rated with the action's end, and fires `UNDERWRITING_REFERRED` where the quote needs an
   * underwriter. A quote that is there already is left as it is.
   */
  async store(
    making: QuoteInTheMaking,
    ended: ActionToRun,
    rating: RatingResult | BundleRating,
    failure?: string,
  ): Promise<RatedAction> {
    const { db, catalog, now } = this.#dependencies;
    const { event, version, action } = making;
    const moment = now();
    const { quote, components } = newQuotes(
      {
        triggerRequestId: event.triggerRequestId,
        organizationId: event.organizationId,
        envelope: event.envelope,
        clientId: making.clientId ?? null,
        action: { actionId: action.id, type: action.type },
        product: {
          id: event.productId,
          versionId: version.versionId,
          source: version.source,
          title: version.definition.product.title,
        },
        quoting: await this.#quotingOrganization(making),
        term: event.envelope.payload.term ?? ratingBy(version, action).terms[0] ?? 'ANNUAL',
        asConfiguredAt: event.asConfiguredAt,
        now: moment,
      },
      rating,
    );
    const endedAction: EndedAction = {
      ...attemptOf(moment),
      ...ended,
      triggerRequestId: event.triggerRequestId,
      kind: 'CONFIGURED',
      state: failure === undefined ? 'SUCCEEDED' : 'FAILED',
      lastError: failure ?? null,
      requestId: quote.requestId,
    };
    const componentRecords = components.map((component) => ({
      quote: component.quote,
      worksheet: component.rating.worksheet,
    }));
    await recordQuote(db, quote, rating.worksheet, endedAction, componentRecords);
    const referred = quote.requiresUnderwriterApproval;
    const fired = referred ? [await fireAboutQuote(db, catalog, 'UNDERWRITING_REFERRED', quote)] : [];
    return { quoteIds: [quote.requestId], fired };
  }

  /** The product's owner, unless the action quotes for another organization. */
  async #quotingOrganization({
    event,
    action,
  }: QuoteInTheMaking): Promise<{ organizationId: string; name: string }> {
    const { db, catalog } = this.#dependencies;
    const product = await catalog.productVisibleTo(event.organizationId, event.productId);
    if (
      product !== null &&
      (action.quotingOrganizationId ?? product.ownerOrganizationId) === product.ownerOrganizationId
    ) {
      return { organizationId: product.ownerOrganizationId, name: product.ownerOrganizationName };
    }
    const id = action.quotingOrganizationId ?? event.organizationId;
    const organization = await Organization.query(db).findById(id).select('id', 'name');
    if (organization === undefined) throw missing('quoting organization', id);
    return { organizationId: organization.id, name: organization.name };
  }
}

function isQuoting(event: AcceptedEvent): event is QuotingEvent {
  return event.envelope.type === 'GET_QUOTES';
}

function ratingBy({ compiled }: CatalogVersion, action: OwnRatingAction): CompiledPlan | CompiledBundle {
  const rating = ratingOf(compiled, action);
  if (rating === undefined) throw missing('rating of action', action.id);
  return rating;
}

function plansOf(action: OwnRatingAction): string {
  if (action.type === 'IOI_RATING') return `plan ${action.plan}`;
  return `the plans ${action.components.map(({ plan }) => plan).join(', ')}`;
}
