import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Database } from '../database.js';
import { instant, json, objectText, plain, text } from '../json-text.js';
import type { Quote } from '../models/quote.js';
import { seenBy } from '../models/visibility.js';
import { rowVersion, versionOfRows } from '../row-version.js';
import { readRow, readRows, type TextStatement } from '../text-statement.js';

/** Who fired the event that asked for a quote, and when. */
export interface AskedQuote {
  askedBy: string;
  askedAt: Date;
}

/** Null unless the organization that reads it might bind it for another one. */
type PerhapsAsked = { [field in keyof AskedQuote]: AskedQuote[field] | null };

export interface StoredQuote extends PerhapsAsked {
  /** The JSON text of a Quote object (spec 2.5), without fields that do not apply. */
  text: string;
  outcome: Quote['outcome'];
  bindable: boolean;
  quotingOrganizationId: string;
}

export interface ReadQuote extends StoredQuote {
  /** Of the row that the text is made from; null if that is more than one. */
  version: string | null;
}

const ofEvent = (column: string) =>
  `(select ${column} from events where events.trigger_request_id = quotes.trigger_request_id)`;

/** Columns of who fired the event that asked for a quote, and when. */
export const askedColumns = `${ofEvent('organization_id')} as "askedBy", ${ofEvent('created_at')} as "askedAt"`;

/** The members of a Quote object; `intake` is the SQL of its answers, absent for a component, which has its package's. */
const members = (q: string, intake?: string) => [
  plain('requestId', `${q}.request_id`),
  plain('pipelineId', `${q}.pipeline_id`),
  plain('triggerRequestId', `${q}.trigger_request_id`),
  plain('actionId', `${q}.action_id`),
  text('actionType', `${q}.action_type`),
  text('type', `${q}.type`),
  plain('lineId', `coalesce(${q}.line_id, ${q}.product_id)`),
  text('lineName', `${q}.line_name`),
  plain('clientOrganizationId', `${q}.client_organization_id`),
  plain('quotingOrganizationId', `${q}.quoting_organization_id`),
  text('quotingOrganization', `${q}.quoting_organization_name`),
  plain('effectiveDate', `${q}.effective_date`),
  text('term', `${q}.term`),
  json('bindable', `${q}.bindable`),
  json('requiresUnderwriterApproval', `${q}.requires_underwriter_approval`),
  json('requiresPolicyholderAcceptance', `${q}.requires_policyholder_acceptance`),
  instant('quoteTimestamp', `${q}.quote_timestamp`),
  plain('productVersionId', `${q}.product_version_id`),
  plain('versionSystemSource', `${q}.version_system_source`),
  instant('asRatingConfiguredAtTimestamp', `${q}.as_rating_configured_at`),
  plain('clientId', `${q}.client_id`),
  json('underwriterResponse', `${q}.underwriter_response`),
  json('policyholderResponse', `${q}.policyholder_response`),
  json('quoteDetails', `${q}.quote_details`),
  json('messages', `${q}.messages`),
  json('metadata', `${q}.metadata`),
  json('inputMappingData', `${q}.input_mapping_data`),
  ...(intake === undefined ? [] : [json('quoteIntake', intake)]),
];

/** An organization that can see a package can see its components, in their order. */
const components = `case when quotes.action_type = 'BUNDLE_RATING' and quotes.package_request_id is null then
  (select '[' || coalesce(string_agg(${objectText(members('c'))}, ',' order by c.package_position), '')
    || ']' from quotes c where c.package_request_id = quotes.request_id) end`;

/** The JSON text of a Quote object, of a row of `quotes` that has no components. */
export const singleQuoteText = objectText(members('quotes', 'quotes.intake'));

/** The JSON text of a Quote object, of `quotes`; `intake` is the SQL of its answers. */
export const quoteTextWith = (intake: string) =>
  objectText([...members('quotes', intake), json('packageQuotes', components)]);

const askedIfInsurers = (column: string) =>
  `case when bindable and quoting_organization_id <> ? then ${ofEvent(column)} end`;

/** The version of all that the text of a quote is made from: its row. Null for a package, which is made from several. */
const versionOfQuote = `case when action_type <> 'BUNDLE_RATING' or package_request_id is not null
  then ${versionOfRows([rowVersion('quotes')])} end`;

const visibleWith = (
  more = '',
) => `select ${quoteTextWith('quotes.intake')} as text, outcome, bindable, quoting_organization_id as "quotingOrganizationId",
    ${askedIfInsurers('organization_id')} as "askedBy", ${askedIfInsurers('created_at')} as "askedAt"${more}
  from quotes where ${seenBy('quotes')}`;

const one: TextStatement = {
  name: 'quote_one',
  sql: `${visibleWith(`, ${versionOfQuote}`)} and request_id = ?`,
};

const versionOfOne: TextStatement = {
  name: 'quote_version',
  sql: `select ${versionOfQuote} from quotes where ${seenBy('quotes')} and request_id = ?`,
};

const ofTrigger: TextStatement = {
  name: 'quotes_of_trigger',
  sql: `${visibleWith()} and trigger_request_id = ? and package_request_id is null
  and (?::uuid[] is null or request_id = any (?::uuid[]))
  order by quote_timestamp, request_id limit ?`,
};

/** The most quotes of one trigger: more than any product configures actions. */
const mostQuotesOfATrigger = 1_000;

/** A quote that the organization's client received, or that it quoted itself; `undefined` if there is none. */
export async function readQuote(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<ReadQuote | undefined> {
  type Row = [string, StoredQuote['outcome'], boolean, string, string | null, Date | null, string | null];
  const row = await readRow<Row>(db, one, [organizationId, organizationId, organizationId, requestId]);
  if (row === undefined) return undefined;
  const [text, outcome, bindable, quotingOrganizationId, askedBy, askedAt, version] = row;
  return { text, outcome, bindable, quotingOrganizationId, askedBy, askedAt, version };
}

/** The same as an object. */
export async function readQuoteObject(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<QuoteObject | undefined> {
  const quote = await readQuote(db, organizationId, requestId);
  return quote && JSON.parse(quote.text);
}

/** The version that {@link readQuote} would read, for a third of its cost. */
export async function readVersionOfQuote(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<string | null> {
  const [version = null] = (await readRow(db, versionOfOne, [organizationId, requestId])) ?? [];
  return version;
}

/**
 * The quotes of a fired event that the organization may see, oldest first; only those of `quoteIds` if given.
 * Components' quotes are only within their packages.
 */
export async function readQuotesOfTrigger(
  db: Database,
  organizationId: string,
  triggerRequestId: string,
  quoteIds: readonly string[] | null = null,
): Promise<StoredQuote[]> {
  const ids = quoteIds && [...quoteIds];
  return readRows<StoredQuote>(db, ofTrigger, [
    ...[organizationId, organizationId, organizationId],
    ...[triggerRequestId, ids, ids, mostQuotesOfATrigger],
  ]);
}
