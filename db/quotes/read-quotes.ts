import type { Database } from '../database.js';
import type { Quote } from '../models/quote.js';
import { seenBy } from '../models/visibility.js';

/** The JSON fields of a quote, still as text: reads send them without parsing. */
export interface StoredQuoteJson {
  underwriterResponse: string | null;
  policyholderResponse: string | null;
  quoteDetails: string | null;
  messages: string;
  metadata: string;
  inputMappingData: string | null;
  /** Null for a component that is read with its package, whose intake it has. */
  quoteIntake: string | null;
}

/** A quote with the field names of spec 2.5. */
export interface StoredQuote extends StoredQuoteJson {
  outcome: Quote['outcome'];
  requestId: string;
  pipelineId: string;
  triggerRequestId: string;
  actionId: string;
  actionType: string;
  type: Quote['type'];
  lineId: string;
  lineName: string;
  clientId: string | null;
  clientOrganizationId: string;
  quotingOrganizationId: string;
  quotingOrganization: string;
  effectiveDate: string;
  term: Quote['term'];
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  quoteTimestamp: Date;
  productVersionId: string;
  versionSystemSource: Quote['versionSystemSource'];
  asRatingConfiguredAtTimestamp: Date;
  /** For a component: the quote of its package. */
  packageRequestId: string | null;
  /** Who fired the event that asked for it, and when. */
  askedBy: string;
  askedAt: Date;
  /** For a package: its components, in order, without the intake, which is the package's. */
  packageQuotes?: StoredQuote[];
}

const ofEvent = (column: string) =>
  `(select ${column} from events where events.trigger_request_id = quotes.trigger_request_id)`;

/** Columns of who fired the event that asked for a quote, and when. */
export const askedColumns = `${ofEvent('organization_id')} as "askedBy", ${ofEvent('created_at')} as "askedAt"`;

const columnsWith = (
  intake: string,
) => `select outcome, request_id as "requestId", pipeline_id as "pipelineId",
    trigger_request_id as "triggerRequestId", action_id as "actionId", action_type as "actionType", type,
    coalesce(line_id, product_id) as "lineId", line_name as "lineName", client_id as "clientId",
    client_organization_id as "clientOrganizationId", quoting_organization_id as "quotingOrganizationId",
    quoting_organization_name as "quotingOrganization", effective_date as "effectiveDate", term, bindable,
    requires_underwriter_approval as "requiresUnderwriterApproval",
    requires_policyholder_acceptance as "requiresPolicyholderAcceptance",
    underwriter_response::text as "underwriterResponse", policyholder_response::text as "policyholderResponse",
    quote_timestamp as "quoteTimestamp", quote_details::text as "quoteDetails", messages::text as messages,
    metadata::text as metadata, input_mapping_data::text as "inputMappingData", ${intake} as "quoteIntake",
    product_version_id as "productVersionId", version_system_source as "versionSystemSource",
    as_rating_configured_at as "asRatingConfiguredAtTimestamp", package_request_id as "packageRequestId",
    ${askedColumns}
  from quotes`;

const visible = `${columnsWith('intake::text')}
  where ${seenBy('quotes')}`;

const one = `${visible} and request_id = ?`;

const ofPolicy = `${visible} and request_id = (select quote_id from policies where id = ?)`;

const ofTrigger = `${visible} and trigger_request_id = ? and package_request_id is null
  and (?::uuid[] is null or request_id = any (?::uuid[]))
  order by quote_timestamp, request_id limit ?`;

const ofPackages = `${columnsWith('null')}
  where package_request_id = any (?::uuid[]) order by package_request_id, package_position`;

/** The most quotes of one trigger: more than any product configures actions. */
const mostQuotesOfATrigger = 1_000;

/**
 * A quote that the organization's client received, or that it quoted itself; `undefined` if there is none.
 */
export async function readQuote(
  db: Database,
  organizationId: string,
  requestId: string,
): Promise<StoredQuote | undefined> {
  const [quote] = await withComponents(db, await read(db, 'quote_one', one, [organizationId, requestId]));
  return quote;
}

/** The statement of a policy's quote without a package's components, in the order of its bindings. */
export function quoteOfPolicyStatement(organizationId: string, policyId: string) {
  return { sql: ofPolicy, bindings: [organizationId, policyId] };
}

/** The quote of a policy's current term, as `readQuote` returns it. */
export async function readQuoteOfPolicy(
  db: Database,
  organizationId: string,
  policyId: string,
): Promise<StoredQuote | undefined> {
  const { sql, bindings } = quoteOfPolicyStatement(organizationId, policyId);
  const [quote] = await withComponents(db, await read(db, 'quote_of_policy', sql, bindings));
  return quote;
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
  const bindings = [organizationId, triggerRequestId, ids, ids, mostQuotesOfATrigger];
  return withComponents(db, await read(db, 'quotes_of_trigger', ofTrigger, bindings));
}

/** An organization that can see a package can see its components. */
async function withComponents(db: Database, quotes: StoredQuote[]): Promise<StoredQuote[]> {
  const packages = quotes.filter(isPackage);
  if (packages.length === 0) return quotes;
  const ids = packages.map(({ requestId }) => requestId);
  const components = await read(db, 'quotes_of_packages', ofPackages, [ids]);
  return quotes.map((quote) => {
    if (!isPackage(quote)) return quote;
    const own = components.filter(({ packageRequestId }) => packageRequestId === quote.requestId);
    return { ...quote, packageQuotes: own };
  });
}

function isPackage({ actionType, packageRequestId }: StoredQuote): boolean {
  return actionType === 'BUNDLE_RATING' && packageRequestId === null;
}

/** Named, so that each connection plans the statement once. */
async function read(
  db: Database,
  name: string,
  sql: string,
  bindings: readonly (string | number | string[] | null)[],
): Promise<StoredQuote[]> {
  const { rows } = await db.raw<{ rows: StoredQuote[] }>(sql, bindings).options({ name });
  return rows;
}
