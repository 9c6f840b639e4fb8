import type { Knex } from 'knex';
import { type LastRow, type PolicySort, policyOrders } from './policy-orders.js';
import type { Statement } from './statement.js';

/** Policies that a search has passed before their issue was committed. */
export interface LatePolicies {
  /** The snapshot of the page before, which had none of them. */
  since: string;
  /** The snapshot that has them. */
  until: string;
  /** They come before this row in the order, which is the last that was read. */
  passed: LastRow;
}

/** As PostgreSQL writes it: the oldest transaction that was open, the next one, and those that were open. */
const snapshotText = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** Whether a text is a snapshot. */
export function isSnapshot(text: string): boolean {
  const [, least = '', next = '', open = ''] = snapshotText.exec(text) ?? [];
  if (least === '') return false;
  const begun = open === '' ? [] : open.split(',').map(BigInt);
  const numbers = [BigInt(least), ...begun];
  const isInOrder = numbers.every((number, index) => number >= (numbers[index - 1] ?? 1n));
  return isInOrder && BigInt(next) >= BigInt(least) && begun.every((number) => number < BigInt(next));
}

/** What the transaction sees: policies of later commits are late. */
export async function snapshotOf(trx: Knex): Promise<string> {
  const { rows } = await trx.raw<{ rows: [{ snapshot: string }] }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  return rows[0].snapshot;
}

/** Whether any policy of the organization was committed after a snapshot, wherever it is in the order. */
export async function hasLater(trx: Knex, organizationId: string, since: string): Promise<boolean> {
  const { sql, bindings } = issuedBetween(organizationId, { since });
  const { rows } = await trx.raw<{ rows: unknown[] }>(`${sql} limit 1`, bindings);
  return rows.length > 0;
}

/** The condition of the late ones, by the columns of their key and id. */
export function isLate(
  sort: PolicySort,
  organizationId: string,
  { passed, ...between }: LatePolicies,
  { key, id }: { key: string; id: string },
): Statement {
  const issued = issuedBetween(organizationId, between);
  const { direction, ids } = policyOrders[sort];
  return {
    sql: `${id} = any (array(${issued.sql}))
      and (${key} ${direction === 'asc' ? '<' : '>'} ? or (${key} = ? and ${id} ${ids === 'asc' ? '<=' : '>='} ?::uuid))`,
    bindings: [...issued.bindings, passed.key, passed.key, passed.id],
  };
}

function issuedBetween(
  organizationId: string,
  { since, until }: { since: string; until?: string },
): Statement {
  return {
    sql: `select late.policy_id from policy_search late
      where late.organization_id = ? and late.issued_in >= pg_snapshot_xmin(?::pg_snapshot)
        and not pg_visible_in_snapshot(late.issued_in, ?::pg_snapshot)
        ${until === undefined ? '' : 'and pg_visible_in_snapshot(late.issued_in, ?::pg_snapshot)'}`,
    bindings: [organizationId, since, since, ...(until === undefined ? [] : [until])],
  };
}
