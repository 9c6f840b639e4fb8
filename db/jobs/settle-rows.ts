import type { Knex } from 'knex';
import type { RowError, RowResult } from '../../domain/jobs/job-types.js';
import { columnAt } from '../../domain/jobs/row-columns.js';
import type { Database } from '../database.js';
import { ActionRun } from '../models/action-run.js';
import type { Event } from '../models/event.js';
import type { Job } from '../models/job.js';
import { JobRow } from '../models/job-row.js';
import { Quote } from '../models/quote.js';

const batchSize = 200;

interface SettledRow {
  row_number: number;
  trigger_request_id: string;
  state: 'DONE' | 'FAILED';
  client_id: string | null;
  policy_id: string | null;
  made: RowResult | null;
  error: RowError | null;
}

/** Records what came of the rows whose events have ended, and returns their number. */
export async function settleRows(db: Database, job: Pick<Job, 'id' | 'columns'>): Promise<number> {
  const rows = await outcomesOf(db, job.columns, await endedEvents(db, job.id));
  await write(db, job.id, { rows, state: 'RUNNING' });
  return rows.length;
}

/**
 * Looks again at rows that failed whose events were run again since: those that took effect are done, and those whose event is
 * open run. The others would have no effect twice.
 */
export async function settleFailedRows(trx: Knex, job: Pick<Job, 'id' | 'columns'>): Promise<void> {
  await trx.raw(
    `update job_rows set state = 'RUNNING', error = null, made = null from events
     where job_rows.job_id = ? and job_rows.state = 'FAILED' and events.trigger_request_id = job_rows.trigger_request_id
       and events.closed_at is null`,
    [job.id],
  );
  for (let after = 0; ; ) {
    const events = await failedEvents(trx, job.id, after);
    const rows = await outcomesOf(trx, job.columns, events);
    await write(trx, job.id, { rows: rows.filter(({ state }) => state === 'DONE'), state: 'FAILED' });
    if (events.length < batchSize) return;
    after = events.at(-1)?.rowNumber ?? after;
  }
}

async function outcomesOf(
  db: Knex,
  columns: readonly string[],
  events: readonly EndedEvent[],
): Promise<SettledRow[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ triggerRequestId }) => triggerRequestId);
  const [actions, quotes] = await Promise.all([
    ActionRun.query(db)
      .whereIn('trigger_request_id', ids)
      .where('kind', 'DEFAULT')
      .select('trigger_request_id', 'type', 'state', 'last_error', 'result'),
    Quote.query(db)
      .whereIn('trigger_request_id', ids)
      .whereNull('package_request_id')
      .select('request_id', 'trigger_request_id', 'type', 'messages')
      .orderBy(['quote_timestamp', 'request_id']),
  ]);
  return events.map((event) =>
    settled(event, columns, {
      actions: actions.filter((action) => action.triggerRequestId === event.triggerRequestId),
      quotes: quotes.filter((quote) => quote.triggerRequestId === event.triggerRequestId),
    }),
  );
}

type EndedEvent = Pick<Event, 'triggerRequestId' | 'state' | 'clientId' | 'policyId' | 'triggerResult'> & {
  rowNumber: number;
};

const endedEvents = (db: Knex, jobId: string) => closedEvents(db, { jobId, state: 'RUNNING', after: 0 });

const failedEvents = (db: Knex, jobId: string, after: number) =>
  closedEvents(db, { jobId, state: 'FAILED', after });

async function closedEvents(
  db: Knex,
  { jobId, state, after }: { jobId: string; state: JobRow['state']; after: number },
): Promise<EndedEvent[]> {
  return JobRow.query(db)
    .alias('row')
    .join('events as event', 'event.trigger_request_id', 'row.trigger_request_id')
    .where({ 'row.job_id': jobId, 'row.state': state })
    .where('row.row_number', '>', after)
    .whereNotNull('event.closed_at')
    .orderBy('row.row_number')
    .limit(batchSize)
    .select('row.row_number', 'event.trigger_request_id', 'event.state', 'event.client_id')
    .select('event.policy_id', 'event.trigger_result')
    .castTo<EndedEvent[]>();
}

