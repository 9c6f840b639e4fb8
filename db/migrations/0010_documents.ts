import type { Knex } from 'knex';

/** Generated and uploaded documents. Their bytes are stored here in pieces, or in an object store. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table documents (
      id uuid primary key,
      organization_id uuid not null references organizations,
      -- The other side of the quote or policy that it is about, which may read it, too.
      shared_organization_id uuid references organizations,
      origin text not null check (origin in ('GENERATED', 'UPLOADED')),
      type text not null check (type in ('PDF', 'HTML', 'FILE')),
      file_name text not null check (file_name <> ''),
      content_type text not null,
      size bigint not null check (size >= 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      store text not null check (store in ('POSTGRES', 'S3')),
      object_key text,
      product_id uuid references products,
      product_version_id uuid references product_versions,
      form_config_id uuid,
      form_name text,
      form_number text,
      form_version text,
      client_id uuid references clients,
      quote_id uuid references quotes,
      policy_id uuid references policies,
      trigger_request_id uuid references events,
      description text,
      created_at timestamptz not null default now(),
      created_by jsonb,
      check ((store = 'S3') = (object_key is not null))
    );
    create index documents_organization on documents (organization_id, created_at desc);
    create index documents_shared on documents (shared_organization_id)
      where shared_organization_id is not null;
    create index documents_product on documents (product_id) where product_id is not null;
    create index documents_version on documents (product_version_id) where product_version_id is not null;
    create index documents_client on documents (client_id, created_at desc) where client_id is not null;
    create index documents_quote on documents (quote_id, created_at desc) where quote_id is not null;
    create index documents_policy on documents (policy_id, created_at desc) where policy_id is not null;
    create index documents_event on documents (trigger_request_id) where trigger_request_id is not null;

    -- PDFs and pictures are compressed already: trying again would only cost time.
    create table document_pieces (
      document_id uuid not null references documents,
      number integer not null check (number >= 0),
      bytes bytea not null,
      primary key (document_id, number)
    );
    alter table document_pieces alter column bytes set storage external;

    -- Files of deleted documents, until the bucket has deleted them, too.
    create table erased_objects (
      object_key text primary key,
      erased_at timestamptz not null default now()
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
