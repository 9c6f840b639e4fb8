import type { Knex } from 'knex';

/** Quotes, the worksheets of their ratings, and the notes of underwriters. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      expires_at timestamptz,
      line_id uuid,
      package_request_id uuid references quotes,
      package_position smallint,
      assigned_to uuid references people,
      assigned_at timestamptz,
      constraint quotes_component_is_placed
        check ((package_request_id is null) = (package_position is null)
          and (package_request_id is null) = (line_id is null)
          and (package_request_id is null) = (type <> 'PACKAGE_COMPONENT'))
    );
    create index quotes_client on quotes (client_id, quote_timestamp desc);
    create index quotes_product on quotes (product_id, quote_timestamp desc);
    create index quotes_version on quotes (product_version_id);
    create unique index quotes_package on quotes (package_request_id, package_position)
      where package_request_id is not null;
    create index quotes_trigger on quotes (trigger_request_id) include (outcome, package_request_id);
    create index quotes_listed_by_client_organization
      on quotes (client_organization_id, quote_timestamp desc, request_id desc)
      include (effective_date, outcome, client_organization_id, quoting_organization_id, product_id, client_id)
      where package_request_id is null;
    create index quotes_client_organization_effective
      on quotes (client_organization_id, effective_date, quote_timestamp desc, request_id desc)
      include (outcome, client_organization_id, product_id) where package_request_id is null;
    create index quotes_under_review_by_client_organization
      on quotes (client_organization_id, quote_timestamp desc, request_id desc)
      include (effective_date, client_organization_id, product_id)
      where package_request_id is null and outcome = 'QUOTED' and requires_underwriter_approval
        and underwriter_response is null;
    create index quotes_to_erase on quotes (quote_timestamp) where not (metadata @> '{"erased": true}');
    create index quotes_assigned on quotes (assigned_to, quote_timestamp desc, request_id desc)
      where assigned_to is not null;
    create index quotes_of_changes_by_client_organization
      on quotes (client_organization_id, type, quote_timestamp desc, request_id desc)
      where package_request_id is null and type <> 'QUOTE';
    -- An organization's quotes for its own clients are in the indexes by the client's organization. Those of quotes that it
    -- made for others' clients are apart, so that a direct insurer's quotes are in half as many.
    create index quotes_listed_for_others
      on quotes (quoting_organization_id, quote_timestamp desc, request_id desc)
      include (effective_date, outcome, client_organization_id, product_id, client_id)
      where package_request_id is null and client_organization_id <> quoting_organization_id;
    create index quotes_under_review_for_others
      on quotes (quoting_organization_id, quote_timestamp desc, request_id desc)
      include (effective_date, client_organization_id, product_id)
      where package_request_id is null and client_organization_id <> quoting_organization_id
        and outcome = 'QUOTED' and requires_underwriter_approval and underwriter_response is null;
    create index quotes_for_others_effective
      on quotes (quoting_organization_id, effective_date, quote_timestamp desc, request_id desc)
      include (outcome, client_organization_id, product_id)
      where package_request_id is null and client_organization_id <> quoting_organization_id;
    create index quotes_of_changes_for_others
      on quotes (quoting_organization_id, type, quote_timestamp desc, request_id desc)
      include (client_organization_id)
      where package_request_id is null and client_organization_id <> quoting_organization_id and type <> 'QUOTE';

    create table quote_worksheets (
      request_id uuid primary key references quotes,
      sha256 text not null,
      -- Compressed JSON text. As jsonb it takes PostgreSQL as long as the rest of the quote, and 1.7 times the
      -- space.
      deflated bytea not null
    );
    alter table quote_worksheets alter column deflated set storage external;

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
