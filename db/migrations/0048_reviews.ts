import type { Knex } from 'knex';

/** Who reviews a quote, and the notes of underwriters on it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quotes
      add column assigned_to uuid,
      add column assigned_at timestamptz,
      add constraint quotes_assigned_to_fkey foreign key (assigned_to) references people not valid;

    create table quote_notes (
      id uuid primary key,
      request_id uuid not null references quotes,
      -- Which alone reads it: that of the underwriters.
      organization_id uuid not null references organizations,
      text text not null,
      created_at timestamptz not null,
      created_by jsonb not null
    );
    create index quote_notes_quote on quote_notes (request_id, created_at, id);
    create index quote_notes_organization on quote_notes (organization_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
