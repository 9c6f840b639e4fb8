import type { Knex } from 'knex';
import { copyIn } from '../../../db/copy-rows.js';
import type { Database } from '../../../db/database.js';
import { addDays } from '../../../domain/ground/calendar.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { numberScope, policyNumber } from '../../../domain/policy/numbering.js';
import type { BookTable } from './book-tables.js';
import { insuredOf } from './insured.js';
import type { LifeRows } from './life-rows.js';
import type { Producer } from './producers.js';
import type { Random } from './random.js';
import { filled } from './template.js';

/** The life of one more client. */
export interface Clone {
  index: number;
  life: LifeRows;
  /** The days by which its dates are moved. */
  shift: number;
  values: Record<string, string>;
}

/** A client with the life of another: the same story with other names, ids, numbers and days. */
export function cloneOf(
  random: Random,
  index: number,
  life: LifeRows,
  producers: readonly Producer[],
): Clone {
  const { producer } = random.pick(producers.filter(({ sellerId }) => sellerId === life.sellerId));
  const values = { index: indexText(index), ...insuredOf(random, life), ...producer };
  return { index, life, shift: random.pick(life.shifts), values };
}

/** The beginning of every id of a clone. */
export const indexText = (index: number): string => index.toString(16).padStart(8, '0');

/** Gives the clones' policies their numbers; a range is taken from each counter at once. */
export async function takeNumbers(trx: Knex.Transaction, clones: readonly Clone[]): Promise<void> {
  const wanted = clones.flatMap((clone) =>
    clone.life.policies.map(({ product: { key, header, settings }, begunOn }, place) => {
      const { pattern } = settings.numbering;
      const numbered = { productKey: key, effectiveDate: addDays(begunOn, clone.shift) };
      const name = `number${place}`;
      return { clone, name, productId: header.id, scope: numberScope(pattern, numbered), pattern, numbered };
    }),
  );
  const counters = new Map(wanted.map((one) => [`${one.productId} ${one.scope}`, one]));
  // Always in the same order, so that two processes cannot deadlock.
  for (const [, { productId, scope }] of [...counters].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const group = wanted.filter((one) => one.productId === productId && one.scope === scope);
    const [counter] = await trx('policy_numbers')
      .insert({ product_id: productId, scope, last: group.length })
      .onConflict(['product_id', 'scope'])
      .merge({ last: trx.raw('policy_numbers.last + excluded.last') })
      .returning('last');
    const before = BigInt(counter.last) - BigInt(group.length);
    group.forEach(({ clone, name, pattern, numbered }, place) => {
      clone.values[name] = policyNumber(pattern, numbered, before + BigInt(place + 1));
    });
  }
}

/** The lines of the clones' rows by table, and the ids of their policies. */
export function linesOf(clones: readonly Clone[]): { lines: Map<string, string[]>; policyIds: string[] } {
  const lines = new Map<string, string[]>();
  const policyIds: string[] = [];
  for (const { life, shift, values } of clones) {
    const dates = movedDates(life, shift);
    for (const { name, policyId, key } of life.tasks) {
      values[name] = derivedId(filled(policyId, values, dates), 'policy-term', filled(key, values, dates));
    }
    for (const [table, templates] of life.lines) {
      const known = lines.get(table) ?? [];
      lines.set(table, known);
      for (const template of templates) known.push(filled(template, values, dates));
    }
    for (const { id } of life.policies) policyIds.push(filled(id, values, dates));
  }
  return { lines, policyIds };
}

const moved = new WeakMap<LifeRows, Map<number, string[]>>();

function movedDates(life: LifeRows, shift: number): string[] {
  const known = moved.get(life) ?? new Map<number, string[]>();
  moved.set(life, known);
  const dates = known.get(shift) ?? life.dates.map((date) => addDays(date, shift));
  known.set(shift, dates);
  return dates;
}

export interface Writing {
  tables: readonly BookTable[];
  /** Without checks of foreign keys and without triggers, on two connections, where the server permits it. */
  unchecked: boolean;
}

/** Writes clones with all their rows; the number of rows. */
export async function writeClones(
  db: Database,
  clones: readonly Clone[],
  { tables, unchecked }: Writing,
): Promise<number> {
  return inTransactions(db, unchecked ? 2 : 1, async (transactions) => {
    const [first] = transactions;
    if (first === undefined) return 0;
    await takeNumbers(first, clones);
    const { lines, policyIds } = linesOf(clones);
    const left = [...tables];
    const settled = await Promise.allSettled(
      transactions.map(async (trx) => {
        await trx.raw('set local synchronous_commit = off');
        if (unchecked) await trx.raw('set local session_replication_role = replica');
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          await copyIn(trx, next, lines.get(next.table) ?? []);
          // The triggers of unchecked writing do not run.
          if (unchecked && next.table === 'policies') {
            await trx.raw('select write_policy_search(?)', [policyIds]);
          }
        }
      }),
    );
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    return [...lines.values()].reduce((rows, { length }) => rows + length, 0);
  });
}

/** Work in several transactions at once, which are all rolled back if one of them fails. */
async function inTransactions<Result>(
  db: Database,
  count: number,
  work: (transactions: Knex.Transaction[]) => Promise<Result>,
  begun: Knex.Transaction[] = [],
): Promise<Result> {
  if (begun.length === count) return work(begun);
  return db.transaction((trx) => inTransactions(db, count, work, [...begun, trx]));
}

/** Whether the server lets this role write without checks, as it does for a superuser. */
export async function mayWriteUnchecked(db: Database): Promise<boolean> {
  const { rows } = await db.raw(`select has_parameter_privilege('session_replication_role', 'set') as may`);
  return rows[0].may;
}
