import type { Knex } from 'knex';
import { referringCodes } from '../../domain/quote/referring.js';
import type { QuoteMessage } from '../../domain/rating/run/result.js';
import type { QuoteToAccept } from '../authority/lack-to-accept.js';
import { anyPart } from '../clients/client-filters.js';
import type { Database } from '../database.js';
import { keyOfEvent } from '../events/event-keys.js';
import { narrow } from '../filters.js';
import { Quote } from '../models/quote.js';
import { seenBy } from '../models/visibility.js';
import { inOrder, type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { type QuoteFilter, quoteFilters, underReview } from './quote-filters.js';

const columns = [
  ...['request_id', 'trigger_request_id', 'type', 'outcome', 'product_id', 'line_name', 'client_id'],
  ...['client_organization_id', 'quoting_organization_id', 'quoting_organization_name'],
  ...['effective_date', 'term', 'premium', 'bindable', 'requires_underwriter_approval'],
  ...['requires_policyholder_acceptance', 'underwriter_response', 'quote_timestamp', 'product_version_id'],
  ...['as_rating_configured_at', 'assigned_to', 'assigned_at', 'expires_at', 'package_request_id'],
  ...['policyholder_response', 'clock_id', 'underwriting'],
];

/** Whether a seller may bind a quote can depend on its coverages. */
const detailsOfBindable = 'case when bindable then quote_details end as quote_details';

/** The name in its answers, else that of the reader's client. */
const clientName = `coalesce(nullif(intake #>> '{client.name,answer}', ''),
  (select name from clients where clients.id = quotes.client_id and ${seenBy('clients')})) as client_name`;

/** Rules of loops refer once for each iteration. */
const mostReasons = 20;
const referralMessages = `(select coalesce(jsonb_agg(said), '[]') from (
    select message as said from jsonb_array_elements(messages) message
      where requires_underwriter_approval and message ->> 'code' = any (?) limit ${mostReasons}) shown) as referral_messages`;

/** The policy that was issued from it, else the one that its event is about. */
const policyId = `coalesce((select policy_id from policy_quotes where quote_id = quotes.request_id),
  (select policy_id from events where events.trigger_request_id = quotes.trigger_request_id)) as policy_id`;

/** Of the whole term; null if it was declined. */
const taxesAndFees = `case when premium is not null then (
    select coalesce(sum((charge ->> 'amount')::numeric), 0)
    from jsonb_array_elements(quote_details #> '{premium,taxesAndFees}') charge
  ) end as taxes_and_fees`;

const noteCount = `(select count(*)::int from quote_notes note where note.request_id = quotes.request_id) as note_count`;

/** A quote as it is listed: with these columns only. */
export type StoredListedQuote = Quote &
  QuoteToAccept & {
    underReview: boolean;
    clientName: string | null;
    policyId: string | null;
    policyNumber: string | null;
    referralMessages: Pick<QuoteMessage, 'message' | 'compared'>[];
    taxesAndFees: string | null;
    noteCount: number;
  };

/** A page of a list of quotes. */
export interface QuotePage {
  /** Only quotes of these products. */
  productIds?: readonly string[] | undefined;
  oldestFirst?: boolean;
  offset: number;
  limit: number;
  countUpTo: number;
}

/** Matching quotes that the organization sees, newest first by default, and their number. Components are part of their package. */
export async function listQuotes(
  db: Database,
  organizationId: string,
  filter: QuoteFilter,
  { productIds, ...page }: QuotePage,
): Promise<{ quotes: StoredListedQuote[] } & Omit<ReadPage, 'ids'>> {
  const order = ['quote_timestamp', 'request_id'] as const;
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  const ofSubject = await subjectOf(db, organizationId, filter);
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'quotes',
    organizationId,
    order,
    ...page,
    ...countAndDays(filter),
    narrow: (query) => {
      query.whereRaw(isListed);
      narrow(query, 'quotes', quoteFilters, filter, timeZone);
      ofSubject(query);
      if (filter.clientName !== undefined) named(query, filter.clientName, organizationId);
      if (productIds) query.whereIn('quotes.product_id', [...productIds]);
      // Who works on a quote is known to the quoting organization alone.
      if (filter.assignedTo !== undefined) query.where('quotes.quoting_organization_id', organizationId);
      // Written out, so that the planner recognizes the partial index.
      if (filter.type !== undefined && filter.type !== 'QUOTE') query.whereRaw(`quotes.type <> 'QUOTE'`);
    },
  });
  const quotes = await Quote.query(db)
    .findByIds(ids)
    .select(columns)
    .select(
      Quote.raw(
        `${underReview} as under_review, ${detailsOfBindable}, ${noteCount}, ${policyId}, ${taxesAndFees}`,
      ),
    )
    .modify('toAccept')
    .select(Quote.raw(clientName, [organizationId]), Quote.raw(referralMessages, [[...referringCodes]]))
    .withGraphFetched('reviewer')
    .orderBy(inOrder({ order, ...page }))
    .castTo<StoredListedQuote[]>();
  return { quotes, ...counted };
}

/** The conditions of the event, the batch and the policy of quotes. A batch is known to the organization that fired it alone. */
async function subjectOf(
  db: Database,
  organizationId: string,
  { batchId, triggerRequestId, policyId }: QuoteFilter,
): Promise<(query: Knex.QueryBuilder) => void> {
  const key = triggerRequestId && (await keyOfEvent(db, { organizationId, triggerRequestId }));
  const eventsOf = (subject: object) => db('events').where(subject).select('trigger_request_id');
  return (query) => {
    if (batchId !== undefined) {
      const ofBatch = eventsOf({ batch_id: batchId, organization_id: organizationId });
      query.whereIn('quotes.trigger_request_id', ofBatch);
    }
    if (triggerRequestId !== undefined) query.whereIn('quotes.trigger_request_id', key ? [key] : []);
    if (policyId !== undefined) {
      const issued = db('policy_quotes').where('policy_id', policyId).select('quote_id');
      const about = db('quotes as made')
        .whereIn('made.trigger_request_id', eventsOf({ policy_id: policyId }))
        .select('made.request_id');
      query.whereIn('quotes.request_id', issued.unionAll(about));
    }
  };
}

/**
 * Only quotes of clients with a part in their name. Of another organization's client, whose name may since be another, the
 * name that the quote shows must have it, too.
 */
function named(query: Knex.QueryBuilder, text: string, organizationId: string): void {
  const part = anyPart(text);
  query.whereRaw(
    `exists (select from clients where clients.id = quotes.client_id and clients.name ilike ?)
      and (quotes.client_organization_id = ? or quotes.intake #>> '{client.name,answer}' ilike ?)`,
    [part, organizationId, part],
  );
}

const isListed = 'package_request_id is null';

/** The dates of a range may lie years back, where the list's order leads to them past all newer quotes. */
function countAndDays({ effectiveDateFrom: from, effectiveDateTo: to, clientName }: QuoteFilter) {
  const column = 'effective_date';
  if (clientName !== undefined) return { isSought: true };
  if (from === undefined && to === undefined) return { countedBy: ['quote_timestamp', 'request_id'] };
  return {
    countedBy: [column],
    days: to === undefined ? undefined : { column, from, to, indexed: isListed },
  };
}
