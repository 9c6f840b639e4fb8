import type { Knex } from 'knex';

/**
 * Expiry, rotation and last use of API keys, tokens that end before their time, failed sign-ins counted for all
 * processes, and the audit log.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(keysAndTokens);
  await knex.raw(failedSignIns);
  await knex.raw(auditLog);
}

const keysAndTokens = `
  alter table people add column token_generation integer not null default 0;

  alter table api_keys
    add column expires_at timestamptz,
    add column previous_secret_sha256 bytea,
    add column previous_secret_until timestamptz,
    add check ((previous_secret_sha256 is null) = (previous_secret_until is null));
  -- Not a column of api_keys: each change of that table makes all processes forget their callers.
  create table api_key_uses (
    key text primary key references api_keys (key) on delete cascade,
    last_used_at timestamptz not null
  );

  -- By row: a statement that deletes nothing is no change.
  create trigger signing_keys_announce after insert or update or delete on signing_keys
    for each row execute function announce_identity_change();
`;

const failedSignIns = `
  create table sign_in_counters (
    key bytea primary key,
    failures integer not null,
    window_ends_at timestamptz not null,
    -- Of a person at an address: until when an earlier sign-in from there counts.
    known_until timestamptz,
    expires_at timestamptz not null generated always as (greatest(window_ends_at, known_until)) stored
  );
  create index sign_in_counters_expired on sign_in_counters (expires_at);
`;

const auditLog = `
  create table audit_log (
    id bigint generated always as identity primary key,
    recorded_at timestamptz not null default now(),
    organization_id uuid references organizations,
    action text not null,
    actor_kind text not null check (actor_kind in ('USER', 'API_KEY', 'OPERATOR', 'NOBODY')),
    actor_id text,
    actor_name text,
    target_kind text,
    target_id text,
    details jsonb not null default '{}',
    request_id text,
    address text,
    -- Equal refusals, and equal reads, of a minute are one entry.
    occurrences integer not null default 1 check (occurrences > 0)
  );
  create index audit_log_organization on audit_log (organization_id, id);
  create index audit_log_time on audit_log (organization_id, recorded_at);
  create index audit_log_action on audit_log (organization_id, action, id);
  create index audit_log_actor on audit_log (organization_id, actor_id, id);
  create index audit_log_target on audit_log (organization_id, target_id, id);
  create trigger audit_log_append_only before update or delete on audit_log
    for each statement execute function refuse_change();
  create trigger audit_log_not_truncated before truncate on audit_log
    for each statement execute function refuse_change();
`;

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
