import type { Knex } from 'knex';
import { businessTimeOf, clientTime, type TimeSources } from '../../db/clock.js';
import { Client } from '../../db/models/client.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { ProductHeader } from '../../db/products/catalog.js';
import { BusinessTime } from '../../domain/ground/business-time.js';

/**
 * The business time of what a document is about: its policy, else its quote, else its client with the product's time
 * zone. Records that do not exist have none of a clock: whether they are there is asked later.
 */
export async function businessTimeOfSubject(
  db: Knex,
  sources: TimeSources,
  ids: {
    product: ProductHeader;
    clientId: string;
    policyId?: string | undefined;
    quoteId?: string | undefined;
  },
): Promise<BusinessTime> {
  const { policyId, quoteId, clientId, product } = ids;
  const columns = ['product_version_id', 'clock_id'];
  const record =
    (policyId && (await Policy.query(db).findById(policyId).select(columns))) ||
    (quoteId && (await Quote.query(db).findById(quoteId).select(columns)));
  if (record) return businessTimeOf(db, sources, record);
  const client = await Client.query(db).findById(clientId).select('clock_id');
  const at = await clientTime(db, sources.now, client?.clockId ?? null);
  return new BusinessTime(at, product.timeZone, sources.now());
}
