import type { Knex } from 'knex';

/** What people are notified of: tasks that they were given, and notes that mention them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Until when a person has seen notifications. Not with the person: changes of people end what processes remember of them.
    create table notification_marks (
      person_id uuid primary key references people on delete cascade,
      seen_until timestamptz not null
    );
    -- When the task's owner got it, business time as all times of tasks, and from whom.
    alter table tasks add column given_at timestamptz, add column given_by jsonb;
    -- People of the organization whom a note is for. Those of a policy's notes are in its events' data.
    alter table client_notes add column mentions uuid[] not null default '{}';
    alter table quote_notes add column mentions uuid[] not null default '{}';
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
