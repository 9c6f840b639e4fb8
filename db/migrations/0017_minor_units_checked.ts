import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';
import { checks } from './0017_minor_units.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** Builds the index and validates the checks of columns whose decimals are no longer limited. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'statements_past_due',
    "statements (policy_id) include (due_date, amount, paid_amount) where state = 'PAST_DUE'",
  );
  for (const [table, name] of checks) await knex.raw(`alter table ${table} validate constraint ${name}`);
}

export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
