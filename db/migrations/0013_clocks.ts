import type { Knex } from 'knex';

/** Test clocks, what stands under them, and the time zones of organizations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column time_zone text not null default 'UTC' check (time_zone <> '');

    create table clocks (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text not null check (name <> ''),
      -- The time that it shows.
      business_time timestamptz not null,
      state text not null default 'READY' check (state in ('READY', 'ADVANCING')),
      -- Of the advance under way, or of the last one.
      advances_from timestamptz,
      advances_to timestamptz,
      -- How many advances it has begun: each is a run.
      advances integer not null default 0,
      -- Waits for outside systems end when the clock passes their end.
      waits_time_out boolean not null default false,
      -- What holds an advance up.
      problem text,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      updated_at timestamptz not null default now(),
      check (state = 'READY' or (advances_to is not null and advances_from is not null))
    );
    create index clocks_organization on clocks (organization_id, created_at desc, id desc);
    create index clocks_advancing on clocks (updated_at) where state = 'ADVANCING';

    alter table clients add column clock_id uuid references clocks;
    create index clients_clock on clients (clock_id, created_at desc, id desc) where clock_id is not null;

    alter table events add column clock_id uuid references clocks;
    -- When it was fired by the clock. Without a clock that is created_at.
    alter table events add column business_time timestamptz;
    alter table events add constraint events_business_time check ((clock_id is null) = (business_time is null));
    create index events_clock on events (clock_id, created_at desc) where clock_id is not null;
    create index events_clock_open on events (clock_id)
      where clock_id is not null and state in ('ACCEPTED', 'RUNNING');

    alter table quotes add column clock_id uuid references clocks;
    create index quotes_clock on quotes (clock_id, quote_timestamp desc, request_id desc)
      where clock_id is not null;

    alter table policies add column clock_id uuid references clocks;
    create index policies_clock on policies (clock_id, created_at desc, id desc) where clock_id is not null;
    create index policies_clock_due on policies (clock_id, next_look_at)
      where clock_id is not null and policy_state <> 'CLOSED';
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
