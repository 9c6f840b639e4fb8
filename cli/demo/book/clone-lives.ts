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

/** A client with the life of another: the same story with other names, ids, numbers and days. */
export interface Clone {
  life: LifeRows;
  /** The days by which its dates are moved. */
  shift: number;
  values: Record<string, string>;
}

export function cloneOf(
  random: Random,
  index: number,
  life: LifeRows,
  producers: readonly Producer[],
): Clone {
  const { marks } = random.pick(producers.filter(({ sellerId }) => sellerId === life.sellerId));
  const values = { index: index.toString(16).padStart(8, '0'), ...insuredOf(random, life), ...marks };
  return { life, shift: random.pick(life.shifts), values };
}

/** Gives the clones' policies their numbers; a range is taken from each counter at once. */
export async function takeNumbers(db: Database, clones: readonly Clone[]): Promise<void> {
  const wanted = clones.flatMap(({ life, shift, values }) =>
    life.policies.map(({ product: { key, header, settings }, begunOn }, place) => {
      const { pattern } = settings.numbering;
      const numbered = { productKey: key, effectiveDate: addDays(begunOn, shift) };
      const scope = numberScope(pattern, numbered);
      return { values, name: `number${place}`, productId: header.id, scope, pattern, numbered };
    }),
  );
  const counters = new Map(wanted.map((one) => [`${one.productId} ${one.scope}`, one]));
  for (const { productId, scope } of counters.values()) {
    const own = wanted.filter((one) => one.productId === productId && one.scope === scope);
    const [counter] = await db('policy_numbers')
      .insert({ product_id: productId, scope, last: own.length })
      .onConflict(['product_id', 'scope'])
      .merge({ last: db.raw('policy_numbers.last + excluded.last') })
      .returning('last');
    const before = BigInt(counter.last) - BigInt(own.length);
    own.forEach(({ values, name, pattern, numbered }, place) => {
      values[name] = policyNumber(pattern, numbered, before + BigInt(place + 1));
    });
  }
}

/** Settings of a connection that writes much. */
const bulk = [
  ['synchronous_commit', 'off'],
  ['work_mem', '256MB'],
  ['gin_pending_list_limit', '256MB'],
];

/**
 * Writes clones with all their rows; the number of rows. `unchecked`: without checks of foreign keys and without
 * triggers.
 */
export function writeClones(
  db: Database,
  clones: readonly Clone[],
  { tables, unchecked }: { tables: readonly BookTable[]; unchecked: boolean },
): Promise<number> {
  const { lines, policyIds } = linesOf(clones);
  return db.transaction(async (trx) => {
    for (const [setting, value] of bulk) await trx.raw(`set local ${setting} = '${value}'`);
    if (unchecked) await trx.raw('set local session_replication_role = replica');
    for (const table of tables) await copyIn(trx, table, lines.get(table.table) ?? []);
    if (unchecked) {
      await trx.raw('select write_policy_search(?)', [policyIds]);
      await trx.raw('select journal_accounts_of(?)', [policyIds]);
    }
    return [...lines.values()].reduce((rows, { length }) => rows + length, 0);
  });
}

function linesOf(clones: readonly Clone[]): { lines: Map<string, string[]>; policyIds: string[] } {
  const lines = new Map<string, string[]>();
  const policyIds: string[] = [];
  for (const { life, shift, values } of clones) {
    const dates = life.dates.map((date) => addDays(date, shift));
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

/** Whether the server lets this role write without checks, as it does for a superuser. */
export async function mayWriteUnchecked(db: Knex): Promise<boolean> {
  const { rows } = await db.raw(`select has_parameter_privilege('session_replication_role', 'set') as may`);
  return rows[0].may;
}
