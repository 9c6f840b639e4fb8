import type { Knex } from 'knex';
import type { EventType } from '../../domain/events/catalog.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Quote } from '../models/quote.js';
import type { ProductCatalog } from '../products/catalog.js';
import { acceptFollowUp, type FollowUpContext } from './follow-up.js';

/** The notifications about the review of a quote. */
export type UnderwritingNews = Extract<EventType, `UNDERWRITING_${string}`>;

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
 * Accepts a notification about a quote's review, as an event of the client's organization; once per type, and per `key` of what
 * happens to a quote repeatedly.
 * `parent` is the event whose action caused it.
 */
export function fireAboutQuote(
  trx: Knex,
  catalog: ProductCatalog,
  type: UnderwritingNews,
  quote: NotifiedQuote,
  parent?: FollowUpContext['parent'],
  key?: string,
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
      id: derivedId(requestId, type, ...(key === undefined ? [] : [key])),
      type,
      payload: { quoteId: requestId, ...(clientId !== null && { clientId }) },
    } as Parameters<typeof acceptFollowUp>[3],
  );
}
