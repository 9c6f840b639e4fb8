import type { Knex } from 'knex';

/** Second factors of people who sign in by a password. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table second_factors (
      person_id uuid primary key references people on delete cascade,
      -- Of time-based codes (RFC 6238): whoever verifies them must know it.
      secret bytea not null,
      -- Null: the person has not shown a code yet, and needs none.
      confirmed_at timestamptz,
      -- Of the last code that counted: each counts once.
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    );
    create table recovery_codes (
      person_id uuid not null references second_factors on delete cascade,
      code_sha256 bytea not null,
      primary key (person_id, code_sha256)
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
