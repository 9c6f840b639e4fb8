import type { Knex } from 'knex';

/**
 * The columns of large rating tables, by the SHA-256 of their text: versions with the same column share it, and reading
 * another part of a definition does not read millions of cells.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table table_columns (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      deflated bytea not null,
      created_at timestamptz not null default now()
    );
    alter table table_columns alter column deflated set storage external;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
