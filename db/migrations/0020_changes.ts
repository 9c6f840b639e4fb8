import type { Knex } from 'knex';

/**
 * The feed of changes. Triggers write it at the end of each transaction, so that no writer can forget it. A change gets its number
 * afterwards, when it is committed: so numbers are in the order of commit, and none comes later below one that was read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table changes (
      id bigint generated always as identity primary key,
      -- Null until it is committed and somebody looked.
      number bigint unique,
      transaction xid8 not null default pg_current_xact_id(),
      kind text not null check (kind in ('CLIENT', 'QUOTE', 'POLICY', 'STATEMENT', 'PAYMENT', 'REFUND', 'LEDGER_ENTRY',
        'LEDGER_LINE', 'DOCUMENT')),
      record_id text not null,
      version bigint not null,
      is_deleted boolean not null default false,
      -- Who sees the record: its insurer or owner, and the other side if there is one.
      organization_id uuid not null,
      other_organization_id uuid,
      product_id uuid,
      clock_id uuid references clocks on delete cascade,
      trigger_request_id uuid,
      created_by jsonb,
      recorded_at timestamptz not null default clock_timestamp()
    );
    -- One for each record of a transaction, however often it wrote it.
    create unique index changes_without_number on changes (transaction, kind, record_id) where number is null;
    create index changes_to_number on changes (id) where number is null;
    create index changes_organization on changes (organization_id, number);
    create index changes_other_organization on changes (other_organization_id, number)
      where other_organization_id is not null;
    create index changes_clock on changes (clock_id, number) where clock_id is not null;
    create index changes_recorded on changes (recorded_at) where number is not null;

    create table change_numbers (
      id boolean primary key default true check (id),
      last bigint not null default 0,
      -- Changes up to this one are no longer kept.
      removed_to bigint not null default 0
    );
    insert into change_numbers default values;

    -- Gives numbers to what is committed. One does it at a time; what commits meanwhile is for the next.
    create function number_changes(most integer) returns integer language plpgsql as $$
      declare
        from_number bigint;
        numbered integer;
      begin
        if not exists (select from changes where number is null) then
          return 0;
        end if;
        select last into from_number from change_numbers for update;
        with free as (
          select id, row_number() over (order by id) as place
          from (select id from changes where number is null order by id limit most) oldest
        )
        update changes set number = from_number + free.place from free where changes.id = free.id;
        get diagnostics numbered = row_count;
        update change_numbers set last = from_number + numbered;
        return numbered;
      end
    $$;

    -- Records that have no version of their own count theirs.
    alter table statements add column version integer not null default 1, add column updated_at timestamptz;
    alter table payments add column version integer not null default 1, add column updated_at timestamptz;
    alter table payment_refunds add column version integer not null default 1, add column updated_at timestamptz;
    alter table ledger_entries add column version integer not null default 1, add column updated_at timestamptz;
    -- Of a quote a time in microseconds: one that is made anew under the same id, where an event is run again, has a later one.
    alter table quotes add column version bigint not null default 1, add column updated_at timestamptz;
    alter table quotes alter column version set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
    create function version_quote() returns trigger language plpgsql as $$
      begin
        new.version := greatest(old.version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
        new.updated_at := clock_timestamp();
        return new;
      end
    $$;
    create function count_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        new.updated_at := clock_timestamp();
        return new;
      end
    $$;
    create trigger quotes_version before update on quotes
      for each row execute function version_quote();
    create trigger statements_version before update on statements
      for each row execute function count_version();
    create trigger payments_version before update on payments
      for each row execute function count_version();
    create trigger payment_refunds_version before update on payment_refunds
      for each row execute function count_version();
    create trigger ledger_entries_version before update on ledger_entries
      for each row execute function count_version();

    -- The version of a policy counts what is decided on it; this one also what follows by itself, such as its contract of the
    -- day. When a policy is looked at again is no change of it.
    alter table policies add column record_version integer not null default 1,
      add column changed_at timestamptz not null default now();
    create function count_record_version() returns trigger language plpgsql as $$
      begin
        new.record_version := old.record_version + 1;
        new.changed_at := clock_timestamp();
        return new;
      end
    $$;
    create trigger policies_record_version before update on policies for each row when (
      old.version <> new.version or old.premium <> new.premium or old.policy_number <> new.policy_number
      or old.policy_contract is distinct from new.policy_contract or old.policy_meta is distinct from new.policy_meta
    ) execute function count_record_version();

    create type audience as (organization_id uuid, other_organization_id uuid, product_id uuid, clock_id uuid);
    create function audience_of_policy(policy uuid) returns audience language plpgsql stable as $$
      declare
        found audience;
      begin
        select issuing_organization_id, nullif(seller_organization_id, issuing_organization_id), product_id, clock_id
          into found from policies where id = policy;
        return found;
      end
    $$;

    -- The cause is the event that the record names, or that its transaction is for. Of what was deleted with its test clock
    -- meanwhile, nothing is noted.
    create function note_change(kind text, record_id text, version bigint, seen_by audience, event uuid default null,
      author jsonb default null, is_deleted boolean default false) returns void language plpgsql as $$
      #variable_conflict use_column
      begin
        insert into changes (kind, record_id, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
          trigger_request_id, created_by)
        select note_change.kind, note_change.record_id, note_change.version, note_change.is_deleted,
          (seen_by).organization_id, (seen_by).other_organization_id, (seen_by).product_id, (seen_by).clock_id,
          coalesce(event, nullif(current_setting('ioi.event', true), '')::uuid),
          coalesce(author, nullif(current_setting('ioi.author', true), '')::jsonb)
        where (seen_by).organization_id is not null
          and ((seen_by).clock_id is null or exists (select from clocks where id = (seen_by).clock_id))
        on conflict (transaction, kind, record_id) where number is null
          do update set version = excluded.version, is_deleted = excluded.is_deleted,
            other_organization_id = coalesce(excluded.other_organization_id, changes.other_organization_id);
      end
    $$;
  `);
  await noteEachTable(knex);
}

async function noteEachTable(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_client() returns trigger language plpgsql as $$
      begin
        perform note_change('CLIENT', new.id::text, (extract(epoch from new.updated_at) * 1000000)::bigint,
          row(new.organization_id, null, null, new.clock_id)::audience, is_deleted => new.erased_at is not null);
        return null;
      end
    $$;
    create constraint trigger clients_noted after insert or update on clients
      deferrable initially deferred for each row execute function note_client();

    -- Products of a package are parts of its quote. Who works on a quote is known to the quoting organization alone.
    create function note_quote() returns trigger language plpgsql as $$
      declare
        other uuid := nullif(new.client_organization_id, new.quoting_organization_id);
      begin
        if tg_op = 'UPDATE' then
          if (old.assigned_to, old.assigned_at) is distinct from (new.assigned_to, new.assigned_at)
            and (old.bindable, old.underwriter_response, old.policyholder_response, old.metadata, old.messages, old.intake)
              is not distinct from
              (new.bindable, new.underwriter_response, new.policyholder_response, new.metadata, new.messages, new.intake) then
            other := null;
          end if;
        end if;
        perform note_change('QUOTE', new.request_id::text, new.version,
          row(new.quoting_organization_id, other, new.product_id, new.clock_id)::audience,
          event => case when tg_op = 'INSERT' then new.trigger_request_id end);
        return null;
      end
    $$;
    -- An event that is run again makes its declined quotes anew. What goes with a test clock takes its changes along.
    create function note_deleted_quote() returns trigger language plpgsql as $$
      begin
        perform note_change('QUOTE', old.request_id::text, (extract(epoch from clock_timestamp()) * 1000000)::bigint,
          row(old.quoting_organization_id, nullif(old.client_organization_id, old.quoting_organization_id),
            old.product_id, null)::audience, is_deleted => true);
        return null;
      end
    $$;
    create trigger quotes_deleted after delete on quotes
      for each row when (old.package_request_id is null and old.clock_id is null) execute function note_deleted_quote();
    -- A quote that is bound is bindable no more.
    create function touch_quote() returns trigger language plpgsql as $$
      begin
        update quotes set updated_at = clock_timestamp() where request_id = new.quote_id;
        return null;
      end
    $$;
    create trigger policy_quotes_touch after insert on policy_quotes
      for each row execute function touch_quote();
    create constraint trigger quotes_noted after insert or update on quotes
      deferrable initially deferred for each row when (new.package_request_id is null) execute function note_quote();

    create function note_policy() returns trigger language plpgsql as $$
      begin
        perform note_change('POLICY', new.id::text, new.record_version, audience_of_policy(new.id));
        return null;
      end
    $$;
    create constraint trigger policies_issued after insert on policies
      deferrable initially deferred for each row execute function note_policy();
    create constraint trigger policies_changed after update on policies
      deferrable initially deferred for each row when (old.record_version <> new.record_version)
      execute function note_policy();

    create function note_statement() returns trigger language plpgsql as $$
      begin
        perform note_change('STATEMENT', new.id::text, new.version, audience_of_policy(new.policy_id));
        return null;
      end
    $$;
    create constraint trigger statements_noted after insert or update on statements
      deferrable initially deferred for each row execute function note_statement();

    create function note_payment() returns trigger language plpgsql as $$
      begin
        perform note_change('PAYMENT', new.id::text, new.version,
          case when new.policy_id is null then row(new.organization_id, null, null, (select client.clock_id
            from payment_sessions session join clients client on client.id = session.client_id
            where session.id = new.session_id))::audience
            else audience_of_policy(new.policy_id) end,
          event => case when tg_op = 'INSERT' then new.trigger_request_id end,
          author => case when tg_op = 'INSERT' then new.created_by end);
        return null;
      end
    $$;
    create constraint trigger payments_noted after insert or update on payments
      deferrable initially deferred for each row execute function note_payment();

    -- A payment shows the statements that it was applied to.
    create function touch_payment() returns trigger language plpgsql as $$
      begin
        update payments set updated_at = clock_timestamp()
          where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
        return null;
      end
    $$;
    create trigger payment_allocations_touch after insert or update or delete on payment_allocations
      for each row execute function touch_payment();

    create function note_refund() returns trigger language plpgsql as $$
      begin
        perform note_change('REFUND', new.id::text, new.version, audience_of_policy(new.policy_id),
          event => new.trigger_request_id);
        return null;
      end
    $$;
    create constraint trigger payment_refunds_noted after insert or update on payment_refunds
      deferrable initially deferred for each row execute function note_refund();

    create function note_entry() returns trigger language plpgsql as $$
      begin
        perform note_change('LEDGER_ENTRY', new.id::text, new.version, audience_of_policy(new.parent_policy_id),
          author => case when tg_op = 'INSERT' then new.created_by end, is_deleted => new.deleted_at is not null);
        return null;
      end
    $$;
    create constraint trigger ledger_entries_noted after insert or update on ledger_entries
      deferrable initially deferred for each row execute function note_entry();

    create function note_line() returns trigger language plpgsql as $$
      begin
        perform note_change('LEDGER_LINE', new.seq::text, 1, audience_of_policy(new.policy_id),
          event => new.trigger_request_id, author => new.created_by);
        return null;
      end
    $$;
    create constraint trigger ledger_journal_noted after insert on ledger_journal
      deferrable initially deferred for each row execute function note_line();

    create function audience_of_document(document documents) returns audience language sql stable as $$
      select row(document.organization_id, document.shared_organization_id, document.product_id,
        coalesce((select clock_id from policies where id = document.policy_id),
          (select clock_id from quotes where request_id = document.quote_id),
          (select clock_id from clients where id = document.client_id)))::audience
    $$;
    create function note_document() returns trigger language plpgsql as $$
      begin
        perform note_change('DOCUMENT', new.id::text, 1, audience_of_document(new),
          event => new.trigger_request_id, author => new.created_by);
        return null;
      end
    $$;
    create constraint trigger documents_noted after insert on documents
      deferrable initially deferred for each row execute function note_document();
    -- At once, while it is known what it was about. What goes with a test clock takes its changes along.
    create function note_deleted_document() returns trigger language plpgsql as $$
      declare
        seen_by audience := audience_of_document(old);
      begin
        if seen_by.clock_id is null then
          perform note_change('DOCUMENT', old.id::text, 2, seen_by, is_deleted => true);
        end if;
        return null;
      end
    $$;
    create trigger documents_deleted after delete on documents
      for each row execute function note_deleted_document();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
