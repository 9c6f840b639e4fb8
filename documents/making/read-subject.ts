import { languageOfClient } from '../../db/clients/paperless.js';
import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyQuote } from '../../db/models/policy-quote.js';
import { Quote } from '../../db/models/quote.js';
import type { ContractOnDate } from '../../domain/policy/contract.js';
import { readSubjectPolicy, type SubjectDay, type SubjectPolicy } from './policy-of-document.js';

/** The ids of the records that a document is about, as the caller gave them. */
export interface SubjectIds {
  clientId: string;
  quoteId?: string | undefined;
  policyId?: string | undefined;
  /** Of an endorsement that reaches several terms: the term that the document is about. */
  termNumber?: number | undefined;
}

/** The records that a document is about, all visible to the organization and consistent with each other. */
export interface Subject {
  client: Client;
  quote: Quote | null;
  components: Quote[];
  policy: SubjectPolicy | null;
  /** The other organization that can see the quote or policy. */
  otherOrganizationId: string | null;
}

/** An id that names no visible record, or records that do not belong together. */
export class SubjectProblem extends Error {
  override name = 'SubjectProblem';
  readonly kind: 'MISSING' | 'MISMATCH';
  readonly field: keyof SubjectIds | 'productId' | 'formConfigId';
  readonly id: string;

  constructor(kind: SubjectProblem['kind'], field: SubjectProblem['field'], id: string, message: string) {
    super(message);
    this.kind = kind;
    this.field = field;
    this.id = id;
  }
}

/**
 * Reads the records that a document of a product is about. A policy adds the quote of its term if no quote is named,
 * with the coverages and amounts of its contract on the document's day. Throws a `SubjectProblem` if a record is
 * missing, or belongs to another client, product or policy.
 */
export async function readSubject(
  db: Database,
  organizationId: string,
  productId: string,
  ids: SubjectIds,
  day: SubjectDay,
): Promise<Subject> {
  const policy =
    ids.policyId === undefined
      ? null
      : await policyOf(db, organizationId, ids.policyId, { ...day, termNumber: ids.termNumber });
  const quoteId = ids.quoteId ?? policy?.on.term.quoteId ?? policy?.row.quoteId;
  const quote = quoteId === undefined ? null : await quoteOf(db, organizationId, quoteId);
  const client = await Client.query(db).findById(ids.clientId).select('clients.*', languageOfClient);
  const isShown = policy?.row.clientId === ids.clientId || quote?.clientId === ids.clientId;
  if (client === undefined || (client.organizationId !== organizationId && !isShown)) {
    throw new SubjectProblem('MISSING', 'clientId', ids.clientId, `no client ${ids.clientId}`);
  }
  for (const [field, record] of [
    ['policyId', policy?.row ?? null],
    ['quoteId', quote],
  ] as const) {
    refuseOther(field, record, ids, productId);
  }
  if (policy !== null && ids.quoteId !== undefined) await refuseOtherQuote(db, policy.row, ids.quoteId);
  const sides = policy
    ? [policy.row.sellerOrganizationId, policy.row.issuingOrganizationId]
    : quote
      ? [quote.clientOrganizationId, quote.quotingOrganizationId]
      : [];
  const ratedBy = quote && asContract(quote, ids.quoteId === undefined && policy ? policy.on : null);
  return {
    client,
    quote,
    components: quote === null || ratedBy === null ? [] : await componentsOf(db, quote, ratedBy),
    policy,
    otherOrganizationId: sides.find((side) => side !== organizationId) ?? null,
  };
}

async function policyOf(
  db: Database,
  organizationId: string,
  policyId: string,
  day: SubjectDay,
): Promise<SubjectPolicy> {
  const policy = await readSubjectPolicy(db, organizationId, policyId, day);
  if (policy === undefined)
    throw new SubjectProblem('MISSING', 'policyId', policyId, `no policy ${policyId}`);
  return policy;
}

async function quoteOf(db: Database, organizationId: string, quoteId: string): Promise<Quote> {
  const quote = await Quote.query(db).findById(quoteId).modify('visibleTo', organizationId);
  if (quote === undefined) throw new SubjectProblem('MISSING', 'quoteId', quoteId, `no quote ${quoteId}`);
  return quote;
}

/** Shows a term's quote with the amounts of the contract. Answers the quote that has its components. */
function asContract(quote: Quote, on: ContractOnDate | null): string | null {
  if (on === null) return quote.requestId;
  quote.quoteDetails = on.contract?.quoteDetails ?? quote.quoteDetails;
  return on.ratedBy;
}

function componentsOf(db: Database, { actionType }: Quote, ratedBy: string): Promise<Quote[]> {
  if (actionType !== 'BUNDLE_RATING') return Promise.resolve([]);
  return Promise.resolve(Quote.query(db).where('package_request_id', ratedBy).orderBy('package_position'));
}

function refuseOther(
  field: 'policyId' | 'quoteId',
  record: { clientId: string | null; productId: string } | null,
  ids: SubjectIds,
  productId: string,
): void {
  const id = ids[field];
  if (record === null || id === undefined) return;
  const what = field === 'policyId' ? 'policy' : 'quote';
  if (record.clientId !== ids.clientId) {
    throw new SubjectProblem('MISMATCH', field, id, `is a ${what} of another client`);
  }
  if (record.productId !== productId) {
    throw new SubjectProblem('MISMATCH', field, id, `is a ${what} of another product`);
  }
}

async function refuseOtherQuote(
  db: Database,
  policy: Pick<Policy, 'id' | 'quoteId'>,
  quoteId: string,
): Promise<void> {
  if (policy.quoteId === quoteId) return;
  const own = await PolicyQuote.query(db).findById(quoteId);
  const renewal = own
    ? undefined
    : await Policy.query(db).findById(policy.id).where('renewal_quote_id', quoteId);
  if (own?.policyId === policy.id || renewal !== undefined) return;
  throw new SubjectProblem('MISMATCH', 'quoteId', quoteId, 'is not a quote of the policy');
}
