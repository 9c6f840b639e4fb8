import { raw } from 'objection';
import type { Database } from '../database.js';
import { Event, type EventState } from '../models/event.js';
import type { Quote } from '../models/quote.js';

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

const counted = raw('count(*)::integer').as('count');

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
  const ofBatch = () =>
    Event.query(db).where({ 'events.batch_id': batchId, 'events.organization_id': organizationId });
  const key = ['events.trigger_request_id', 'events.created_at'];
  // By an index each.
  const failed = ofBatch()
    .where('state', 'FAILED')
    .select(key)
    .union(ofBatch().joinRelated('actions').where('actions.state', 'FAILED').select(key));
  const [states, quotes, failures] = await Promise.all([
    ofBatch()
      .groupBy('state')
      .select('state', counted)
      .min('created_at as first')
      .max('created_at as last')
      .max('closed_at as closed')
      .castTo<StateRow[]>(),
    ofBatch()
      .joinRelated('quotes')
      .whereNull('quotes.package_request_id')
      .groupBy('quotes.outcome')
      .select('quotes.outcome', counted)
      .castTo<{ outcome: Quote['outcome']; count: number }[]>(),
    Event.query(db)
      .from(failed.as('events'))
      .select('trigger_request_id as id', raw('(count(*) over ())::integer as total'))
      .orderBy(['created_at', 'trigger_request_id'])
      .limit(mostFailed)
      .castTo<{ id: string; total: number }[]>(),
  ]);
  if (states.length === 0) return undefined;
  const quotesWith = (outcome: Quote['outcome']) => quotes.find((row) => row.outcome === outcome)?.count ?? 0;
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
    quoted: quotesWith('QUOTED'),
    declined: quotesWith('DECLINED'),
    firstCreatedAt: earliest(states.map(({ first }) => first)),
    lastCreatedAt: latest(states.map(({ last }) => last)),
    lastClosedAt: closed.length === 0 ? null : latest(closed),
    failedTotal: failures[0]?.total ?? 0,
    failedIds: failures.map(({ id }) => id),
  };
}

const earliest = (dates: Date[]): Date => new Date(Math.min(...dates.map(Number)));
const latest = (dates: Date[]): Date => new Date(Math.max(...dates.map(Number)));
