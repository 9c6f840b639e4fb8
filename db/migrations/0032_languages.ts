import type { Knex } from 'knex';

/** The language that a client prefers, and that in which a document was made. Null: nobody has said; documents of before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table clients add column language text');
  await knex.raw('alter table documents add column language text');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
