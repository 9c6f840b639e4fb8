import type { Knex } from 'knex';

/** Mails to clients and people: what is to be sent, what was sent and what came back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where answers to an organization's mails go, unless a mail says otherwise.
    alter table organizations add column mail_reply_to text;

    create table mails (
      id uuid primary key,
      -- In whose name it is sent.
      organization_id uuid not null references organizations,
      purpose text not null,
      state text not null constraint mails_state_check check (state in ('WAITING', 'SENDING', 'SENT', 'REFUSED',
        'UNCONFIRMED', 'BOUNCED', 'COMPLAINED', 'NOT_SENT', 'CANCELED', 'TO_PRINT')),
      -- Why it was not sent.
      reason text,
      -- Whom it is about; the addressee, unless it is to a person.
      client_id uuid references clients on delete cascade,
      person_id uuid references people on delete set null,
      quote_id uuid references quotes on delete set null,
      policy_id uuid references policies on delete cascade,
      statement_id uuid references statements on delete set null,
      trigger_request_id uuid references events on delete set null,
      clock_id uuid references clocks on delete cascade,
      to_address text,
      from_name text,
      reply_to text,
      language text,
      -- For the text; empty once it is written.
      "values" jsonb not null,
      document_ids uuid[] not null,
      -- Null until it is written, or for good where nobody may read it.
      subject text,
      text text,
      content_sha256 text check (content_sha256 ~ '^[0-9a-f]{64}$'),
      -- Names, sizes and hashes of the documents that were sent with it.
      attachments jsonb not null default '[]',
      message_id text,
      -- The round that sends it.
      claim uuid,
      -- From then on the server may have it.
      handed_over_at timestamptz,
      attempts integer not null default 0,
      resends integer not null default 0,
      -- When it was queued, or last resent.
      sending_since timestamptz not null,
      resent_at timestamptz,
      next_attempt_at timestamptz,
      server_answer text,
      last_error text,
      sent_at timestamptz,
      delivered_at timestamptz,
      bounced_at timestamptz,
      -- What came back, the last first: [{ kind, reason, time }].
      reports jsonb not null default '[]',
      created_at timestamptz not null,
      -- Who wrote it by hand; null: the service.
      created_by jsonb,
      updated_at timestamptz,
      version integer not null default 1,
      check ((state = 'NOT_SENT') = (reason is not null)),
      check ((state = 'WAITING') = (next_attempt_at is not null)),
      check (state <> 'SENDING' or claim is not null)
    );
    create index mails_due on mails (organization_id, next_attempt_at, id) where state = 'WAITING';
    create index mails_sending on mails (organization_id) where state = 'SENDING';
    create index mails_organization on mails (organization_id, created_at desc, id desc);
    create index mails_state on mails (organization_id, state, created_at desc, id desc);
    create index mails_client on mails (client_id, created_at desc, id desc) where client_id is not null;
    create index mails_person on mails (person_id) where person_id is not null;
    create index mails_quote on mails (quote_id, created_at desc, id desc) where quote_id is not null;
    create index mails_policy on mails (policy_id, created_at desc, id desc) where policy_id is not null;
    create index mails_statement on mails (statement_id) where statement_id is not null;
    create index mails_event on mails (trigger_request_id) where trigger_request_id is not null;
    create index mails_clock on mails (clock_id) where clock_id is not null;
    create index mails_documents on mails using gin (document_ids);
    create index mails_address on mails (lower(to_address)) where bounced_at is not null or resent_at is not null;
    create index mails_kept on mails (created_at) where to_address is not null or text is not null;

    create trigger mails_version before update on mails
      for each row execute function count_version();
    create function note_mail() returns trigger language plpgsql as $$
      begin
        perform note_change('MAIL', new.id::text, new.version, row(new.organization_id, null,
          coalesce((select product_id from policies where id = new.policy_id),
            (select product_id from quotes where request_id = new.quote_id)), new.clock_id)::audience);
        if tg_op = 'UPDATE' and new.state <> old.state then
          if new.state = 'SENT' then
            perform note_became('MAIL', new.id::text, 'MAIL_SENT');
          elsif new.state in ('REFUSED', 'UNCONFIRMED') then
            perform note_became('MAIL', new.id::text, 'MAIL_FAILED');
          elsif new.state in ('BOUNCED', 'COMPLAINED') then
            perform note_became('MAIL', new.id::text, 'MAIL_BOUNCED');
          end if;
        end if;
        return null;
      end
    $$;
    create constraint trigger mails_queued after insert on mails
      deferrable initially deferred for each row execute function note_mail();
    -- Attempts are no news before they end.
    create constraint trigger mails_noted after update on mails
      deferrable initially deferred for each row when (new.state <> 'SENDING'
        and (old.state, old.attempts, old.resends, old.to_address, old.reports, old.delivered_at)
          is distinct from (new.state, new.attempts, new.resends, new.to_address, new.reports, new.delivered_at))
      execute function note_mail();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
