import type { Knex } from 'knex';

/** Links by which people choose another password. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table password_resets (
      -- Of the token in the link.
      secret_sha256 bytea primary key,
      person_id uuid not null references people on delete cascade,
      -- Of the person then: what ends tokens ends links.
      token_generation integer not null,
      expires_at timestamptz not null
    );
    create index password_resets_person on password_resets (person_id);
    create index password_resets_expired on password_resets (expires_at);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
