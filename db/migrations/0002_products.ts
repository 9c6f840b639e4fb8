import type { Knex } from 'knex';

/** Products with their licenses, versions and deployments. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      licensed_by jsonb,
      -- What the license grants.
      authority jsonb,
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
      -- How many cases it passed when it was imported; null if its file had none.
      cases_passed integer check (cases_passed > 0),
      imported_by jsonb,
      archived_by jsonb,
      unique (product_id, build_number)
    );
    create index product_versions_based_on on product_versions (based_on_version_id);
    create index product_versions_created_by on product_versions (created_by);
    -- Finds the products that have a line below their root: questions and timelines are read by a line's id, too.
    create index product_versions_lines
      on product_versions using gin (jsonb_path_query_array(definition,
        '$."product".**."lines"[*]."id"'::jsonpath));

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
      updated_at timestamptz not null default now(),
      deployed_by jsonb,
      withdrawn_by jsonb
    );
    create index product_deployments_timeline on product_deployments (product_id, environment, effective_date);
    create index product_deployments_version on product_deployments (product_version_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
