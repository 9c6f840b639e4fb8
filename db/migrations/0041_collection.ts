import type { Knex } from 'knex';

/** Payments that come by themselves: saved payment methods, agreements to charge them, and the charges. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a provider keeps of a client. Never a number: the provider's ids, and what people tell methods apart by.
    create table saved_methods (
      id uuid primary key,
      organization_id uuid not null references organizations,
      client_id uuid not null references clients,
      provider text not null,
      customer_reference text not null,
      setup_reference text not null,
      method_reference text,
      mandate_reference text,
      state text not null default 'PENDING'
        check (state in ('PENDING', 'ACTIVE', 'DECLINED', 'EXPIRED', 'DISPUTED', 'DETACHED')),
      reason text,
      kind text,
      brand text,
      last_four text check (last_four ~ '^[0-9]{1,4}$'),
      -- The month after which a card is over: YYYY-MM.
      expiry text check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
      created_at timestamptz not null,
      created_by jsonb not null,
      updated_at timestamptz not null
    );
    create index saved_methods_client on saved_methods (client_id, created_at desc);
    create index saved_methods_organization on saved_methods (organization_id);
    create unique index saved_methods_setup on saved_methods (provider, setup_reference);
    create index saved_methods_method on saved_methods (provider, method_reference) where method_reference is not null;

    create table collection_agreements (
      policy_id uuid primary key references policies,
      method_id uuid not null references saved_methods,
      -- Statements that were due before are not charged by themselves.
      first_day date not null,
      consent jsonb not null,
      -- Counts the agreements: another method is tried anew.
      version integer not null default 1,
      created_at timestamptz not null,
      created_by jsonb not null,
      ended_at timestamptz,
      ended_by jsonb,
      end_reason text
    );
    create index collection_agreements_method on collection_agreements (method_id);

    -- Charges: recorded before the provider is asked, so that nothing is charged twice.
    create table collections (
      id uuid primary key,
      policy_id uuid not null references policies,
      statement_id uuid not null references statements,
      method_id uuid not null references saved_methods,
      organization_id uuid not null references organizations,
      trigger_request_id uuid not null references events,
      agreement integer not null,
      on_day date not null,
      provider text not null,
      provider_reference text,
      amount numeric not null check (amount > 0),
      currency text not null,
      state text not null
        check (state in ('PENDING', 'PROCESSING', 'SUCCEEDED', 'DECLINED', 'NOT_MADE', 'NOT_CHARGED')),
      code text,
      -- False: another attempt by the plan would come to the same.
      tries_again boolean not null default true,
      reason text,
      payment_id uuid references payments,
      created_at timestamptz not null,
      ended_at timestamptz
    );
    create index collections_policy on collections (policy_id, created_at desc, id);
    create index collections_statement on collections (statement_id);
    create index collections_method on collections (method_id);
    create index collections_organization on collections (organization_id);
    create index collections_payment on collections (payment_id) where payment_id is not null;
    create index collections_event on collections (trigger_request_id);
    create unique index collections_reference on collections (provider, provider_reference)
      where provider_reference is not null;
    -- One charge of a policy at a time.
    create unique index collections_open on collections (policy_id) where state = 'PENDING';

    -- The amount of a statement that the policyholder agreed to or was told of.
    create table collection_notices (
      statement_id uuid primary key references statements,
      policy_id uuid not null references policies,
      amount numeric not null,
      noticed_on date not null,
      -- That the card will be over.
      card_told boolean not null default false
    );
    create index collection_notices_policy on collection_notices (policy_id);

    create table collection_links (
      token_sha256 bytea primary key,
      policy_id uuid not null references policies,
      expires_at timestamptz not null
    );
    create index collection_links_policy on collection_links (policy_id);
    create index collection_links_expired on collection_links (expires_at);

    alter function delete_clock(uuid) rename to delete_money_of_clock;
    create function delete_clock(deleted uuid) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        delete from collection_links where policy_id in (select id from policies where clock_id = deleted);
        delete from collection_notices where policy_id in (select id from policies where clock_id = deleted);
        delete from collections where policy_id in (select id from policies where clock_id = deleted);
        delete from collection_agreements where policy_id in (select id from policies where clock_id = deleted);
        delete from saved_methods where client_id in (select id from clients where clock_id = deleted);
        perform delete_money_of_clock(deleted);
      end
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
