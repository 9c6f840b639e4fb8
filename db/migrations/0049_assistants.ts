import type { Knex } from 'knex';

/** Keys for assistants, and what assistants previewed and did. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the acts of a key for assistants are bound to; null: it is no such key.
    alter table api_keys add column assistant jsonb;

    create table assistant_acts (
      id uuid primary key,
      organization_id uuid not null references organizations,
      -- The API key, the grant or the person whose acts they are.
      holder text not null,
      author jsonb not null,
      token_sha256 bytea not null unique,
      tool text not null,
      operation_id text not null,
      -- Null once it is over: nothing of it is done again.
      input jsonb,
      operation jsonb,
      basis text not null,
      title text not null,
      changes text not null,
      -- What it moves, charged or returned.
      money numeric,
      currency text,
      -- Erased with the client, and deleted with a test clock's.
      client_id uuid references clients on delete cascade,
      quote_id uuid,
      policy_id uuid,
      state text not null,
      created_at timestamptz not null,
      -- Of the token, then of the wait for a person.
      expires_at timestamptz not null,
      -- When it was asked for, and the organization's day on which it counts.
      acted_at timestamptz,
      counted_on date,
      -- When something last worked on it.
      touched_at timestamptz not null,
      -- When its operation was begun: from then on it is finished, whatever has changed.
      begun_at timestamptz,
      decided_at timestamptz,
      decided_by jsonb,
      reason text,
      ended_at timestamptz,
      outcome text,
      result jsonb
    );
    create index assistant_acts_listed on assistant_acts (organization_id, acted_at, id) where acted_at is not null;
    create index assistant_acts_counted on assistant_acts (organization_id, counted_on, holder) where counted_on is not null;
    create index assistant_acts_client on assistant_acts (client_id) where client_id is not null;
    create index assistant_acts_open on assistant_acts (touched_at) where state in ('WAITING', 'RUNNING');
    create index assistant_acts_previewed on assistant_acts (expires_at) where acted_at is null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
