import type { Knex } from 'knex';

/** Policies, their numbers, changes and events. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      policy_state text not null
        check (policy_state in ('PENDING_FINANCE_CONFIRMATION', 'ACTIVE', 'INACTIVE_UNSETTLED', 'SETTLED',
          'CLOSED')),
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
      -- Held for the end of the term.
      renewal_quote_id uuid references quotes,
      -- The last quote of the next term, held or not: its wishes are kept after a change.
      last_renewal_quote_id uuid references quotes,
      -- Why the renewal waits for a person.
      renewal_waits text,
      non_renewed boolean not null default false,
      -- The policies that this one was issued in the place of, and was rewritten as.
      rewritten_from uuid references policies,
      rewritten_to uuid references policies,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      -- The time of the next check, by which the sweep finds policies without a workflow.
      next_look_at timestamptz not null default now(),
      -- The day of which the row holds the contract and the parties. Null: as issued, and no change has been
      -- applied yet.
      contract_on date,
      issued_meta jsonb,
      unique (issuing_organization_id, policy_number),
      check (expiration_date > effective_date)
    );
    create index policies_client on policies (client_id, created_at);
    create index policies_quote on policies (quote_id);
    create index policies_product on policies (product_id, created_at);
    create index policies_version on policies (product_version_id);
    create index policies_seller on policies (seller_organization_id);
    create index policies_underwriter on policies (underwriting_organization_id)
      where underwriting_organization_id is not null;
    create index policies_renewal_quote on policies (renewal_quote_id) where renewal_quote_id is not null;
    create index policies_last_renewal_quote on policies (last_renewal_quote_id)
      where last_renewal_quote_id is not null;
    create unique index policies_rewritten_from on policies (rewritten_from) where rewritten_from is not null;
    create unique index policies_rewritten_to on policies (rewritten_to) where rewritten_to is not null;
    create index policies_renewal_waits on policies (expiration_date, id) where renewal_waits is not null;
    create index policies_next_look on policies (next_look_at) where policy_state <> 'CLOSED';
    create index policies_under_notice on policies (cancellation_notice_on, id)
      where cancellation_notice_on is not null;

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
      kind text not null
        check (kind in ('ISSUE', 'ENDORSE', 'TRUE_UP', 'CANCEL', 'REINSTATE', 'RENEW', 'NON_RENEW',
          'CORRECT_EFFECTIVE_DATE', 'CORRECT_NUMBER', 'PAYMENT_PLAN')),
      effective_date date not null,
      recorded_at timestamptz not null,
      term_number integer not null check (term_number > 0),
      premium_change numeric(18, 2) not null default 0,
      term_premium numeric(18, 2) not null,
      quote_id uuid references quotes,
      intake jsonb,
      edits jsonb,
      trigger_request_id uuid references events,
      data jsonb not null default '{}',
      created_by jsonb,
      primary key (policy_id, seq)
    );
    create index policy_changes_quote on policy_changes (quote_id) where quote_id is not null;
    create index policy_changes_event on policy_changes (trigger_request_id)
      where trigger_request_id is not null;
    create trigger policy_changes_append_only before update or delete on policy_changes
      for each statement execute function refuse_change();
    create trigger policy_changes_not_truncated before truncate on policy_changes
      for each statement execute function refuse_change();

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
      created_by jsonb,
      -- The order of those of one moment.
      seq bigint generated always as identity
    );
    create index policy_events_policy on policy_events (policy_id, created_at, seq);
    create index policy_events_event on policy_events (trigger_request_id) where trigger_request_id is not null;

    -- Runs as the owner of the schema, because the service's role may not change the journal.
    create function erase_policy_answers(ids uuid[]) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        perform set_config('ioi.removing', 'policy_changes UPDATE', true);
        update policy_changes change set intake = '{}', edits = null
          from policies policy join clients client on client.id = policy.client_id
          where policy.id = any (ids) and policy.policy_state = 'CLOSED' and client.erased_at is not null
            and change.policy_id = policy.id and change.intake <> '{}';
        perform set_config('ioi.removing', '', true);
      end
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
