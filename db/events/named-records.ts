import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import { seenBy } from '../models/visibility.js';

/** A record that an event names, with its client. */
export interface NamedRow {
  id: string;
  /** Null if it was made without a client. */
  clientId: string | null;
}

/** A record that may belong to a policy. */
export interface NamedPolicyRecord extends NamedRow {
  policyId: string | null;
}

export interface NamedPolicy extends NamedRow {
  policyNumber: string;
}

/** Whether it is a client of the organization. */
export async function isClientOf(db: Database, organizationId: string, clientId: string): Promise<boolean> {
  const client = await Client.query(db).findById(clientId).modify('visibleTo', organizationId).select('id');
  return client !== undefined;
}

/** The quotes that the organization's clients received or that it quoted itself, components included. */
export function namedQuotes(
  db: Database,
  organizationId: string,
  requestIds: readonly string[],
): Promise<NamedRow[]> {
  return read(
    db,
    'named_quotes',
    `select request_id as id, client_id as "clientId" from quotes
     where request_id = any (?::uuid[]) and ${seenBy('quotes')}`,
    [[...requestIds], organizationId],
  );
}

/** The policy by its id, if the organization sold or issued it. */
export function namedPolicies(db: Database, organizationId: string, id: string): Promise<NamedPolicy[]> {
  return read(
    db,
    'named_policy',
    `select id, client_id as "clientId", policy_number as "policyNumber" from policies
     where id = ? and ${seenBy('policies')}`,
    [id, organizationId],
  );
}

/**
 * Policies by their number: it is unique per issuer, and a seller may have policies of several issuers. Few
 * organizations issue policies, so the index of issuers and numbers is searched once for each of them.
 */
export function numberedPolicies(
  db: Database,
  organizationId: string,
  policyNumber: string,
): Promise<NamedPolicy[]> {
  return read(
    db,
    'numbered_policies',
    `select id, client_id as "clientId", policy_number as "policyNumber" from policies
     where policy_number = ? and ${seenBy('policies')}`,
    [policyNumber, organizationId],
  );
}

/** The statement, if the organization sold or issued its policy. */
export function namedStatements(
  db: Database,
  organizationId: string,
  id: string,
): Promise<NamedPolicyRecord[]> {
  return read(
    db,
    'named_statement',
    `select statement.id, policy.client_id as "clientId", policy.id as "policyId"
     from statements statement join policies policy on policy.id = statement.policy_id
     where statement.id = ? and ${seenBy('policies', 'policy')}`,
    [id, organizationId],
  );
}

/** The payment session that an event of the organization opened. */
export function namedSessions(
  db: Database,
  organizationId: string,
  id: string,
): Promise<NamedPolicyRecord[]> {
  return read(
    db,
    'named_session',
    `select id, client_id as "clientId", policy_id as "policyId" from payment_sessions where id = ? and ${seenBy('payment_sessions')}`,
    [id, organizationId],
  );
}

/** Named, so that each connection plans the statement once. */
async function read<Row extends NamedRow>(
  db: Database,
  name: string,
  sql: string,
  bindings: readonly (string | string[])[],
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, bindings).options({ name });
  return rows;
}
