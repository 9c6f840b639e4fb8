import type { Database } from '../database.js';
import { seenBy } from '../models/visibility.js';

/** The kinds of record that requests name, and that are about one product. */
export type RecordKind =
  | 'charge'
  | 'document'
  | 'entry'
  | 'event'
  | 'file'
  | 'job'
  | 'payment'
  | 'policy'
  | 'policyNumber'
  | 'quote'
  | 'statement'
  | 'version';

/** For each kind the ids and products of those records in `:ids` that the organization sees. */
const statements: Readonly<Record<RecordKind, string>> = {
  charge: `select collection.id, policy.product_id from collections collection
    join policies policy on policy.id = collection.policy_id
    where collection.id = any (:ids::uuid[]) and ${seen('policies', 'policy')}`,
  document: `select id, product_id from documents where id = any (:ids::uuid[]) and ${seen('documents')}`,
  entry: `select entry.id, entry.product_id from ledger_entries entry
    join policies policy on policy.id = entry.parent_policy_id
    where entry.id = any (:ids::uuid[]) and ${seen('policies', 'policy')}`,
  event: `select trigger_request_id as id, product_id from events
    where trigger_request_id = any (:ids::uuid[]) and ${seen('events')}
    union select trigger_request_id, product_id from quotes
    where trigger_request_id = any (:ids::uuid[]) and ${seen('quotes')}`,
  file: `select id, product_id from files where id = any (:ids::uuid[]) and ${seen('files')}`,
  job: `select id, product_id from jobs where id = any (:ids::uuid[]) and ${seen('jobs')}`,
  // A session has the id of the event that opened it.
  payment: `select session.id, event.product_id from payment_sessions session
    join events event on event.trigger_request_id = session.id
    where session.id = any (:ids::uuid[]) and ${seen('payment_sessions', 'session')}`,
  policy: `select id, product_id from policies where id = any (:ids::uuid[]) and ${seen('policies')}`,
  policyNumber: `select policy_number as id, product_id from policies
    where policy_number = any (:ids::text[]) and ${seen('policies')}`,
  quote: `select request_id as id, product_id from quotes
    where request_id = any (:ids::uuid[]) and ${seen('quotes')}`,
  statement: `select statement.id, policy.product_id from statements statement
    join policies policy on policy.id = statement.policy_id
    where statement.id = any (:ids::uuid[]) and ${seen('policies', 'policy')}`,
  version: 'select id, product_id from product_versions where id = any (:ids::uuid[])',
};

function seen(...[table, alias]: Parameters<typeof seenBy>): string {
  return seenBy(table, alias).replace('?', ':organizationId');
}

export interface ProductOfRecord {
  id: string;
  productId: string | null;
}

/** The products of records. Those that the organization does not see are left out. */
export async function productsOfRecords(
  db: Database,
  organizationId: string,
  { kind, ids }: { kind: RecordKind; ids: readonly string[] },
): Promise<ProductOfRecord[]> {
  const { rows } = await db.raw<{ rows: { id: string; product_id: string | null }[] }>(statements[kind], {
    ids: [...ids],
    organizationId,
  });
  return rows.map(({ id, product_id }) => ({ id, productId: product_id }));
}