function settled(
  event: EndedEvent,
  columns: readonly string[],
  { actions, quotes }: { actions: readonly ActionRun[]; quotes: readonly Quote[] },
): SettledRow {
  const { rowNumber, triggerRequestId, state, clientId, triggerResult } = event;
  const metadata: Record<string, unknown> = Object.assign(
    {},
    triggerResult?.metadata,
    ...actions.map(({ result }) => result?.metadata),
  );
  const tookEffect = hasEffect(actions, metadata);
  const error = tookEffect ? null : errorOf(event, actions, metadata, columns);
  const made: RowResult = {
    ...(quotes.length > 0 && { quoteIds: quotes.map(({ requestId }) => requestId) }),
    ...(tookEffect && state === 'CANCELLED'
      ? { note: 'its event was canceled after it took effect' }
      : noteOf(metadata, quotes)),
  };
  const madePolicy = actions.find(({ result }) => result?.policyId !== undefined)?.result?.policyId;
  return {
    row_number: rowNumber,
    trigger_request_id: triggerRequestId,
    state: error === null ? 'DONE' : 'FAILED',
    client_id: clientId,
    policy_id: event.policyId ?? issuedPolicy(metadata) ?? madePolicy ?? null,
    made: Object.keys(made).length > 0 ? made : null,
    error,
  };
}

/**
 * Whether all that the event itself does is done, whatever became of its run. An event goes on where its client could not be
 * saved (spec 7).
 */
function hasEffect(actions: readonly ActionRun[], { outcome }: Record<string, unknown>): boolean {
  const own = actions.filter(({ type }) => type !== 'SAVE_CLIENT');
  return own.length > 0 && own.every(({ state }) => state === 'SUCCEEDED') && outcome !== 'FAILED';
}

/** The policy that `POLICY_CREATE` or `POLICY_REWRITE` has issued. */
function issuedPolicy({ POLICY_CREATE: created, rewrittenTo }: Record<string, unknown>): string | undefined {
  const issued = (created as { policies?: { id: string }[] } | undefined)?.policies?.[0];
  return issued?.id ?? (rewrittenTo as { id: string } | undefined)?.id;
}

function errorOf(
  { state, triggerResult }: EndedEvent,
  actions: readonly ActionRun[],
  { outcome, reason }: Record<string, unknown>,
  columns: readonly string[],
): RowError | null {
  const refusal = triggerResult?.refusal;
  if (refusal !== undefined) {
    const column = refusal.field === undefined ? undefined : columnAt(refusal.field, columns);
    return { detail: refusal.detail, ...(column !== undefined && { column }) };
  }
  const failed = actions.find(({ type, state }) => state === 'FAILED' && type !== 'SAVE_CLIENT');
  if (failed !== undefined) return { detail: failed.lastError ?? 'it failed' };
  if (state === 'CANCELLED') return { detail: 'its event was canceled' };
  if (state === 'FAILED') return { detail: 'its run ended early' };
  if (outcome === 'FAILED') return { detail: typeof reason === 'string' ? reason : 'it could not be rated' };
  return null;
}

/** Why its quotes were declined, if all were, or what the event says itself. */
function noteOf({ reason, waits }: Record<string, unknown>, quotes: readonly Quote[]): RowResult {
  const said = [reason, waits].find((text) => typeof text === 'string');
  if (typeof said === 'string') return { note: said };
  if (quotes.length === 0 || quotes.some(({ type }) => !isDecline(type))) return {};
  const [message] = quotes.flatMap(({ messages }) => messages ?? []);
  return { note: `declined${message === undefined ? '' : `: ${message.message}`}` };
}

const isDecline = (type: string): boolean => type === 'DECLINE' || type === 'RULE_BASED_INELIGIBILITY';

/** In one statement. A row that has another event by now stays as it is. */
async function write(
  db: Knex,
  jobId: string,
  { rows, state }: { rows: readonly SettledRow[]; state: JobRow['state'] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.raw(
    `update job_rows set state = settled.state, made = settled.made, error = settled.error,
       client_id = coalesce(settled.client_id, job_rows.client_id),
       policy_id = coalesce(settled.policy_id, job_rows.policy_id)
     from jsonb_to_recordset(cast(:rows as jsonb)) settled (row_number integer, trigger_request_id uuid, state text,
       client_id uuid, policy_id uuid, made jsonb, error jsonb)
     where job_rows.job_id = :jobId and job_rows.row_number = settled.row_number and job_rows.state = :state
       and job_rows.trigger_request_id = settled.trigger_request_id`,
    { jobId, state, rows: JSON.stringify(rows) },
  );
}
