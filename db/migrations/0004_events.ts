import type { Knex } from 'knex';

/** Fired events, the runs of their actions, and the messages that actions wait for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      closed_at timestamptz,
      policy_id uuid,
      parent_trigger_request_id uuid references events,
      -- How many events stand above this one, and which actions fired them: what keeps chains from going round.
      depth smallint not null default 0,
      chain jsonb not null default '[]',
      retries integer not null default 0,
      retry_plan jsonb,
      cancel_requested_at timestamptz,
      -- The service fired it itself: the source of an event does not prove it, as callers write it.
      by_service boolean not null default false,
      fired_by jsonb not null,
      -- The other organization of its policy or quotes, which sees that it happened.
      shared_organization_id uuid references organizations,
      acknowledgement jsonb
    );
    create index events_organization on events (organization_id, created_at desc);
    create index events_product on events (product_id, created_at desc);
    create index events_version on events (product_version_id);
    create index events_client on events (client_id, created_at desc);
    create index events_not_started on events (created_at) where state = 'ACCEPTED';
    create index events_policy on events (policy_id, created_at desc) where policy_id is not null;
    create index events_parent on events (parent_trigger_request_id)
      where parent_trigger_request_id is not null;
    create index events_organization_type on events (organization_id, type, created_at desc);
    create index events_not_completed on events (organization_id, state, created_at desc)
      where state <> 'COMPLETED';
    -- Whole, so that a batch's progress is counted without reading its events.
    create index events_batch on events (batch_id, created_at desc)
      include (trigger_request_id, organization_id, state, closed_at) where batch_id is not null;
    create index events_shared on events (shared_organization_id, created_at desc)
      where shared_organization_id is not null;
    create index events_shared_type on events (shared_organization_id, type, created_at desc)
      where shared_organization_id is not null;
    create index events_shared_not_completed on events (shared_organization_id, state, created_at desc)
      where shared_organization_id is not null and state <> 'COMPLETED';
    create index events_to_erase on events (created_at) where envelope_sha256 <> '';
    create index events_acknowledged on events (organization_id, created_at desc)
      where acknowledgement is not null;

    -- The trigger request ids of events whose key is another id, because an event of another organization has it as its key.
    create table event_keys (
      trigger_request_id uuid primary key references events,
      organization_id uuid not null references organizations,
      public_id uuid not null,
      unique (public_id, organization_id)
    );
    create index event_keys_organization on event_keys (organization_id);

    create table action_runs (
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      kind text not null check (kind in ('DEFAULT', 'CONFIGURED')),
      type text not null,
      name text not null,
      state text not null
        check (state in ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'SKIPPED')),
      attempts integer not null default 1,
      last_error text,
      request_id uuid,
      waits_for text,
      waits_until timestamptz,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      quoting_organization_id uuid references organizations,
      result jsonb,
      primary key (trigger_request_id, action_id)
    );
    create unique index action_runs_request on action_runs (request_id) where request_id is not null;
    create index action_runs_quoting_organization on action_runs (quoting_organization_id)
      where quoting_organization_id is not null;
    create index action_runs_failed on action_runs (trigger_request_id) where state = 'FAILED';

    -- The earlier runs of retried actions.
    create table earlier_action_runs (
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      retry integer not null,
      state text not null,
      attempts integer not null,
      last_error text,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (trigger_request_id, action_id, retry)
    );

    create table inbound_messages (
      id uuid primary key,
      request_id uuid not null unique,
      trigger_request_id uuid not null,
      action_id uuid not null,
      payload jsonb not null,
      payload_sha256 text not null,
      received_at timestamptz not null default now(),
      foreign key (trigger_request_id, action_id) references action_runs (trigger_request_id, action_id)
    );
    create index inbound_messages_action on inbound_messages (trigger_request_id, action_id);

    -- What requests to an organization's systems are signed with.
    create table outbound_secrets (
      organization_id uuid primary key references organizations,
      secret text not null,
      created_at timestamptz not null default now()
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
