import type { Knex } from 'knex';

/** Books that were sent, to be checked or loaded, with their files until they have ended and what is wrong with them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table books (
      id uuid primary key,
      -- Whose policies they are.
      organization_id uuid not null references organizations,
      mode text not null check (mode in ('CHECK', 'LOAD', 'LOAD_SOUND')),
      -- The name of the system that it comes from.
      source text not null,
      state text not null default 'CHECKING'
        check (state in ('CHECKING', 'LOADING', 'COMPARING', 'DONE', 'REFUSED', 'FAILED')),
      -- Records that the present step has worked on.
      records_read integer not null default 0,
      -- Records by kind, ratings and findings, as far as they were counted.
      counts jsonb not null,
      -- What was brought and what is here, by product, state and currency; null until it was compared.
      receipt jsonb,
      -- Why it failed.
      failure text,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      -- When its workflow last worked on it.
      updated_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index books_organization on books (organization_id, created_at desc, id desc);
    -- One at a time.
    create unique index books_open on books (organization_id) where ended_at is null;
    create index books_ended on books (ended_at) where ended_at is not null;

    -- Personal data: deleted when the book has ended.
    create table book_files (
      book_id uuid not null references books on delete cascade,
      -- With slashes, such as files/P-1/policy.pdf.
      name text not null,
      bytes bytea not null,
      primary key (book_id, name)
    );

    create table book_findings (
      book_id uuid not null references books on delete cascade,
      -- From 1, in the order in which they were found.
      number integer not null check (number > 0),
      is_warning boolean not null,
      -- Such as policies.ndjson:12.
      place text not null,
      -- Of the record, in the system that it comes from.
      record_id text,
      message text not null,
      primary key (book_id, number)
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
