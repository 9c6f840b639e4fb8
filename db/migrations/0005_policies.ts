import type { Knex } from 'knex';

/** Policies with their changes, events, ledger, statements and payments, and the tables of the search. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(policies);
  await knex.raw(ledger);
  await knex.raw(billing);
  await knex.raw(search);
}

const policies = `
  create table policies (
    id uuid primary key,
    policy_number text not null check (policy_number <> ''),
    product_id uuid not null references products,
    product_version_id uuid not null references product_versions,
    product_name text not null,
    client_id uuid not null references clients,
    quote_id uuid not null references quotes,
    action_id uuid not null,
    issuing_organization_id uuid not null references organizations,
    seller_organization_id uuid not null references organizations,
    underwriting_organization_id uuid references organizations,
    producer_id uuid,
    status text not null default 'NOT_PAID' check (status in ('NOT_PAID', 'PAID', 'OVERPAID', 'UNDERPAID')),
    policy_state text not null check (
      policy_state in ('PENDING_FINANCE_CONFIRMATION', 'ACTIVE', 'INACTIVE_UNSETTLED', 'SETTLED', 'CLOSED')
    ),
    effective_date date not null,
    expiration_date date not null,
    last_day_with_coverage date not null,
    premium numeric(18, 2) not null,
    premium_term text not null,
    payment_plan text not null,
    policy_meta jsonb not null default '{}',
    policy_contract jsonb not null default '{}',
    client_integration_data jsonb not null default '{}',
    quote_integration_data jsonb not null default '{}',
    policy_integration_data jsonb not null default '{}',
    term_number integer not null default 1 check (term_number > 0),
    cancelled_on date,
    cancellation_notice_on date,
    renewal_quote_id uuid references quotes,
    non_renewed boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version integer not null default 1,
    check (expiration_date > effective_date),
    unique (issuing_organization_id, policy_number)
  );
  create index policies_client on policies (client_id, created_at);
  create index policies_quote on policies (quote_id);
  create index policies_product on policies (product_id, created_at);
  create index policies_version on policies (product_version_id);
  create index policies_seller on policies (seller_organization_id);
  create index policies_underwriter on policies (underwriting_organization_id)
    where underwriting_organization_id is not null;
  create index policies_renewal_quote on policies (renewal_quote_id) where renewal_quote_id is not null;

  -- The key says it: a quote is issued, or renews or changes a policy, once.
  create table policy_quotes (
    quote_id uuid primary key references quotes,
    policy_id uuid not null references policies
  );
  create index policy_quotes_policy on policy_quotes (policy_id);

  create table policy_numbers (
    product_id uuid not null references products,
    scope text not null,
    last bigint not null,
    primary key (product_id, scope)
  );

  create table policy_changes (
    policy_id uuid not null references policies,
    seq integer not null check (seq > 0),
    kind text not null check (
      kind in (
        'ISSUE', 'ENDORSE', 'TRUE_UP', 'CANCEL', 'REINSTATE', 'RENEW', 'NON_RENEW',
        'CORRECT_EFFECTIVE_DATE', 'CORRECT_NUMBER', 'PAYMENT_PLAN'
      )
    ),
    effective_date date not null,
    recorded_at timestamptz not null,
    term_number integer not null check (term_number > 0),
    premium_change numeric(18, 2) not null default 0,
    term_premium numeric(18, 2) not null,
    quote_id uuid references quotes,
    intake jsonb,
    trigger_request_id uuid references events,
    data jsonb not null default '{}',
    primary key (policy_id, seq)
  );
  create index policy_changes_quote on policy_changes (quote_id) where quote_id is not null;
  create index policy_changes_event on policy_changes (trigger_request_id) where trigger_request_id is not null;

  create table policy_events (
    id uuid primary key,
    policy_id uuid not null references policies,
    type text not null check (type <> ''),
    label text,
    description text,
    effective_date date,
    trigger_request_id uuid references events,
    data jsonb not null default '{}',
    created_at timestamptz not null default now(),
    created_by jsonb
  );
  create index policy_events_policy on policy_events (policy_id, created_at, id);
  create index policy_events_event on policy_events (trigger_request_id) where trigger_request_id is not null;
`;

const ledger = `
  create table ledger_entries (
    id uuid primary key,
    parent_policy_id uuid not null references policies,
    policy_number text not null,
    quote_id uuid references quotes,
    organization_id uuid not null references organizations,
    product_id uuid not null references products,
    term_number integer not null check (term_number > 0),
    premium numeric(18, 2) not null,
    effective_date date not null,
    applied_to_statement boolean not null default false,
    statement_id uuid,
    event_answers jsonb,
    doc jsonb,
    additional_docs jsonb not null default '[]',
    created_at timestamptz not null default now(),
    created_by jsonb,
    deleted_at timestamptz
  );
  create index ledger_entries_policy on ledger_entries (parent_policy_id, effective_date, created_at, id)
    where deleted_at is null;
  create index ledger_entries_deleted on ledger_entries (parent_policy_id) where deleted_at is not null;
  create index ledger_entries_quote on ledger_entries (quote_id) where quote_id is not null;
  create index ledger_entries_organization on ledger_entries (organization_id);
  create index ledger_entries_product on ledger_entries (product_id);
  create index ledger_entries_statement on ledger_entries (statement_id) where statement_id is not null;

  create table ledger_journal (
    seq bigint generated always as identity primary key,
    entry_id uuid not null references ledger_entries,
    policy_id uuid not null references policies,
    kind text not null check (kind in ('RECORDED', 'EDITED', 'DELETED', 'APPLIED')),
    term_number integer not null check (term_number > 0),
    premium_change numeric(18, 2) not null default 0,
    effective_date date not null,
    data jsonb not null default '{}',
    trigger_request_id uuid references events,
    created_at timestamptz not null default now(),
    created_by jsonb
  );
  create index ledger_journal_policy on ledger_journal (policy_id, seq);
  create index ledger_journal_entry on ledger_journal (entry_id, seq);
  create index ledger_journal_event on ledger_journal (trigger_request_id) where trigger_request_id is not null;

  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is only ever added to', tg_table_name using errcode = 'integrity_constraint_violation';
    end
  $$;
  create trigger ledger_journal_append_only before update or delete on ledger_journal
    for each statement execute function refuse_change();
  create trigger policy_changes_append_only before update or delete on policy_changes
    for each statement execute function refuse_change();
`;

const billing = `
  create table statements (
    id uuid primary key,
    policy_id uuid not null references policies,
    term_number integer not null check (term_number > 0),
    number integer not null check (number > 0),
    kind text not null check (kind in ('INSTALMENT', 'ENDORSEMENT', 'CANCELLATION', 'TRUE_UP', 'REINSTATEMENT')),
    due_date date not null,
    amount numeric(18, 2) not null,
    paid_amount numeric(18, 2) not null default 0,
    state text not null default 'SCHEDULED'
      check (state in ('SCHEDULED', 'DUE', 'PAID', 'PAST_DUE', 'VOID')),
    created_at timestamptz not null default now(),
    data jsonb not null default '{}',
    unique (policy_id, term_number, number)
  );
  create index statements_unpaid on statements (due_date, policy_id)
    where state in ('SCHEDULED', 'DUE', 'PAST_DUE');
  alter table ledger_entries add foreign key (statement_id) references statements;

  create table payment_sessions (
    id uuid primary key,
    organization_id uuid not null references organizations,
    client_id uuid not null references clients,
    policy_id uuid references policies,
    kind text not null check (kind in ('SETUP', 'COLLECT')),
    provider text not null,
    provider_reference text,
    client_secret text,
    currency text not null,
    amount numeric(18, 2) not null,
    quote_ids jsonb not null default '[]',
    plans jsonb not null default '{}',
    state text not null default 'OPEN' check (state in ('OPEN', 'PAID', 'EXPIRED')),
    paid_amount numeric(18, 2),
    created_at timestamptz not null default now(),
    verified_at timestamptz
  );
  create index payment_sessions_organization on payment_sessions (organization_id, created_at desc);
  create index payment_sessions_client on payment_sessions (client_id, created_at desc);
  create index payment_sessions_policy on payment_sessions (policy_id) where policy_id is not null;
  create index payment_sessions_quotes on payment_sessions using gin (quote_ids jsonb_path_ops);
  create unique index payment_sessions_reference on payment_sessions (provider, provider_reference)
    where provider_reference is not null;

  create table payments (
    id uuid primary key,
    policy_id uuid references policies,
    organization_id uuid not null references organizations,
    amount numeric(18, 2) not null,
    reference text not null,
    provider text not null,
    session_id uuid references payment_sessions,
    received_at timestamptz not null,
    unique (policy_id, reference)
  );
  create index payments_organization on payments (organization_id, received_at desc);
  create index payments_session on payments (session_id) where session_id is not null;

  create table payment_allocations (
    payment_id uuid not null references payments,
    statement_id uuid not null references statements,
    amount numeric(18, 2) not null,
    primary key (payment_id, statement_id)
  );
  create index payment_allocations_statement on payment_allocations (statement_id);
`;

/*
 * Search reads a narrow table with a row for each organization that sees a policy, so that counting reads
 * little and every index begins with the organization. Triggers maintain it, so that no writer of policies
 * can forget it. Many policies share their agency, producer and carrier. Each combination is stored once and
 * its policies are found by its number, because a trigram index over texts that thousands of rows share would
 * find the rows of all of them.
 */
