import type { PolicyChange } from '../../domain/policy/policy-change.js';
import type { RecordedState } from '../../domain/policy/state-on.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Database } from '../database.js';
import { columnsOf, prepared } from '../models/base.js';
import { Client } from '../models/client.js';
import { Payment } from '../models/payment.js';
import { PaymentAllocation } from '../models/payment-allocation.js';
import { Policy } from '../models/policy.js';
import { PolicyEvent } from '../models/policy-event.js';
import { Statement } from '../models/statement.js';
import { readQuoteObject } from '../quotes/read-quotes.js';
import { type PolicyDay, type PolicyOnDay, policyOnDay } from './policy-on-day.js';
import { readPolicyChanges } from './read-history.js';

/** A policy with the names of its organizations. */
export type NamedPolicy = Policy & { issuerName: string; sellerName: string };

/** What is read of a policy if it is asked for. All but the quote is as recorded up to now, whatever the day. */
export interface PolicySections {
  changes: PolicyChange[];
  /** The quote of the day's term; null unless the organization sees it. */
  quote: QuoteObject | null;
  /** By time, those of one moment by the days on which they take effect. */
  events: PolicyEvent[];
  /** By term and due date. */
  statements: Statement[];
  payments: Payment[];
  allocations: PaymentAllocation[];
  client: ClientWithPolicies;
}

export type PolicySection = keyof PolicySections;

/** A client, and its policies that an organization sees, by effective date. */
export interface ClientWithPolicies {
  client: Client;
  policies: (RecordedState & Pick<Policy, 'premium'>)[];
}

export interface PolicyToRead<Section extends PolicySection> {
  organizationId: string;
  policyId: string;
  /** Without a day, the policy is only read as it is. */
  day?: PolicyDay | undefined;
  sections: readonly Section[];
}

export type ReadPolicy<Section extends PolicySection = never> = Pick<PolicySections, Section> & {
  /** As it is. */
  policy: NamedPolicy;
  /** Null without a day, and if the policy was not issued by the time of knowledge. */
  onDay: PolicyOnDay<NamedPolicy> | null;
};

interface Source {
  db: Database;
  organizationId: string;
  /** As it is on the day. */
  policy: Policy;
  changes(): Promise<PolicyChange[]>;
}

const columns = {
  policy: columnsOf(Policy),
  event: columnsOf(PolicyEvent),
  statement: columnsOf(Statement),
  payment: columnsOf(Payment),
  client: columnsOf(Client),
};

const readers: {
  readonly [Section in PolicySection]: (source: Source) => PromiseLike<PolicySections[Section]>;
} = {
  changes: ({ changes }) => changes(),
  quote: async ({ db, organizationId, policy }) =>
    (await readQuoteObject(db, organizationId, policy.quoteId)) ?? null,
  events: ({ db, policy }) =>
    PolicyEvent.query(db)
      .select(columns.event)
      .where('policy_id', policy.id)
      .orderBy(['created_at', 'seq'])
      .modify(prepared, 'policy events'),
  statements: ({ db, policy }) =>
    Statement.query(db)
      .select(columns.statement)
      .where('policy_id', policy.id)
      .orderBy(['term_number', 'due_date', 'number'])
      .modify(prepared, 'policy statements'),
  payments: ({ db, policy }) =>
    Payment.query(db)
      .select(columns.payment)
      .where('policy_id', policy.id)
      .modify(prepared, 'policy payments'),
  allocations: ({ db, policy }) =>
    PaymentAllocation.query(db).whereIn(
      'payment_id',
      Payment.query(db).where('policy_id', policy.id).select('id'),
    ),
  client: async ({ db, organizationId, policy: { clientId } }) => {
    const [client, policies] = await Promise.all([
      Client.query(db)
        .findById(clientId)
        .select(columns.client)
        .modify(prepared, 'client of policy')
        .throwIfNotFound(),
      Policy.query(db)
        .modify('visibleTo', organizationId)
        .where('client_id', clientId)
        .select('policy_state', 'policy_contract', 'premium', 'effective_date', 'last_day_with_coverage')
        .orderBy('effective_date')
        .modify(prepared, 'states of policies of client'),
    ]);
    return { client, policies };
  },
};

/**
 * A policy that the organization sold or issued, with the requested sections, which are read side by side; on a day, as
 * known at a time, if one is given. Undefined if the organization does not see it.
 */
export async function readPolicy<Section extends PolicySection>(
  db: Database,
  { organizationId, policyId, day, sections }: PolicyToRead<Section>,
): Promise<ReadPolicy<Section> | undefined> {
  const policy = await withNames(db, organizationId)
    .findById(policyId)
    .modify(prepared, 'policy')
    .castTo<NamedPolicy | undefined>();
  if (policy === undefined) return undefined;
  let read: Promise<PolicyChange[]> | undefined;
  const changes = () => {
    read ??= readPolicyChanges(db, policy);
    return read;
  };
  const onDay = day === undefined ? null : await policyOnDay(db, policy, await changes(), day);
  const source = { db, organizationId, policy: onDay?.policy ?? policy, changes };
  const found = sections.map(async (section) => [section, await readers[section](source)] as const);
  return {
    ...(Object.fromEntries(await Promise.all(found)) as Pick<PolicySections, Section>),
    policy,
    onDay,
  };
}

/** The most policies that one read of a client returns: more than any client has. */
const mostPoliciesOfAClient = 1_000;

/**
 * The client's policies that the organization sold or issued, the latest effective date first. Undefined if there are
 * none and the client belongs to another organization.
 */
export async function readPoliciesOfClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<NamedPolicy[] | undefined> {
  const policies = await withNames(db, organizationId)
    .where('policies.client_id', clientId)
    .orderBy([{ column: 'policies.effective_date', order: 'desc' }, 'policies.id'])
    .limit(mostPoliciesOfAClient)
    .modify(prepared, 'policies of client')
    .castTo<NamedPolicy[]>();
  if (policies.length > 0) return policies;
  const own = await Client.query(db).findById(clientId).modify('visibleTo', organizationId).select('id');
  return own && policies;
}

/** Policies that the organization sold or issued, by their ids. */
export async function readPolicies(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<NamedPolicy[]> {
  return withNames(db, organizationId)
    .whereIn('policies.id', [...ids])
    .castTo<NamedPolicy[]>();
}

const withNames = (db: Database, organizationId: string) =>
  Policy.query(db)
    .modify('visibleTo', organizationId)
    .join('organizations as issuer', 'issuer.id', 'policies.issuing_organization_id')
    .join('organizations as seller', 'seller.id', 'policies.seller_organization_id')
    .select(columns.policy, 'issuer.name as issuerName', 'seller.name as sellerName');
