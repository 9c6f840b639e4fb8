import type { Knex } from 'knex';

/** Test clocks, what stands under them, and the time zones of organizations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column time_zone text not null default 'UTC' check (time_zone <> '');

    create table clocks (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text not null check (name <> ''),
      -- The time that it shows.
      business_time timestamptz not null,
      state text not null default 'READY' check (state in ('READY', 'ADVANCING')),
      -- Of the advance under way, or of the last one.
      advances_from timestamptz,
      advances_to timestamptz,
      -- Waits for outside systems end when the clock passes their end.
      waits_time_out boolean not null default false,
      -- What holds an advance up.
      problem text,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      updated_at timestamptz not null default now(),
      check (state = 'READY' or (advances_to is not null and advances_from is not null))
    );
    create index clocks_organization on clocks (organization_id, created_at desc, id desc);
    create index clocks_advancing on clocks (updated_at) where state = 'ADVANCING';

    alter table clients add column clock_id uuid references clocks;
    create index clients_clock on clients (clock_id, created_at desc, id desc) where clock_id is not null;

    alter table events add column clock_id uuid references clocks;
    -- When it was fired by the clock. Without a clock that is created_at.
    alter table events add column business_time timestamptz;
    alter table events add constraint events_business_time check ((clock_id is null) = (business_time is null));
    create index events_clock on events (clock_id, created_at desc) where clock_id is not null;
    create index events_clock_open on events (clock_id)
      where clock_id is not null and state in ('ACCEPTED', 'RUNNING');

    -- The end of its wait by the clock.
    alter table action_runs add column clock_waits_until timestamptz;

    alter table quotes add column clock_id uuid references clocks;
    create index quotes_clock on quotes (clock_id, quote_timestamp desc, request_id desc)
      where clock_id is not null;

    alter table policies add column clock_id uuid references clocks;
    create index policies_clock on policies (clock_id, created_at desc, id desc) where clock_id is not null;
    -- Policies under a clock are due by it: the sweep does not see them.
    drop index policies_next_look;
    create index policies_next_look on policies (next_look_at)
      where policy_state <> 'CLOSED' and clock_id is null;
    create index policies_clock_due on policies (clock_id, next_look_at)
      where clock_id is not null and policy_state <> 'CLOSED';

    -- Runs as the owner of the schema, because the service's role may not change the journals. The clock must be locked.
    create function delete_clock(deleted uuid) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      declare
        of_clients uuid[] := array(select id from clients where clock_id = deleted);
        of_policies uuid[] := array(
          select id from policies where clock_id = deleted or client_id = any (of_clients));
        of_events uuid[] := array(
          select trigger_request_id from events
          where clock_id = deleted or client_id = any (of_clients) or policy_id = any (of_policies));
        of_quotes uuid[] := array(
          select request_id from quotes
          where clock_id = deleted or client_id = any (of_clients) or trigger_request_id = any (of_events));
        of_documents uuid[] := array(
          select id from documents
          where client_id = any (of_clients) or policy_id = any (of_policies) or quote_id = any (of_quotes)
            or trigger_request_id = any (of_events));
        of_payments uuid[] := array(
          select payment.id from payments payment left join payment_sessions session on session.id = payment.session_id
          where payment.policy_id = any (of_policies) or session.client_id = any (of_clients));
      begin
        if not exists (select from clocks where id = deleted and state = 'READY') then
          raise exception 'the clock % is not ready', deleted using errcode = 'object_not_in_prerequisite_state';
        end if;
        insert into erased_objects (object_key)
          select object_key from documents where id = any (of_documents) and object_key is not null
          on conflict do nothing;
        delete from document_pieces where document_id = any (of_documents);
        delete from documents where id = any (of_documents);
        delete from webhook_deliveries where trigger_request_id = any (of_events);

        perform set_config('ioi.removing', 'posting_sums DELETE', true);
        delete from posting_sums where close_id in (select id from posting_closes where clock_id = deleted);
        perform set_config('ioi.removing', 'posting_closes DELETE', true);
        delete from posting_closes where clock_id = deleted;
        perform set_config('ioi.removing', 'account_journal DELETE', true);
        delete from account_journal
        where clock_id = deleted or policy_id = any (of_policies) or source_id = any (of_payments);
        perform set_config('ioi.removing', 'ledger_journal DELETE', true);
        delete from ledger_journal where policy_id = any (of_policies);
        delete from ledger_entries where parent_policy_id = any (of_policies);
        delete from payment_refunds where policy_id = any (of_policies);
        delete from payment_allocations where payment_id = any (of_payments);
        delete from payments where id = any (of_payments);
        delete from payment_sessions where client_id = any (of_clients);
        delete from statements where policy_id = any (of_policies);

        perform set_config('ioi.removing', 'policy_changes DELETE', true);
        delete from policy_changes where policy_id = any (of_policies);
        perform set_config('ioi.removing', '', true);
        delete from policy_events where policy_id = any (of_policies);
        delete from policy_quotes where policy_id = any (of_policies);
        delete from policy_search where policy_id = any (of_policies);
        delete from policies where id = any (of_policies);

        delete from quote_worksheets where request_id = any (of_quotes);
        delete from quote_notes where request_id = any (of_quotes);
        delete from quotes where request_id = any (of_quotes);

        delete from inbound_messages where trigger_request_id = any (of_events);
        delete from action_runs where trigger_request_id = any (of_events);
        delete from earlier_action_runs where trigger_request_id = any (of_events);
        delete from event_keys where trigger_request_id = any (of_events);
        delete from events where trigger_request_id = any (of_events);

        delete from idempotency_keys where client_id = any (of_clients);
        delete from client_answer_history where client_id = any (of_clients);
        delete from clients where id = any (of_clients);
        delete from clocks where id = deleted;
      end
    $$;
  `);
  await copies(knex);
}

/** Copies of policies under a clock. */
async function copies(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The version of its next terms, instead of the deployed one.
    alter table policies add column renewal_version_id uuid references product_versions;
    create index policies_renewal_version on policies (renewal_version_id) where renewal_version_id is not null;

    create table clock_copies (
      policy_id uuid primary key references policies on delete cascade,
      clock_id uuid not null references clocks on delete cascade,
      -- The request that made it, with all others of the request.
      copy_id uuid not null,
      -- The original may be deleted with a clock of its own.
      original_policy_id uuid not null,
      original_policy_number text not null,
      copied_at timestamptz not null
    );
    create index clock_copies_clock on clock_copies (clock_id, original_policy_number, policy_id);
    create index clock_copies_original on clock_copies (original_policy_id, clock_id, copied_at desc);
    create index clock_copies_copy on clock_copies (copy_id, original_policy_number);
    -- The copies of one request have a number that none has had.
    create sequence clock_copy_numbers;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
