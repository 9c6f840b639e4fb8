import type { Knex } from 'knex';

/** What clients said of being written to by mail instead of on paper. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Rows are only added: the last one of a client holds.
    create table paperless_consents (
      id uuid primary key,
      seq bigint generated always as identity,
      client_id uuid not null references clients on delete cascade,
      consents boolean not null,
      -- The consent is to this address.
      address text,
      language text,
      source text not null,
      recorded_at timestamptz not null,
      recorded_by jsonb not null,
      check (consents or address is null)
    );
    create index paperless_consents_client on paperless_consents (client_id, seq desc);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
