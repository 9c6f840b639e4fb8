import type { Knex } from 'knex';

/** Holds, which stop business in a place for some days, and the overrides of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table holds (
      id uuid primary key,
      -- Who declared it: the owner of the products that it concerns.
      organization_id uuid not null references organizations,
      -- Null: all products of the organization.
      product_id uuid references products,
      title text not null,
      reason text,
      first_day date not null,
      -- Null: until it is ended.
      last_day date check (last_day >= first_day),
      -- Lists of states, ZIP codes and counties.
      place jsonb not null,
      -- Codes; all coverages if empty.
      coverages jsonb not null,
      -- An action for each kind of business that it stops.
      stops jsonb not null,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      updated_at timestamptz not null default now(),
      ended_at timestamptz,
      ended_by jsonb
    );
    create index holds_organization on holds (organization_id, created_at desc, id desc);
    create index holds_product on holds (product_id) where product_id is not null;
    create index holds_open on holds (organization_id, first_day) where ended_at is null;

    create table hold_overrides (
      id uuid primary key,
      hold_id uuid not null references holds on delete cascade,
      quote_id uuid references quotes on delete cascade,
      -- Of the quote or policy; the override of a quote counts for further quotes of the client.
      client_id uuid references clients on delete cascade,
      policy_id uuid references policies on delete cascade,
      reason text not null,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      check ((quote_id is null) <> (policy_id is null))
    );
    create index hold_overrides_hold on hold_overrides (hold_id, created_at desc, id desc);
    create index hold_overrides_quote on hold_overrides (quote_id) where quote_id is not null;
    create index hold_overrides_client on hold_overrides (client_id) where client_id is not null;
    create index hold_overrides_policy on hold_overrides (policy_id) where policy_id is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
