import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** The few policies whose reinstatement a hold stopped; and the wider checks, which all rows from before keep. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'policies_reinstatement_waits',
    'policies (cancelled_on) where reinstatement_waits is not null',
  );
  await knex.raw('alter table changes validate constraint changes_kind_check');
  await knex.raw('alter table books validate constraint books_state_check');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
