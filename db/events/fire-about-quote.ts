import type { Knex } from 'knex';
import { derivedId } from '../../domain/derived-id.js';
import type { RunPlan } from '../../domain/events/fired-event.js';
import type { UnderwritingEventType } from '../../domain/events/underwriting.js';
import { Organization } from '../models/organization.js';
import type { Quote } from '../models/quote.js';
import type { ProductCatalog } from '../products/catalog.js';
import { acceptEvent } from './accept-event.js';
import { newEvent, planOfEvent } from './new-event.js';

type NotifiedQuote = Pick<
  Quote,
  | 'requestId'
  | 'productId'
  | 'productVersionId'
  | 'clientId'
  | 'clientOrganizationId'
  | 'asRatingConfiguredAt'
>;

/**
 * Accepts a notification that the service itself fires about a quote, as an event of the client's
 * organization. Its id follows from the quote and the type: firing it again changes nothing. Call it in the
 * transaction of what it tells about; start the plan that it answers afterwards. A start that gets lost is made up
 * for by the sweep.
 */
export async function fireAboutQuote(
  trx: Knex,
  catalog: ProductCatalog,
  type: UnderwritingEventType,
  quote: NotifiedQuote,
): Promise<RunPlan> {
  const [organization, version] = await Promise.all([
    Organization.query(trx).findById(quote.clientOrganizationId).throwIfNotFound(),
    catalog.version(quote.productVersionId),
  ]);
  const product = await catalog.product(quote.productId);
  if (product === null || version === null)
    throw new Error(`quote ${quote.requestId} has no product version`);
  const event = newEvent({
    organization,
    product,
    version,
    asConfiguredAt: quote.asRatingConfiguredAt,
    triggerRequestId: derivedId(quote.requestId, type),
    envelope: {
      type,
      lineId: quote.productId,
      productVersionId: quote.productVersionId,
      forceSync: false,
      batchMode: false,
      source: { sourceType: 'INTERNAL_CALL', organizationId: organization.id },
      payload: { quoteId: quote.requestId, ...(quote.clientId !== null && { clientId: quote.clientId }) },
    },
  });
  await acceptEvent(trx, event);
  return planOfEvent(event);
}
