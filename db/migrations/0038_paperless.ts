import type { Knex } from 'knex';

/** What clients said of being written to by mail instead of on paper, and what goes by post. */
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

    -- What goes by post: who printed it and when, and the proof of mailing.
    alter table mails add column posted_on date;
    alter table mails add column carrier text;
    alter table mails add column posted_to text;
    alter table mails add column posting_recorded_at timestamptz;
    alter table mails add column posting_recorded_by jsonb;
    alter table mails drop constraint mails_state_check;
    alter table mails add constraint mails_state_check check (state in ('WAITING', 'SENDING', 'SENT', 'REFUSED',
      'UNCONFIRMED', 'BOUNCED', 'COMPLAINED', 'NOT_SENT', 'CANCELED', 'TO_PRINT', 'POSTED')) not valid;
    alter table mails add constraint mails_posted_check check ((state = 'POSTED') = (posted_on is not null)) not valid;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
