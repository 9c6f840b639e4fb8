import type { Knex } from 'knex';

/**
 * An index of every letter, and every two adjacent ones, of a policy's texts: trigrams find no shorter text.
 * Built without a lock that would keep policies from being issued, hence outside a transaction.
 */
export const config = { transaction: false };

/*
 * The function is dear: a filter by it must not be preferred to its index, nor be checked row by row. Its
 * array may repeat a text, as the index keeps each once.
 */
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
  // With statistics of the letters, as a table has them only of its columns.
  await knex.raw('analyze policy_search');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
