import type { Knex } from 'knex';

/**
 * An index of every letter, and every two adjacent ones, of a policy's texts: trigrams find no shorter text.
 * Built without a lock that would keep policies from being issued, hence outside a transaction.
 */
export const config = { transaction: false };

/* The function is dear: it must not be checked row by row. Its array may repeat a text; the index does not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function short_texts_of(value text) returns text[]
    language plpgsql immutable strict parallel safe cost 4000 as $$
      declare letters text[] := string_to_array(lower(value), null);
      begin
        return letters || array(select a || b from unnest(letters, letters[2:]) pair (a, b) where b is not null);
      end
    $$
  `);
  // Left invalid by an attempt that was interrupted.
  await knex.raw('drop index if exists policy_search_short');
  await knex.raw(
    'create index concurrently policy_search_short on policy_search using gin (short_texts_of(every_text))',
  );
  // Without statistics PostgreSQL takes every short text for rare, and uses the index. With them it would
  // compute the array of each row to look for one that most policies have.
  await knex.raw('alter index policy_search_short alter column 1 set statistics 0');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
