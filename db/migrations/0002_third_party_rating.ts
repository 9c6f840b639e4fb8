import type { Knex } from 'knex';

/**
 * Third-party rating: signing secrets, quoting organizations, and the inbound messages of waiting actions.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outbound_secrets (
      organization_id uuid primary key references organizations,
      secret text not null,
      created_at timestamptz not null default now()
    );

    alter table action_runs add column quoting_organization_id uuid references organizations;
    create index action_runs_quoting_organization on action_runs (quoting_organization_id)
      where quoting_organization_id is not null;

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
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
