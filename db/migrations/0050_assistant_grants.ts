import type { Knex } from 'knex';

/** What people allow assistants, and the secrets by which these get their tokens. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table assistant_grants (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      -- Of the person at the consent: what ends their tokens ends grants.
      token_generation integer not null,
      client_id text not null,
      -- As the program calls itself.
      assistant text not null,
      redirect_uri text not null,
      access text not null check (access in ('READ_ONLY', 'EACH_RELEASED', 'WITHIN_LIMITS')),
      terms jsonb not null,
      -- How the person had signed in.
      method text not null check (method in ('PASSWORD', 'SINGLE_SIGN_ON')),
      created_at timestamptz not null,
      -- Exact to the life of an access token.
      last_used_at timestamptz not null,
      -- Unless it is used before.
      ends_at timestamptz not null,
      -- However much it is used.
      ends_by timestamptz not null
    );
    create index assistant_grants_person on assistant_grants (person_id, created_at desc, id desc);
    create index assistant_grants_ended on assistant_grants (ends_at);

    -- Those that ended by themselves are in no process's memory any more.
    create trigger assistant_grants_announce after delete on assistant_grants
      for each row when (old.ends_at > now()) execute function announce_identity_change();

    create table assistant_secrets (
      secret_sha256 bytea primary key,
      grant_id uuid not null references assistant_grants on delete cascade,
      kind text not null check (kind in ('CODE', 'REFRESH_TOKEN')),
      -- Of a code (RFC 7636).
      code_challenge text,
      -- Kept for a while, to tell a second use.
      used_at timestamptz,
      expires_at timestamptz not null,
      check ((kind = 'CODE') = (code_challenge is not null))
    );
    create index assistant_secrets_grant on assistant_secrets (grant_id);
    create index assistant_secrets_expired on assistant_secrets (expires_at);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
