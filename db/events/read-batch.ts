import type { Database } from '../database.js';
import type { EventState } from '../models/event.js';

/** The progress of a batch's events. */
export interface BatchProgress {
  total: number;
  states: Record<EventState, number>;
  quoted: number;
  declined: number;
  firstCreatedAt: Date;
  lastCreatedAt: Date;
  lastClosedAt: Date | null;
  /** Events that failed or in which an action did. */
  failedTotal: number;
  /** The oldest of them. */
  failedIds: string[];
}

const byState = `select state, count(*)::integer as count, min(created_at) as "first", max(created_at) as "last",
    max(closed_at) as "closed"
  from events where batch_id = ? and organization_id = ? group by state`;

const quotesOf = `select count(*) filter (where outcome = 'QUOTED')::integer as quoted,
    count(*) filter (where outcome = 'DECLINED')::integer as declined
  from events event join quotes quote on quote.trigger_request_id = event.trigger_request_id
  where event.batch_id = ? and event.organization_id = ? and quote.package_request_id is null`;

const failed = `with failed as (
    select trigger_request_id, created_at from events
    where batch_id = ? and organization_id = ? and state = 'FAILED'
    union
    select event.trigger_request_id, event.created_at
    from action_runs action join events event on event.trigger_request_id = action.trigger_request_id
    where action.state = 'FAILED' and event.batch_id = ? and event.organization_id = ?
  )
  select trigger_request_id as id, (count(*) over ())::integer as total
  from failed order by created_at, trigger_request_id limit ?`;

interface StateRow {
  state: EventState;
  count: number;
  first: Date;
  last: Date;
  closed: Date | null;
}

/** The progress of the organization's events in a batch; undefined if it has none in it. */
export async function readBatch(
  db: Database,
  { organizationId, batchId, mostFailed }: { organizationId: string; batchId: string; mostFailed: number },
): Promise<BatchProgress | undefined> {
  const scope = [batchId, organizationId];
  const [states, quotes, failures] = await Promise.all([
    rowsOf<StateRow>(db, byState, scope),
    rowsOf<{ quoted: number; declined: number }>(db, quotesOf, scope),
    rowsOf<{ id: string; total: number }>(db, failed, [...scope, ...scope, mostFailed]),
  ]);
  if (states.length === 0) return undefined;
  const countOf = (state: EventState) => states.find((row) => row.state === state)?.count ?? 0;
  const closed = states.flatMap((row) => (row.closed === null ? [] : [row.closed]));
  return {
    total: states.reduce((sum, { count }) => sum + count, 0),
    states: {
      ACCEPTED: countOf('ACCEPTED'),
      RUNNING: countOf('RUNNING'),
      COMPLETED: countOf('COMPLETED'),
      CANCELLED: countOf('CANCELLED'),
      FAILED: countOf('FAILED'),
    },
    quoted: quotes[0]?.quoted ?? 0,
    declined: quotes[0]?.declined ?? 0,
    firstCreatedAt: earliest(states.map(({ first }) => first)),
    lastCreatedAt: latest(states.map(({ last }) => last)),
    lastClosedAt: closed.length === 0 ? null : latest(closed),
    failedTotal: failures[0]?.total ?? 0,
    failedIds: failures.map(({ id }) => id),
  };
}

async function rowsOf<T>(db: Database, sql: string, bindings: (string | number)[]): Promise<T[]> {
  return (await db.raw<{ rows: T[] }>(sql, bindings)).rows;
}

const earliest = (dates: Date[]): Date => new Date(Math.min(...dates.map(Number)));
const latest = (dates: Date[]): Date => new Date(Math.max(...dates.map(Number)));
