import type { Knex } from 'knex';

/** Sessions of people in a browser. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sessions (
      id uuid primary key,
      -- Of the value of the cookie, which nobody else has.
      secret_sha256 bytea not null unique,
      person_id uuid not null references people on delete cascade,
      -- Of the person at the sign-in: sessions of an earlier generation are refused.
      token_generation integer not null,
      method text not null check (method in ('PASSWORD', 'SINGLE_SIGN_ON')),
      address text not null,
      user_agent text not null,
      created_at timestamptz not null,
      -- Exact to a minute or two.
      last_used_at timestamptz not null,
      -- However much it is used.
      ends_at timestamptz not null
    );
    create index sessions_person on sessions (person_id, created_at desc, id desc);

    -- Those that ended by themselves are in no process's memory any more.
    create trigger sessions_announce after delete on sessions
      for each row when (old.ends_at > now()) execute function announce_identity_change();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
