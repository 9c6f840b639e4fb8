import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { PolicyEvent } from '../models/policy-event.js';
import { PolicyQuote } from '../models/policy-quote.js';
import { Quote } from '../models/quote.js';
import { readFullPolicy, type StoredFullPolicy } from '../policies/read-full-policy.js';

/** What a document is to be about, by the ids that a caller gave. */
export interface SubjectIds {
  clientId: string;
  quoteId?: string | undefined;
  policyId?: string | undefined;
}

/** A policy with what documents show of its life. */
export type SubjectPolicy = StoredFullPolicy &
  Pick<Policy, 'termNumber' | 'cancelledOn' | 'cancellationNoticeOn'> & {
    changes: PolicyChange[];
    /** Why it is cancelled, or is going to be; null where nobody said. */
    cancellationReason: string | null;
  };

/** The records that a document is about, all seen by the organization and belonging together. */
export interface Subject {
  client: Client;
  quote: Quote | null;
  components: Quote[];
  policy: SubjectPolicy | null;
  /** The other organization that sees the quote or policy. */
  otherOrganizationId: string | null;
}

/** An id names nothing that the organization sees, or records that do not belong together. */
export class SubjectProblem extends Error {
  override name = 'SubjectProblem';
  readonly kind: 'MISSING' | 'MISMATCH';
  readonly field: keyof SubjectIds | 'productId';
  readonly id: string;

  constructor(kind: SubjectProblem['kind'], field: SubjectProblem['field'], id: string, message: string) {
    super(message);
    this.kind = kind;
    this.field = field;
    this.id = id;
  }
}

/**
 * Reads what a document of a product is about. A policy brings its current quote where none is named. Throws a
 * `SubjectProblem` where something is missing, or of another client, product or policy.
 */
export async function readSubject(
  db: Database,
  organizationId: string,
  productId: string,
  ids: SubjectIds,
  today: string,
): Promise<Subject> {
  const policy = ids.policyId === undefined ? null : await policyOf(db, organizationId, ids.policyId, today);
  const quoteId = ids.quoteId ?? policy?.quoteId;
  const quote = quoteId === undefined ? null : await quoteOf(db, organizationId, quoteId);
  const client = await Client.query(db).findById(ids.clientId);
  const isShown = policy?.clientId === ids.clientId || quote?.clientId === ids.clientId;
  if (client === undefined || (client.organizationId !== organizationId && !isShown)) {
    throw new SubjectProblem('MISSING', 'clientId', ids.clientId, `no client ${ids.clientId}`);
  }
  for (const [field, record] of [
    ['policyId', policy],
    ['quoteId', quote],
  ] as const) {
    refuseOther(field, record, ids, productId);
  }
  if (policy !== null && ids.quoteId !== undefined) await refuseOtherQuote(db, policy, ids.quoteId);
  const sides = policy
    ? [policy.sellerOrganizationId, policy.issuingOrganizationId]
    : quote
      ? [quote.clientOrganizationId, quote.quotingOrganizationId]
      : [];
  return {
    client,
    quote,
    components: quote === null ? [] : await componentsOf(db, quote),
    policy,
    otherOrganizationId: sides.find((side) => side !== organizationId) ?? null,
  };
}

async function policyOf(
  db: Database,
  organizationId: string,
  policyId: string,
  today: string,
): Promise<SubjectPolicy> {
  const sections = new Set(['answers', 'statements'] as const);
  const stored = await readFullPolicy(db, { organizationId, policyId, today, sections });
  if (stored === undefined)
    throw new SubjectProblem('MISSING', 'policyId', policyId, `no policy ${policyId}`);
  const [changes, notice, row] = await Promise.all([
    PolicyChange.query(db).where('policy_id', policyId).orderBy('seq'),
    PolicyEvent.query(db)
      .where('policy_id', policyId)
      .whereIn('type', ['POLICY_CANCELED', 'PRE_CANCELLATION_ISSUED'])
      .orderBy('created_at', 'desc')
      .first(),
    Policy.query(db)
      .findById(policyId)
      .select('term_number', 'cancelled_on', 'cancellation_notice_on')
      .throwIfNotFound(),
  ]);
  const cancellationReason = notice?.description ?? notice?.label ?? null;
  const { termNumber, cancelledOn, cancellationNoticeOn } = row;
  return { ...stored, termNumber, cancelledOn, cancellationNoticeOn, changes, cancellationReason };
}

async function quoteOf(db: Database, organizationId: string, quoteId: string): Promise<Quote> {
  const quote = await Quote.query(db)
    .findById(quoteId)
    .where((either) =>
      either
        .where('client_organization_id', organizationId)
        .orWhere('quoting_organization_id', organizationId),
    );
  if (quote === undefined) throw new SubjectProblem('MISSING', 'quoteId', quoteId, `no quote ${quoteId}`);
  return quote;
}

function componentsOf(db: Database, { requestId, actionType }: Quote): Promise<Quote[]> {
  if (actionType !== 'BUNDLE_RATING') return Promise.resolve([]);
  return Promise.resolve(Quote.query(db).where('package_request_id', requestId).orderBy('package_position'));
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
  policy: Pick<StoredFullPolicy, 'id' | 'quoteId'>,
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
