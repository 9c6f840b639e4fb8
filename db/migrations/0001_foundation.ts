import type { Knex } from 'knex';

/** Organizations, people, keys, products, clients, events and quotes. Forward only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations (
      id uuid primary key,
      name text not null check (name <> ''),
      created_at timestamptz not null default now()
    );

    create table people (
      id uuid primary key,
      organization_id uuid not null references organizations,
      user_id text not null,
      first_name text not null default '',
      last_name text not null default '',
      email text,
      password_hash text not null,
      permissions text[] not null default '{*}',
      created_at timestamptz not null default now(),
      disabled_at timestamptz
    );
    create unique index people_user_id on people (lower(user_id));
    create index people_organization on people (organization_id);

    create table api_keys (
      id uuid primary key,
      organization_id uuid not null references organizations,
      key text not null unique,
      secret_sha256 bytea not null,
      label text not null default '',
      permissions text[] not null default '{*}',
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create index api_keys_organization on api_keys (organization_id);

    create table signing_keys (
      kid text primary key,
      algorithm text not null,
      public_jwk jsonb not null,
      private_jwk jsonb not null,
      created_at timestamptz not null default now(),
      retired_at timestamptz
    );
    create unique index signing_keys_one_active on signing_keys ((retired_at is null)) where retired_at is null;

    -- Processes keep verified identities in memory; whatever changes one, by whichever way, tells all of them.
    create function announce_identity_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('identity_changed', tg_table_name);
        return null;
      end
    $$;
    create trigger organizations_announce after update or delete on organizations
      for each statement execute function announce_identity_change();
    create trigger people_announce after update or delete on people
      for each statement execute function announce_identity_change();
    create trigger api_keys_announce after update or delete on api_keys
      for each statement execute function announce_identity_change();

    create table products (
      id uuid primary key,
      owner_organization_id uuid not null references organizations,
      key text not null,
      name text not null,
      created_at timestamptz not null default now(),
      unique (owner_organization_id, key)
    );

    create table product_licenses (
      product_id uuid not null references products,
      organization_id uuid not null references organizations,
      created_at timestamptz not null default now(),
      primary key (product_id, organization_id)
    );
    create index product_licenses_organization on product_licenses (organization_id);

    create table product_versions (
      id uuid primary key,
      product_id uuid not null references products,
      version text not null,
      build_number integer not null,
      definition jsonb not null,
      sha256 text not null,
      based_on_version_id uuid references product_versions,
      created_by uuid references people,
      created_by_name text not null default '',
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (product_id, build_number)
    );
    create index product_versions_based_on on product_versions (based_on_version_id);
    create index product_versions_created_by on product_versions (created_by);

    create table product_version_messages (
      id uuid primary key,
      product_version_id uuid not null references product_versions,
      author_name text not null,
      text text not null,
      created_at timestamptz not null default now()
    );
    create index product_version_messages_version on product_version_messages (product_version_id, created_at);

    create table product_deployments (
      id uuid primary key,
      product_id uuid not null references products,
      product_version_id uuid not null references product_versions,
      environment text not null check (environment in ('DEV', 'UAT', 'PROD')),
      effective_date date not null,
      deployed_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      updated_at timestamptz not null default now()
    );
    create index product_deployments_timeline on product_deployments (product_id, environment, effective_date);
    create index product_deployments_version on product_deployments (product_version_id);

    create table clients (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text,
      type text not null check (type in ('COMMERCIAL', 'PERSONAL')),
      status text not null check (status in ('LEAD', 'CLIENT')),
      location_code text,
      answers jsonb not null,
      answers_valid_from timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index clients_organization on clients (organization_id, created_at);

    create table client_answer_history (
      client_id uuid not null references clients,
      valid_from timestamptz not null,
      valid_until timestamptz not null,
      answers jsonb not null,
      check (valid_until > valid_from),
      primary key (client_id, valid_from)
    );

    create table events (
      trigger_request_id uuid primary key,
      organization_id uuid not null references organizations,
      type text not null,
      product_id uuid references products,
      product_version_id uuid references product_versions,
      client_id uuid references clients,
      batch_id uuid,
      envelope jsonb not null,
      envelope_sha256 text not null,
      plan jsonb not null,
      state text not null default 'ACCEPTED'
        check (state in ('ACCEPTED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED')),
      trigger_result jsonb,
      as_configured_at timestamptz not null,
      created_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create index events_organization on events (organization_id, created_at desc);
    create index events_product on events (product_id, created_at desc);
    create index events_version on events (product_version_id);
    create index events_client on events (client_id, created_at desc);
    create index events_batch on events (batch_id) where batch_id is not null;
    create index events_not_started on events (created_at) where state = 'ACCEPTED';

    create table action_runs (
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      kind text not null check (kind in ('DEFAULT', 'CONFIGURED')),
      type text not null,
      name text not null,
      state text not null check (state in ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
      attempts integer not null default 1,
      last_error text,
      request_id uuid,
      waits_for text,
      waits_until timestamptz,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (trigger_request_id, action_id)
    );
    create unique index action_runs_request on action_runs (request_id) where request_id is not null;

    create table quotes (
      request_id uuid primary key,
      pipeline_id uuid not null,
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      action_type text not null,
      type text not null,
      product_id uuid not null references products,
      product_version_id uuid not null references product_versions,
      version_system_source text not null check (version_system_source in ('HOSTING', 'BUILDER')),
      client_id uuid references clients,
      client_organization_id uuid not null references organizations,
      quoting_organization_id uuid not null references organizations,
      line_name text not null,
      quoting_organization_name text not null,
      effective_date date not null,
      term text not null,
      outcome text not null check (outcome in ('QUOTED', 'DECLINED')),
      bindable boolean not null,
      requires_underwriter_approval boolean not null,
      requires_policyholder_acceptance boolean not null,
      underwriter_response jsonb,
      policyholder_response jsonb,
      premium numeric(18, 2),
      quote_details jsonb,
      messages jsonb not null,
      metadata jsonb not null,
      intake jsonb not null,
      raw_quote_request jsonb,
      raw_quote_details jsonb,
      input_mapping_data jsonb,
      as_rating_configured_at timestamptz not null,
      quote_timestamp timestamptz not null,
      expires_at timestamptz
    );
    create index quotes_trigger on quotes (trigger_request_id);
    create index quotes_client on quotes (client_id, quote_timestamp desc);
    create index quotes_product on quotes (product_id, quote_timestamp desc);
    create index quotes_version on quotes (product_version_id);
    create index quotes_client_organization on quotes (client_organization_id, quote_timestamp desc);
    create index quotes_quoting_organization on quotes (quoting_organization_id, quote_timestamp desc);

    create table quote_worksheets (
      request_id uuid primary key references quotes,
      worksheet jsonb not null,
      sha256 text not null
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
