import type { Knex } from 'knex';

/** Notes on clients. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table client_notes (
      id uuid primary key,
      client_id uuid not null references clients on delete cascade,
      -- Which alone reads it: that of the client.
      organization_id uuid not null references organizations,
      text text not null,
      created_at timestamptz not null,
      created_by jsonb not null
    );
    create index client_notes_client on client_notes (client_id, created_at desc, id desc);
    create index client_notes_organization on client_notes (organization_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
