import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { Organization } from '../../db/models/organization.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
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
  /** Absent if the event has no client (`batchMode`). */
  clientId?: string | undefined;
}

/** Reads a rating action and the data of its quote. A missing record is not retried. */
export async function readQuotingAction(
  dependencies: Pick<ActivityDependencies, 'events' | 'catalog'>,
  triggerRequestId: string,
  actionId: string,
  clientId?: string,
): Promise<QuotingAction> {
  const { event, version } = await readEventWithVersion(dependencies, triggerRequestId);
  if (!isQuoting(event)) throw missing('quoting event', triggerRequestId);
  const action = version.compiled.actions.get(actionId);
  if (action === undefined || !isRating(action)) throw missing('rating action', actionId);
  return { event, version, action, clientId: clientId ?? event.envelope.payload.clientId };
}

/** The organization that quotes, and what the seller may do on its paper. */
export type Quoting = QuoteContext['quoting'] & { authority: Authority | undefined };

/** The quoting organization: the product's owner, unless the action quotes for another organization. */
export async function quotingOrganizationOf(
  { db, catalog, now }: Pick<ActivityDependencies, 'db' | 'catalog' | 'now'>,
  { event, action }: QuotingAction,
): Promise<Quoting> {
  const organization = await organizationOf({ db, catalog }, { event, action });
  const { organizationId, productId } = event;
  const sold = { organizationId, productId, issuerId: organization.organizationId, now: now() };
  const authority = await licensedAuthority({ catalog, licenseOf: catalog.licenseOf }, sold);
  return { ...organization, authority };
}

async function organizationOf(
  { db, catalog }: Pick<ActivityDependencies, 'db' | 'catalog'>,
  { event, action }: Pick<QuotingAction, 'event' | 'action'>,
): Promise<QuoteContext['quoting']> {
  // By its owner even where the event's organization sees the product no more: nobody quotes to itself.
  const product = await catalog.product(event.productId);
  if (product === null) throw missing('product', event.productId);
  const { ownerOrganizationId, ownerOrganizationName } = product;
  const id = action.quotingOrganizationId ?? ownerOrganizationId;
  if (id === ownerOrganizationId) return { organizationId: id, name: ownerOrganizationName };
  const organization = await Organization.query(db).findById(id).select('id', 'name');
  if (organization === undefined) throw missing('quoting organization', id);
  return { organizationId: organization.id, name: organization.name };
}

/** The organizations and records of this action's quote. */
export function quoteContextOf(
  { event, version, action, clientId }: QuotingAction,
  { quoting: { authority, ...quoting }, term, now }: { quoting: Quoting; term: Term; now: Date },
): QuoteContext {
  const { triggerRequestId, organizationId, productId, envelope, asConfiguredAt } = event;
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
