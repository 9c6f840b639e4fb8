import type { Knex } from 'knex';
import { copyOut } from '../../../db/copy-rows.js';
import { Client } from '../../../db/models/client.js';
import { Policy } from '../../../db/models/policy.js';
import { recordsOfClient } from '../../../db/personal-data/records-of-client.js';
import { retentionRules } from '../../../db/personal-data/retention-rules.js';
import { readPolicyToPlan } from '../../../db/policies/read-plan.js';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import { addDays, daysBetween, startOf } from '../../../domain/ground/calendar.js';
import { eventOfTask, upcoming } from '../../../domain/policy/upcoming.js';
import type { BookTable } from './book-tables.js';
import type { Life, LivedPolicy } from './life.js';
import type { BookProduct } from './products.js';
import { idsAndDates, type Template, templateOf } from './template.js';

/** The rows of a life, with slots for what differs between its clones. */
export interface LifeRows {
  sellerId: string;
  state: string;
  naics: string;
  policies: { id: Template; product: BookProduct; begunOn: string }[];
  /** The dates of its rows, in order. */
  dates: readonly string[];
  /** The days by which the whole life can be moved. */
  shifts: number[];
  /** The events of tasks, whose ids the service derives from the policy's and a key, to know what was done. */
  tasks: { name: string; policyId: Template; key: Template }[];
  /** By table: lines of `COPY`. */
  lines: ReadonlyMap<string, readonly Template[]>;
}

export interface RowsToRead {
  tables: readonly BookTable[];
  idTail: string;
  /** `YYYY-MM-DD`: the day up to which the life was lived. */
  today: string;
}

/** The rows of a life, read in the transaction in which it was lived. */
export async function rowsOf(
  trx: Knex.Transaction,
  life: Life,
  { tables, idTail, today }: RowsToRead,
): Promise<LifeRows> {
  await setTimes(trx, life, today);
  const tasks = await tasksOf(trx, life.policies, today);
  const all = await recordsOfClient(trx, life.clientId);
  const records = { ...all, events: await eventsToKeep(trx, all.events, tasks) };
  // As after a while: envelopes and results of events are not kept for good.
  await retentionRules.RETAIN_EVENTS_DAYS.remove(trx, records.events);
  const numbers = await Promise.all(
    life.policies.map(
      async ({ id }) => (await Policy.query(trx).findById(id).throwIfNotFound()).policyNumber,
    ),
  );
  const rows: { table: string; text: string }[] = [];
  for (const { table, key, of, columns, order } of tables) {
    const query = trx(table)
      .select(columns)
      .whereIn(key, [...records[of]])
      .orderBy([...order]);
    for (const line of await copyOut(trx, query)) {
      const text = numbers.reduce((all, number, index) => all.replaceAll(number, `@@number${index}@@`), line);
      rows.push({ table, text });
    }
  }
  const found = idsAndDates(rows.map(({ text }) => text));
  const derived = new Map(tasks.map(({ eventId }, index) => [eventId, `task${index}`]));
  derived.set(life.producerId, 'producer');
  const template = (text: string) => templateOf(text, { ...found, derived, idTail });
  const lines = new Map<string, Template[]>();
  for (const { table, text } of rows) lines.set(table, [...(lines.get(table) ?? []), template(text)]);
  return {
    sellerId: life.seller.id,
    ...life.place,
    policies: life.policies.map(({ id, ...policy }) => ({ ...policy, id: template(id) })),
    dates: found.dates,
    shifts: shiftsOf(life, today),
    tasks: tasks.map(({ policyId, key }, index) => ({
      name: `task${index}`,
      policyId: template(policyId),
      key: template(key),
    })),
    lines,
  };
}

/** Times that the database set are those of now: they become those of the life. */
async function setTimes(trx: Knex.Transaction, { clientId, policies }: Life, today: string): Promise<void> {
  const now = trx.fn.now();
  await trx('events')
    .where('created_at', now)
    .update({ created_at: trx.ref('as_configured_at') });
  const first = trx('events').min('created_at').where({ client_id: clientId });
  await Client.query(trx)
    .findById(clientId)
    .patch({ createdAt: first, updatedAt: first } as object);
  await trx('action_runs')
    .where('started_at', now)
    .update({ started_at: trx.ref('ended_at') });
  for (const { id, nextOn } of policies) {
    await Policy.query(trx)
      .findById(id)
      .patch({ nextLookAt: startOf(nextOn ?? addDays(today, 3_650)) });
  }
}

/** The events that tasks in the plans of policies have fired. */
async function tasksOf(trx: Knex.Transaction, policies: readonly LivedPolicy[], today: string) {
  const tasks: { policyId: string; key: string; eventId: string }[] = [];
  for (const { id, product } of policies) {
    const policy = await Policy.query(trx).findById(id).throwIfNotFound();
    const { settings } = product;
    const plan = upcoming(
      await readPolicyToPlan(trx, policy, { now: new BusinessTime(startOf(today)), settings }),
      settings,
    );
    for (const task of plan) {
      const eventId = eventOfTask(id, task);
      if (eventId !== undefined) tasks.push({ policyId: id, key: task.key, eventId });
    }
  }
  return tasks;
}

/** Not the notifications that did nothing but tell others, which would be half of a book's events. */
function eventsToKeep(
  trx: Knex.Transaction,
  events: readonly string[],
  tasks: readonly { eventId: string }[],
): Promise<string[]> {
  const acted = trx('action_runs').select('trigger_request_id');
  const ofTasks = tasks.map(({ eventId }) => eventId);
  return trx('events')
    .whereIn('trigger_request_id', [...events])
    .where((kept) => kept.whereIn('trigger_request_id', acted).orWhereIn('trigger_request_id', ofTasks))
    .pluck('trigger_request_id');
}

/**
 * Within the month, so that terms and installments keep their days, and as long as nothing comes to lie in the future
 * and no task becomes due.
 */
function shiftsOf({ policies, lastDay }: Life, today: string): number[] {
  const days = policies.map(({ begunOn }) => Number(begunOn.slice(-2)));
  const next = policies.flatMap(({ nextOn }) => nextOn ?? []).sort()[0];
  const least = Math.max(1 - Math.min(...days), next === undefined ? -27 : 1 - daysBetween(today, next));
  const most = Math.min(28 - Math.max(...days), daysBetween(lastDay, today));
  return Array.from({ length: Math.max(1, most - least + 1) }, (_, index) =>
    most < least ? 0 : least + index,
  );
}
