import type { Knex } from 'knex';

/** Organizations, their people and keys, and the audit log. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Processes keep verified identities in memory; whatever changes one, by whichever way, tells all of them.
    create function announce_identity_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('identity_changed', tg_table_name);
        return null;
      end
    $$;

    create table organizations (
      id uuid primary key,
      name text not null check (name <> ''),
      created_at timestamptz not null default now()
    );
    create trigger organizations_announce after update or delete on organizations
      for each statement execute function announce_identity_change();

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
      disabled_at timestamptz,
      roles text[] not null default '{}',
      token_generation integer not null default 0
    );
    create unique index people_user_id on people (lower(user_id));
    create index people_organization on people (organization_id);
    create index people_listed on people (organization_id, created_at desc, id desc) include (disabled_at);
    create trigger people_announce after update or delete on people
      for each statement execute function announce_identity_change();

    create table api_keys (
      id uuid primary key,
      organization_id uuid not null references organizations,
      key text not null unique,
      secret_sha256 bytea not null,
      label text not null default '',
      permissions text[] not null default '{*}',
      created_at timestamptz not null default now(),
      revoked_at timestamptz,
      roles text[] not null default '{}',
      event_types text[] check (cardinality(event_types) > 0),
      product_ids uuid[] check (cardinality(product_ids) > 0),
      expires_at timestamptz,
      previous_secret_sha256 bytea,
      previous_secret_until timestamptz,
      check ((previous_secret_sha256 is null) = (previous_secret_until is null))
    );
    create index api_keys_organization on api_keys (organization_id);
    create index api_keys_listed on api_keys (organization_id, created_at desc, id desc)
      include (revoked_at, expires_at);
    create trigger api_keys_announce after update or delete on api_keys
      for each statement execute function announce_identity_change();

    -- Not a column of api_keys: each change of that table makes all processes forget their callers.
    create table api_key_uses (
      key text primary key references api_keys (key) on delete cascade,
      last_used_at timestamptz not null
    );

    create table signing_keys (
      kid text primary key,
      algorithm text not null,
      public_jwk jsonb not null,
      private_jwk jsonb not null,
      created_at timestamptz not null default now(),
      retired_at timestamptz
    );
    create unique index signing_keys_one_active on signing_keys ((retired_at is null)) where retired_at is null;
    create trigger signing_keys_announce after insert or update or delete on signing_keys
      for each row execute function announce_identity_change();

    create table sign_in_counters (
      key bytea primary key,
      failures integer not null,
      window_ends_at timestamptz not null,
      -- Of a person at an address: until when an earlier sign-in from there counts.
      known_until timestamptz,
      expires_at timestamptz not null generated always as (greatest(window_ends_at, known_until)) stored
    );
    create index sign_in_counters_expired on sign_in_counters (expires_at);

    -- A journal refuses changes, deletions and TRUNCATE, but for what the functions below remove.
    create function refuse_change() returns trigger language plpgsql as $$
      begin
        if current_setting('ioi.removing', true) = tg_table_name || ' ' || tg_op then
          return null;
        end if;
        raise exception '% is only ever added to', tg_table_name using errcode = 'integrity_constraint_violation';
      end
    $$;

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

    -- Runs as the owner of the schema, because the service's role may not change the journal.
    create function delete_old_audit(before timestamptz, most integer) returns integer language plpgsql
      security definer set search_path = public, pg_temp as $$
      declare deleted integer;
      begin
        if before > now() - interval '365 days' then
          raise exception 'the audit log is kept for a year at least';
        end if;
        perform set_config('ioi.removing', 'audit_log DELETE', true);
        delete from audit_log where id in (
          select id from audit_log where recorded_at < before order by id limit most
        );
        get diagnostics deleted = row_count;
        perform set_config('ioi.removing', '', true);
        return deleted;
      end
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
