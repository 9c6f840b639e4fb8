import type { Knex } from 'knex';

/** What a person has entered and not sent yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table drafts (
      person_id uuid not null references people on delete cascade,
      kind text not null,
      -- The product of a sale, the policy of an endorsement.
      subject_id uuid not null,
      -- Whom it is about, where that is known: it is erased with the client.
      client_id uuid references clients on delete cascade,
      title text,
      content jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      primary key (person_id, kind, subject_id)
    );
    create index drafts_client on drafts (client_id) where client_id is not null;
    create index drafts_updated on drafts (updated_at);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
