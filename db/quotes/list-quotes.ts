import type { QuoteToAccept } from '../authority/lack-to-accept.js';
import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { Quote } from '../models/quote.js';
import { type ReadPage, readSeenPage } from '../read-page.js';
import { type QuoteFilter, quoteFilters, underReview } from './quote-filters.js';
import { askedColumns } from './read-quotes.js';

const columns = [
  ...['request_id', 'trigger_request_id', 'type', 'outcome', 'product_id', 'line_name', 'client_id'],
  ...['client_organization_id', 'quoting_organization_id', 'quoting_organization_name'],
  ...['effective_date', 'term', 'premium', 'bindable', 'requires_underwriter_approval'],
  ...['requires_policyholder_acceptance', 'underwriter_response', 'quote_timestamp', 'product_version_id'],
  'as_rating_configured_at',
];

/** Whether a seller may bind a quote can depend on its coverages. */
const detailsOfBindable = 'case when bindable then quote_details end as quote_details';

/** A quote as it is listed: with these columns only. */
export type StoredListedQuote = Quote & QuoteToAccept & { underReview: boolean };

/** Matching quotes that the organization sees, newest first, and their number. Components are part of their package. */
export async function listQuotes(
  db: Database,
  organizationId: string,
  filter: QuoteFilter,
  limits: { offset: number; limit: number; countUpTo: number },
): Promise<{ quotes: StoredListedQuote[] } & Omit<ReadPage, 'ids'>> {
  const { ids, ...counted } = await readSeenPage(db, {
    ...{ table: 'quotes', organizationId, order: ['quote_timestamp', 'request_id'], ...limits },
    ...countAndDays(filter),
    narrow: (query) => {
      query.whereRaw(isListed);
      narrow(query, 'quotes', quoteFilters, filter);
    },
  });
  const quotes = await Quote.query(db)
    .findByIds(ids)
    .select(columns)
    .select(Quote.raw(`${underReview} as under_review, ${detailsOfBindable}, ${askedColumns}`))
    .orderBy([
      { column: 'quote_timestamp', order: 'desc' },
      { column: 'request_id', order: 'desc' },
    ])
    .castTo<StoredListedQuote[]>();
  return { quotes, ...counted };
}

const isListed = 'package_request_id is null';

/** The dates of a range may lie years back, where the list's order leads to them past all newer quotes. */
function countAndDays({ effectiveDateFrom: from, effectiveDateTo: to }: QuoteFilter) {
  const column = 'effective_date';
  if (from === undefined && to === undefined) return { countedBy: ['quote_timestamp', 'request_id'] };
  return {
    countedBy: [column],
    days: to === undefined ? undefined : { column, from, to, indexed: isListed },
  };
}