const search = `
  create extension if not exists pg_trgm;

  create table policy_parties (
    id bigint generated always as identity primary key,
    fingerprint bytea not null unique,
    agency_id text,
    agency_name text,
    producer_id text,
    producer_first_name text,
    producer_last_name text,
    producer_email text,
    producer_phone text,
    carrier_id text,
    carrier_name text,
    every_text text not null
  );
  create index policy_parties_text on policy_parties using gin (every_text gin_trgm_ops);

  create table policy_search (
    policy_id uuid not null references policies,
    organization_id uuid not null references organizations,
    effective_date date not null,
    expiration_date date not null,
    parties_id bigint not null references policy_parties,
    policy_number text not null,
    insured_name text,
    insured_dba_name text,
    contact_first_name text,
    contact_last_name text,
    contact_email text,
    contact_phone text,
    every_text text not null,
    primary key (policy_id, organization_id)
  );
  create index policy_search_effective on policy_search (organization_id, effective_date desc, policy_id);
  create index policy_search_expiration on policy_search (organization_id, expiration_date)
    include (effective_date, policy_id);
  create index policy_search_parties on policy_search (parties_id, organization_id)
    include (effective_date, expiration_date, policy_id);
  create index policy_search_text on policy_search using gin (every_text gin_trgm_ops);

  -- Every text and number in a document, each on a line of its own.
  create function texts_of(document jsonb) returns text language sql immutable strict parallel safe as $$
    select coalesce(string_agg(leaf #>> '{}', chr(10)), '')
    from jsonb_path_query(document, 'strict $.**') leaf
    where jsonb_typeof(leaf) in ('string', 'number')
  $$;

  create function parties_of(policy_meta jsonb) returns jsonb language sql immutable strict parallel safe as $$
    select jsonb_build_object(
      'agency', policy_meta -> 'agency', 'producer', policy_meta -> 'producer', 'carrier', policy_meta -> 'carrier'
    )
  $$;

  create function fingerprint_of(parties jsonb) returns bytea language sql immutable strict parallel safe as $$
    select sha256(convert_to(parties::text, 'UTF8'))
  $$;

  create function write_policy_search(ids uuid[]) returns void language plpgsql as $$
    begin
      insert into policy_parties (
        fingerprint, agency_id, agency_name, producer_id, producer_first_name, producer_last_name,
        producer_email, producer_phone, carrier_id, carrier_name, every_text
      )
      select fingerprint_of(parties), parties #>> '{agency,id}', parties #>> '{agency,name}',
        parties #>> '{producer,id}', parties #>> '{producer,firstName}', parties #>> '{producer,lastName}',
        parties #>> '{producer,email}', parties #>> '{producer,phone}', parties #>> '{carrier,id}',
        parties #>> '{carrier,name}', texts_of(parties)
      from (select distinct parties_of(policy_meta) as parties from policies where id = any (ids)) these
      where not exists (select from policy_parties known where known.fingerprint = fingerprint_of(parties))
      order by 1
      on conflict (fingerprint) do nothing;

      insert into policy_search (
        policy_id, organization_id, effective_date, expiration_date, parties_id, policy_number, insured_name,
        insured_dba_name, contact_first_name, contact_last_name, contact_email, contact_phone, every_text
      )
      select p.id, seen.organization_id, p.effective_date, p.expiration_date, parties.id, p.policy_number,
        p.policy_meta ->> 'insuredName', p.policy_meta #>> '{insured,dbaName}',
        p.policy_meta #>> '{insured,contact,firstName}', p.policy_meta #>> '{insured,contact,lastName}',
        p.policy_meta #>> '{insured,contact,email}', p.policy_meta #>> '{insured,contact,phone}',
        p.policy_number || chr(10) || texts_of(p.policy_meta - '{agency,producer,carrier}'::text[])
      from policies p
      join policy_parties parties on parties.fingerprint = fingerprint_of(parties_of(p.policy_meta))
      cross join lateral (
        select p.seller_organization_id as organization_id union select p.issuing_organization_id
      ) seen
      where p.id = any (ids)
      on conflict (policy_id, organization_id) do update set
        effective_date = excluded.effective_date, expiration_date = excluded.expiration_date,
        parties_id = excluded.parties_id, policy_number = excluded.policy_number,
        insured_name = excluded.insured_name, insured_dba_name = excluded.insured_dba_name,
        contact_first_name = excluded.contact_first_name, contact_last_name = excluded.contact_last_name,
        contact_email = excluded.contact_email, contact_phone = excluded.contact_phone,
        every_text = excluded.every_text;
    end
  $$;

  create function search_added_policies() returns trigger language plpgsql as $$
    begin
      perform write_policy_search(array_agg(id)) from added having count(*) > 0;
      return null;
    end
  $$;
  create trigger policies_search_added after insert on policies
    referencing new table as added for each statement execute function search_added_policies();

  create function search_changed_policy() returns trigger language plpgsql as $$
    begin
      perform write_policy_search(array[new.id]);
      return null;
    end
  $$;
  create trigger policies_search_changed after update on policies for each row
    when (
      (old.policy_number, old.effective_date, old.expiration_date, old.policy_meta)
        is distinct from (new.policy_number, new.effective_date, new.expiration_date, new.policy_meta)
    )
    execute function search_changed_policy();
`;

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
