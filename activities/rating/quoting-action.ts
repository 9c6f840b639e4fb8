import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { type QuotingOrganization, quotingOrganizationOf } from '../../db/products/quoting-organization.js';
import { isRating, type RatingAction } from '../../domain/actions/configured-action.js';
import type { Authority } from '../../domain/authority/authority.js';
import type { GetQuotesEnvelope } from '../../domain/events/envelope.js';
import type { Term } from '../../domain/ground/term.js';
import { quoteContext } from '../../domain/policy/quote-context.js';
import type { QuoteContext } from '../../domain/quote/new-quote.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { readEventWithVersion } from '../ground/event-with-version.js';
import { missing } from '../ground/failures.js';

/** An event whose intake is rated. */
export type QuotingEvent = AcceptedEvent & { envelope: GetQuotesEnvelope };

/** One rating action of one event, with the data that its quote is made from. */
export interface QuotingAction<Action extends RatingAction = RatingAction> {
  event: QuotingEvent;
  version: CatalogVersion;
  action: Action;
  quoting: Quoting;
  /** Absent if the event has no client (`batchMode`). */
  clientId?: string | undefined;
}

/** Reads a rating action and the data of its quote. A missing record is not retried. */
export async function readQuotingAction(
  dependencies: Pick<ActivityDependencies, 'events' | 'catalog' | 'now'>,
  triggerRequestId: string,
  actionId: string,
  clientId?: string,
): Promise<QuotingAction> {
  const { event, version } = await readEventWithVersion(dependencies, triggerRequestId);
  if (!isQuoting(event)) throw missing('quoting event', triggerRequestId);
  const action = version.compiled.actions.get(actionId);
  if (action === undefined || !isRating(action)) throw missing('rating action', actionId);
  const quoting = await quotingOf(dependencies, event, action);
  return { event, version, action, quoting, clientId: clientId ?? event.envelope.payload.clientId };
}

/** The organization that quotes, and what the seller may do on its paper. */
export type Quoting = QuotingOrganization & { authority: Authority | undefined };

async function quotingOf(
  { catalog, now }: Pick<ActivityDependencies, 'catalog' | 'now'>,
  { organizationId, productId }: AcceptedEvent,
  action: RatingAction,
): Promise<Quoting> {
  // By its owner even where the event's organization sees the product no more: nobody quotes to itself.
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  const quoting = await quotingOrganizationOf(catalog, product, action);
  const sold = { organizationId, productId, issuerId: quoting.organizationId, now: now() };
  const authority = await licensedAuthority({ catalog, licenseOf: catalog.licenseOf }, sold);
  return { ...quoting, authority };
}

/** The organizations and records of this action's quote. */
export function quoteContextOf(
  {
    event,
    version,
    action,
    quoting: { authority, organizationId: quotingId, name },
    clientId,
  }: QuotingAction,
  { term, now }: { term: Term; now: Date },
): QuoteContext {
  const { triggerRequestId, organizationId, productId, envelope, asConfiguredAt } = event;
  const quoting = { organizationId: quotingId, name };
  return quoteContext({
    triggerRequestId,
    organizationId,
    productId,
    envelope,
    asConfiguredAt,
    version,
    quoting,
    authority,
    term,
    now,
    clientId: clientId ?? null,
    action: { actionId: action.id, type: action.type },
  });
}

function isQuoting(event: AcceptedEvent): event is QuotingEvent {
  return event.envelope.type === 'GET_QUOTES';
}
