import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Quote } from '../models/quote.js';
import type { ProductCatalog } from '../products/catalog.js';
import { acceptFollowUp, type FollowUpContext } from './follow-up.js';

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
 * Accepts a notification about a quote's review, as an event of the client's organization; once per type.
 * `parent` is the event whose action caused it.
 */
export function fireAboutQuote(
  trx: Knex,
  catalog: ProductCatalog,
  type: 'UNDERWRITING_REFERRED' | 'UNDERWRITING_APPROVED' | 'UNDERWRITING_DECLINED',
  quote: NotifiedQuote,
  parent?: FollowUpContext['parent'],
): Promise<RunPlan> {
  const { requestId, productId, productVersionId, clientId } = quote;
  return acceptFollowUp(
    trx,
    catalog,
    {
      organizationId: quote.clientOrganizationId,
      productId,
      productVersionId,
      asConfiguredAt: quote.asRatingConfiguredAt,
      ...(parent !== undefined && { parent }),
    },
    {
      id: derivedId(requestId, type),
      type,
      payload: { quoteId: requestId, ...(clientId !== null && { clientId }) },
    } as Parameters<typeof acceptFollowUp>[3],
  );
}
