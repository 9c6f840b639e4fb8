import type { Knex } from 'knex';
import { decisionOnAct, type UsedToday, waitDays, whyNotToday } from '../../domain/assistants/act.js';
import type { AssistantTerms } from '../../domain/assistants/terms.js';
import type { Author } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type AuditEntry, recordAudit } from '../audit/record-audit.js';
import { clientTime } from '../clock.js';
import type { Database } from '../database.js';
import { AssistantAct } from '../models/assistant-act.js';
import { closeTasks } from '../tasks/close-tasks.js';
import { openTask } from '../tasks/open-task.js';

export interface ActToBegin extends Pick<AuditEntry, 'by' | 'origin'> {
  actId: string;
  terms: AssistantTerms;
  /** By the organization's time zone: its day is the one that counts. */
  now: BusinessTime;
}

/**
 * Begins an act that was previewed, once: it waits for a person if the terms say so. Its limits are counted under a lock of its
 * holder. `USED`: another call was first. A text: why the terms do not allow it today.
 */
export async function beginAct(
  db: Database,
  { actId, terms, now, ...who }: ActToBegin,
): Promise<AssistantAct | 'USED' | { refused: string }> {
  return db.transaction(async (trx) => {
    const act = await AssistantAct.query(trx).findById(actId).forUpdate();
    if (act?.state !== 'PREVIEWED' || act.expiresAt <= now) return 'USED';
    const { organizationId, holder, money, currency } = act;
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('ioi.assistant ' || ?, 0))", [holder]);
    const used = await usedOn(trx, { organizationId, holder, day: now.today, terms });
    const moved = money === null || currency === null ? undefined : { amount: money, currency };
    const refused = whyNotToday(terms, used, moved);
    if (refused !== undefined) return { refused };
    const waits = terms.needsRelease === true;
    const begun = await act.$query(trx).patchAndFetch({
      state: waits ? 'WAITING' : 'RUNNING',
      actedAt: now,
      touchedAt: now,
      countedOn: now.today,
      begunAt: waits ? null : now,
      ...(waits && { expiresAt: new Date(now.getTime() + waitDays * 86_400_000) }),
    });
    if (waits) await askPerson(trx, begun, now);
    const details = { tool: act.tool, operation: act.operationId, ...(waits && { waits }) };
    await recordAudit(trx, { ...who, action: 'ASSISTANT_ACTED', organizationId, targetId: actId, details });
    return begun;
  });
}

/** What the acts of a holder come to on a day. */
export async function usedOn(
  db: Knex,
  { organizationId, holder, day, terms }: HolderOfDay,
): Promise<UsedToday> {
  const { rows } = await db.raw<{ rows: [UsedToday] }>(
    `select count(*)::integer as acts, coalesce(sum(money) filter (where currency = :currency), 0)::text as money
     from assistant_acts where organization_id = :organizationId and holder = :holder and counted_on = :day
       and state in ('WAITING', 'RUNNING', 'DONE')`,
    { organizationId, holder, day, currency: terms.moneyPerDay?.currency ?? '' },
  );
  return rows[0];
}

interface HolderOfDay {
  organizationId: string;
  holder: string;
  /** `YYYY-MM-DD`. */
  day: string;
  terms: AssistantTerms;
}

/** The task has the time of the client that it is about. */
async function askPerson(trx: Knex, act: AssistantAct, now: BusinessTime): Promise<void> {
  const { id, organizationId, title, clientId, quoteId, policyId } = act;
  const isAbout = clientId !== null || quoteId !== null || policyId !== null;
  // A task is about something: an act about nothing that is known yet is released on its own page.
  if (!isAbout) return;
  await openTask(trx, {
    key: decisionOnAct(id),
    organizationId,
    title: `Release or refuse: ${title}`,
    about: {
      clientId: clientId ?? undefined,
      quoteId: quoteId ?? undefined,
      policyId: policyId ?? undefined,
    },
    waitsFor: decisionOnAct(id),
    now: await timeOfClient(trx, clientId, now),
  });
}

async function timeOfClient(trx: Knex, clientId: string | null, now: Date): Promise<Date> {
  if (clientId === null) return now;
  const client = await trx('clients').where('id', clientId).first<{ clock_id: string | null }>('clock_id');
  return clientTime(trx, () => now, client?.clock_id ?? null);
}

export interface Decision {
  organizationId: string;
  actId: string;
  by: Author;
  reason: string | undefined;
  now: Date;
}

/** Decides on an act that waits, once. Undefined: the organization has no such act; else the state that it is in. */
export async function decideAct(
  trx: Knex,
  isReleased: boolean,
  { organizationId, actId, by, reason, now }: Decision,
): Promise<{ act: AssistantAct; isDecided: boolean } | undefined> {
  const act = await AssistantAct.query(trx)
    .findById(actId)
    .modify('visibleTo', organizationId)
    .whereNotNull('acted_at')
    .forUpdate();
  if (act === undefined) return undefined;
  if (act.state !== 'WAITING' || act.expiresAt <= now) return { act, isDecided: false };
  const decided = await act.$query(trx).patchAndFetch({
    state: isReleased ? 'RUNNING' : 'REFUSED',
    decidedAt: now,
    decidedBy: by,
    reason: reason ?? null,
    touchedAt: now,
    ...(!isReleased && overAt(now)),
  });
  await closeTaskOf(trx, decided, isReleased ? 'the act was released' : 'the act was refused', now);
  return { act: decided, isDecided: true };
}

/** What is over is not done again, so what it would be done with is not kept. */
const overAt = (now: Date) => ({ endedAt: now, input: null, operation: null });

async function closeTaskOf(trx: Knex, { id, clientId }: AssistantAct, reason: string, now: Date) {
  await closeTasks(trx, { waitsFor: decisionOnAct(id), reason, now: await timeOfClient(trx, clientId, now) });
}

export interface EndOfAct {
  state: 'DONE' | 'FAILED';
  outcome: string;
  result?: JsonObject | undefined;
  /** Of what it made, where nothing was known before. */
  clientId?: string | undefined;
  now: Date;
}

/** Records how an act that runs ended, once. */
export async function endAct(
  db: Database,
  actId: string,
  { state, outcome, result, clientId, now }: EndOfAct,
): Promise<AssistantAct | undefined> {
  return db.transaction(async (trx) => {
    const act = await AssistantAct.query(trx).findById(actId).forUpdate();
    if (act?.state !== 'RUNNING') return act;
    const of = act.clientId === null && clientId !== undefined ? { clientId } : {};
    return act.$query(trx).patchAndFetch({ ...overAt(now), ...of, state, outcome, result: result ?? null });
  });
}

/** Notes that the operation of a released act is begun; false: it is over. */
export async function noteBegun(db: Database, actId: string, now: Date): Promise<boolean> {
  return (
    (await AssistantAct.query(db)
      .where({ id: actId, state: 'RUNNING' })
      .patch({ begunAt: now, touchedAt: now })) > 0
  );
}

/** The act of a workflow: expired, if nobody has decided in time. */
export async function followedAct(db: Database, actId: string, now: Date): Promise<AssistantAct | undefined> {
  return db.transaction(async (trx) => {
    const act = await AssistantAct.query(trx).findById(actId).forUpdate();
    if (act?.state !== 'WAITING') return act;
    if (act.expiresAt > now) return act.$query(trx).patchAndFetch({ touchedAt: now });
    await closeTaskOf(trx, act, 'nobody decided in time', now);
    return act.$query(trx).patchAndFetch({ ...overAt(now), state: 'EXPIRED', touchedAt: now });
  });
}
