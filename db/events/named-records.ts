import type { Knex } from 'knex';
import { type NamedKind, namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { Client } from '../models/client.js';
import { seenBy } from '../models/visibility.js';

/** A record that an event names, as far as anyone who sees it may know. */
export interface NamedRow {
  kind: Exclude<NamedKind, 'PRODUCT'>;
  id: string;
  /** Null if it was made without a client. */
  clientId: string | null;
  /** Of a policy, a statement, a payment or a charge. */
  policyId: string | null;
  policyNumber: string | null;
  /** The organization of the client or the seller. */
  sellerId: string;
  /** The organization that quotes or issues. */
  issuerId: string;
  /** Of a policy: the action that rated it. */
  ratedBy: string | null;
  /** The client's test clock. */
  clockId: string | null;
}

/** Whether it is a client of the organization. */
export async function isClientOf(db: Knex, organizationId: string, clientId: string): Promise<boolean> {
  const client = await Client.query(db).findById(clientId).modify('visibleTo', organizationId).select('id');
  return client !== undefined;
}

const policyColumns = (policy: string) =>
  `${policy}.id, ${policy}.policy_number, ${policy}.seller_organization_id, ${policy}.issuing_organization_id,
  ${policy}.action_id, ${policy}.clock_id`;

/** Each with its ids, or numbers, and the organization as bindings; `sees` its records only. */
const statements = {
  CLIENT: `select 'CLIENT', id, id, null::uuid, null, organization_id, organization_id, null::uuid,
      clock_id
    from clients where id = any (?::uuid[]) and ${seenBy('clients')}`,
  QUOTE: `select 'QUOTE', request_id, client_id, null::uuid, null, client_organization_id, quoting_organization_id,
      null::uuid, clock_id
    from quotes where request_id = any (?::uuid[]) and ${seenBy('quotes')}`,
  POLICY: `select 'POLICY', policies.id, client_id, ${policyColumns('policies')}
    from policies where id = any (?::uuid[]) and ${seenBy('policies')}`,
  // Unique per issuer, and a seller may have policies of several. Few organizations issue policies, so the index of
  // issuers and numbers is searched once for each of them.
  NUMBER: `select 'POLICY', policies.id, client_id, ${policyColumns('policies')}
    from policies where policy_number = any (?::text[]) and ${seenBy('policies')}`,
  STATEMENT: `select 'STATEMENT', statement.id, policy.client_id, ${policyColumns('policy')}
    from statements statement join policies policy on policy.id = statement.policy_id
    where statement.id = any (?::uuid[]) and ${seenBy('policies', 'policy')}`,
  PAYMENT: `select 'PAYMENT', id, client_id, policy_id, null, organization_id,
      coalesce(issuing_organization_id, organization_id), null::uuid,
      (select clock_id from clients where clients.id = client_id)
    from payment_sessions where id = any (?::uuid[]) and ${seenBy('payment_sessions')}`,
  COLLECTION: `select 'COLLECTION', collection.id, policy.client_id, ${policyColumns('policy')}
    from collections collection join policies policy on policy.id = collection.policy_id
    where collection.id = any (?::uuid[]) and ${seenBy('policies', 'policy')}`,
  CLOCK: `select 'CLOCK', id, null::uuid, null::uuid, null, organization_id, organization_id, null::uuid, id
    from clocks where id = any (?::uuid[]) and ${seenBy('clocks')}`,
};
type Statement = keyof typeof statements;

/**
 * The clients, quotes, policies, statements, payments and charges that an event's payload names, as far as the organization sees
 * them; policies by their number where it names none by id. One query, and none where it names nothing. `policyId` is a
 * policy that the event is about without naming it.
 */
export async function readNamedRecords(
  db: Knex,
  organizationId: string,
  envelope: { payload: object },
  policyId?: string,
): Promise<NamedRow[]> {
  return readRecordsOfMany(db, organizationId, [envelope], policyId);
}

/** The same for many events, in one query. */
export async function readRecordsOfMany(
  db: Knex,
  organizationId: string,
  envelopes: readonly { payload: object }[],
  policyId?: string,
): Promise<NamedRow[]> {
  const idsOf = (kind: NamedKind) => [
    ...new Set(envelopes.flatMap((envelope) => namedRecords(envelope, kind).map(({ id }) => id))),
  ];
  const numbers = envelopes.flatMap((envelope) => {
    const isNamed = namedRecords(envelope, 'POLICY').length > 0 || policyId !== undefined;
    return isNamed ? [] : (namedPolicyNumber(envelope)?.id ?? []);
  });
  const policies = idsOf('POLICY');
  if (policies.length === 0 && policyId !== undefined) policies.push(policyId);
  const named: [Statement, string[]][] = [
    ['CLIENT', idsOf('CLIENT')],
    ['QUOTE', idsOf('QUOTE')],
    ['POLICY', policies],
    ['NUMBER', numbers],
    ['STATEMENT', idsOf('STATEMENT')],
    ['PAYMENT', idsOf('PAYMENT')],
    ['COLLECTION', idsOf('COLLECTION')],
    ['CLOCK', idsOf('CLOCK')],
  ];
  const present = named.filter(([, ids]) => ids.length > 0);
  if (present.length === 0) return [];
  const parts = present.map(([statement]) => statements[statement]).join(' union all ');
  const { rows } = await db
    .raw<{ rows: NamedRow[] }>(
      `select * from (${parts}) as named
        (kind, id, "clientId", "policyId", "policyNumber", "sellerId", "issuerId", "ratedBy", "clockId")`,
      present.flatMap(([, ids]) => [ids, organizationId]),
    )
    // Named, so that each connection plans the statement once.
    .options({ name: ['named', ...present.map(([statement]) => statement)].join('_') });
  return rows;
}

/** The rows of a kind. */
export function ofKind(rows: readonly NamedRow[], kind: NamedRow['kind']): NamedRow[] {
  return rows.filter((row) => row.kind === kind);
}

/** Whether a record is of a seller and an insurer: clients and their clocks are of the seller alone. */
export const isInsured = ({ kind }: Pick<NamedRow, 'kind'>): boolean => kind !== 'CLIENT' && kind !== 'CLOCK';

/** Several issuers may have the number of a policy: the client's policy, else the first one. */
export function ofClient(policies: readonly NamedRow[], clientId: string | undefined): NamedRow | undefined {
  return policies.find((policy) => policy.clientId === clientId) ?? policies[0];
}
