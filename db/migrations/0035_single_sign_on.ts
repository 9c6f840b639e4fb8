import type { Knex } from 'knex';

/** People whom identity providers sign in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: the person signs in through an identity provider only.
    alter table people alter column password_hash drop not null;

    create table provider_identities (
      issuer text not null,
      subject text not null,
      -- Somebody can be a person of several.
      organization_id uuid not null references organizations,
      person_id uuid not null references people on delete cascade,
      created_at timestamptz not null default now(),
      primary key (issuer, subject, organization_id)
    );
    create index provider_identities_organization on provider_identities (organization_id);
    create index provider_identities_person on provider_identities (person_id);

    -- Sign-ins that are under way: each is finished once, by the browser that began it.
    create table sign_ons (
      state_sha256 bytea primary key,
      browser_sha256 bytea not null,
      provider text not null,
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      expires_at timestamptz not null
    );
    create index sign_ons_expired on sign_ons (expires_at);

    -- Sessions that an identity provider began, and that go on only while it says so.
    create table provider_sessions (
      session_id uuid primary key references sessions on delete cascade,
      provider text not null,
      issuer text not null,
      subject text not null,
      -- The provider's id of it, where it states one.
      sid text,
      -- Sealed by the secret of the session, which only the browser has. Null: the session ends instead.
      refresh_token bytea,
      checked_until timestamptz not null,
      -- A process asks the provider until then.
      checking_until timestamptz
    );
    create index provider_sessions_subject on provider_sessions (issuer, subject);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
