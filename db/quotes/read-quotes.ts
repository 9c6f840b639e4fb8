import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Database } from '../database.js';
import { columnsOf, prepared } from '../models/base.js';
import { Quote } from '../models/quote.js';
import { quoteObject } from './quote-object.js';

/** A quote with the components of a package, who asked for it when, and its policy. */
export type ReadQuote = Quote &
  Required<Pick<Quote, 'askedBy' | 'askedAt' | 'policyNumber' | 'changeAmounts'>>;

/** The most quotes of one trigger: more than any product configures actions. */
const mostQuotesOfATrigger = 1_000;

/** A quote that the organization's client received, or that it quoted itself; `undefined` if there is none. */
export async function readQuote(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<ReadQuote | undefined> {
  const [quote] = await withComponents(
    db,
    await visible(db, organizationId).where({ request_id: requestId }).modify(prepared, 'quote'),
  );
  return quote;
}

/** The same as its Quote object. */
export async function readQuoteObject(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<QuoteObject | undefined> {
  const quote = await readQuote(db, organizationId, requestId);
  return quote && quoteObject(quote);
}

/**
 * The quotes of a fired event that the organization may see, oldest first; only those of `quoteIds` if given.
 * Components' quotes are only within their packages.
 */
export async function readQuotesOfTrigger(
  db: Database,
  organizationId: string,
  triggerRequestId: string,
  quoteIds?: readonly string[],
): Promise<ReadQuote[]> {
  const quotes = visible(db, organizationId)
    .where({ trigger_request_id: triggerRequestId, package_request_id: null })
    .orderBy(['quote_timestamp', 'request_id'])
    .limit(mostQuotesOfATrigger);
  if (quoteIds === undefined) quotes.modify(prepared, 'quotes of trigger');
  else quotes.findByIds([...quoteIds]);
  return withComponents(db, await quotes);
}

/** Quotes that the organization may see, by their ids. */
export async function readQuotes(
  db: Database,
  organizationId: string,
  requestIds: readonly string[],
): Promise<ReadQuote[]> {
  return withComponents(db, await visible(db, organizationId).findByIds([...requestIds]));
}

const columns = columnsOf(Quote);

function visible(db: Database, organizationId: string) {
  return Quote.query(db).modify('visibleTo', organizationId).select(columns).modify('toAccept');
}

/** An organization that can see a package can see its components. */
async function withComponents(db: Database, quotes: Quote[]): Promise<ReadQuote[]> {
  const packages = quotes.filter(isPackage);
  if (packages.length > 0) await Quote.fetchGraph(packages, 'components', { transaction: db });
  return quotes as ReadQuote[];
}

const isPackage = ({ actionType, packageRequestId }: Quote): boolean =>
  actionType === 'BUNDLE_RATING' && packageRequestId === null;
