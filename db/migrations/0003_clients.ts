import type { Knex } from 'knex';

/** Clients and their earlier answers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

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
      updated_at timestamptz not null default now(),
      erased_at timestamptz,
      -- Of an erased client: the last day of the next policy whose retention ends; null if none are kept.
      kept_until date
    );
    create index clients_organization on clients (organization_id, created_at);
    create index clients_kept on clients (kept_until) where kept_until is not null;
    create index clients_listed on clients (organization_id, created_at desc, id desc)
      include (type, status) where erased_at is null;
    create index clients_updated on clients (organization_id, updated_at desc, id desc) where erased_at is null;
    create index clients_location on clients (organization_id, location_code, created_at desc, id desc)
      where erased_at is null and location_code is not null;
    create index clients_name on clients using gin (name gin_trgm_ops);

    create table client_answer_history (
      client_id uuid not null references clients,
      valid_from timestamptz not null,
      valid_until timestamptz not null,
      answers jsonb not null,
      primary key (client_id, valid_from),
      check (valid_until > valid_from)
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
