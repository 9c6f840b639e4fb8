import type { Knex } from 'knex';
import type { PlannedAction } from '../../domain/runs/fired-event.js';
import { onlyWaits, type StateOfAction } from '../../domain/runs/only-waits.js';
import type { Clock } from '../models/clock.js';
import { duePolicies } from './read-clock.js';

/** What is under way at a clock's time, with the first of each. */
export interface OpenWork {
  events: OpenEvent[];
  openEvents: number;
  policies: OpenPolicy[];
  overduePolicies: number;
}

interface OpenEvent {
  triggerRequestId: string;
  type: string;
}

interface OpenPolicy {
  policyId: string;
  policyNumber: string;
}

export type ClockWithTime = Pick<Clock, 'id' | 'businessTime' | 'waitsTimeOut'>;

const mostNamed = 20;

/** A wait whose message may still come. It ends by the clock, too, if the clock says so. */
const stillWaits = (db: Knex, { businessTime, waitsTimeOut }: ClockWithTime) =>
  db.raw(
    `action_runs.state = 'WAITING' and action_runs.waits_until > now()
     and not coalesce(? and action_runs.clock_waits_until <= ?, false)
     and not exists (select from inbound_messages m where m.request_id = action_runs.request_id)`,
    [waitsTimeOut, businessTime],
  );

/**
 * What is under way at a clock's time: events whose runs do more than wait for outside systems, and policies whose check
 * is due. Null if it is quiet. One statement, so that what leads from one to the other is not missed.
 */
export async function openWork(db: Knex, clock: ClockWithTime): Promise<OpenWork | null> {
  const { id: clockId, businessTime } = clock;
  const events = openEvents(db, clockId)
    .whereNotExists(waitsOfEvent(db, clock))
    .orderBy(['created_at', 'trigger_request_id'])
    .select({ kind: db.raw(`'EVENT'`), id: 'trigger_request_id', name: 'type' });
  const policies = duePolicies(db, clockId)
    .where('next_look_at', '<=', businessTime)
    .orderBy(['next_look_at', 'id'])
    .select({ kind: db.raw(`'POLICY'`), id: 'id', name: 'policy_number' });
  const counted = [events, policies].map((query) =>
    query.select(db.raw('count(*) over () as total')).limit(mostNamed),
  );
  const rows: { kind: 'EVENT' | 'POLICY'; id: string; name: string; total: string }[] = await db
    .queryBuilder()
    .unionAll(counted, true);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
  const [open, overdue] = [ofKind('EVENT'), ofKind('POLICY')];
  const working = open.length + overdue.length > 0 ? [] : await workingBesideWaits(db, clock);
  if (open.length + overdue.length + working.length === 0) return null;
  return {
    events: [...open.map(({ id, name }) => ({ triggerRequestId: id, type: name })), ...working],
    openEvents: Number(open[0]?.total ?? working.length),
    policies: overdue.map(({ id, name }) => ({ policyId: id, policyNumber: name })),
    overduePolicies: Number(overdue[0]?.total ?? 0),
  };
}

/** The events of a clock whose runs are not over. */
export function openEvents(db: Knex, clockId: string): Knex.QueryBuilder {
  return db('events').where('clock_id', clockId).whereIn('events.state', ['ACCEPTED', 'RUNNING']);
}

const waitsOfEvent = (db: Knex, clock: ClockWithTime) =>
  db('action_runs')
    .where('trigger_request_id', db.ref('events.trigger_request_id'))
    .where(stillWaits(db, clock));

interface ActionState {
  actionId: string;
  state: 'OPEN' | 'WAITING' | 'FAILED' | 'OVER';
}

/** Events of which an action waits, while another one that runs beside it works. */
async function workingBesideWaits(db: Knex, clock: ClockWithTime): Promise<OpenEvent[]> {
  const states = db('action_runs')
    .where('trigger_request_id', db.ref('events.trigger_request_id'))
    .select(
      db.raw(
        `jsonb_agg(jsonb_build_object('actionId', action_id, 'state', case
        when ? then 'WAITING' when ended_at is null then 'OPEN'
        when state = 'FAILED' then 'FAILED' else 'OVER' end))`,
        [stillWaits(db, clock)],
      ),
    );
  const events: { id: string; type: string; actions: PlannedAction[]; states: ActionState[] }[] =
    await openEvents(db, clock.id)
      .whereExists(waitsOfEvent(db, clock))
      .select({ id: 'trigger_request_id', type: 'type', states })
      .select(db.raw(`coalesce(retry_plan, plan) -> 'fired' -> 'actions' as actions`));
  const works = ({ actions, states: known }: (typeof events)[number]) => {
    const byAction = new Map(known.map(({ actionId, state }) => [actionId, state]));
    const stateOf: StateOfAction = (actionId) => byAction.get(actionId);
    return !onlyWaits(actions, stateOf);
  };
  return events.filter(works).map(({ id, type }) => ({ triggerRequestId: id, type }));
}
