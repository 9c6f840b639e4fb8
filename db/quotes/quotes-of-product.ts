import { ref } from 'objection';
import type { RatedQuestion } from '../../domain/rerating/rerate.js';
import { countUpTo } from '../count-up-to.js';
import type { Database } from '../database.js';
import { Quote } from '../models/quote.js';

/** The data of a stored quote for rating it again. */
export interface QuoteToRerate extends RatedQuestion {
  requestId: string;
  productVersionId: string;
  /** Decimal text; null if it was declined. */
  premium: string | null;
  quoteTimestamp: Date;
}

export interface QuotesOfProduct {
  productId: string;
  /** When the first of them were made. Quotes of test clocks are left out. */
  from: Date;
  /** Only those that this organization sees; absent: of all. */
  seenBy?: string;
}

/** The number of quotes that `eachBatchOfQuotes` yields, up to `atMost`. */
export function countQuotes(db: Database, of: QuotesOfProduct, atMost?: number): Promise<number> {
  return countUpTo(db, quotesSince(db, of).select('request_id'), atMost);
}

/**
 * A product's quotes, without those of a package's components and of changes, oldest
 * first, batch by batch. Only one batch is in memory, and no transaction stays open between batches.
 */
export async function* eachBatchOfQuotes(
  db: Database,
  of: QuotesOfProduct,
  { batchSize = 200 }: { batchSize?: number } = {},
): AsyncGenerator<QuoteToRerate[]> {
  let last: { requestId: string; position: string } | undefined;
  do {
    const batch = await nextBatch(db, of, batchSize, last);
    if (batch.length > 0) yield batch;
    last = batch.length < batchSize ? undefined : batch.at(-1);
  } while (last);
}

function nextBatch(
  db: Database,
  of: QuotesOfProduct,
  batchSize: number,
  after: { requestId: string; position: string } | undefined,
) {
  const query = quotesSince(db, of)
    .select(
      'request_id',
      'action_id',
      'action_type',
      'product_version_id',
      'effective_date',
      'as_rating_configured_at',
      'term',
      'intake',
      'input_mapping_data',
      'premium',
      'quote_timestamp',
      ref('metadata:expiring.values').as('expiring'),
      ref('metadata:loading.percent').castText().as('loading'),
      // As text, because a Date would lose the microseconds.
      db.raw('quote_timestamp::text as position'),
    )
    .orderBy(['quote_timestamp', 'request_id'])
    .limit(batchSize)
    .castTo<(QuoteToRerate & { position: string })[]>();
  return after === undefined
    ? query
    : query.whereRaw('(quote_timestamp, request_id) > (cast(? as timestamptz), cast(? as uuid))', [
        after.position,
        after.requestId,
      ]);
}

function quotesSince(db: Database, { productId, from, seenBy }: QuotesOfProduct) {
  return (
    Quote.query(db)
      .modify((query) => seenBy !== undefined && query.modify('visibleTo', seenBy))
      .where('product_id', productId)
      .whereNull('package_request_id')
      // Their premium is for a part of a term.
      .whereNotIn('type', ['ENDORSEMENT', 'TRUEUP'])
      .whereRaw(`not metadata @> '{"erased": true}'`)
      .whereNull('clock_id')
      .where('quote_timestamp', '>=', from)
  );
}
