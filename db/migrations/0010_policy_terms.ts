import type { Knex } from 'knex';

/** The time of a policy's next check, by which the sweep finds policies without a workflow. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policies add column next_look_at timestamptz not null default now();
    create index policies_next_look on policies (next_look_at) where policy_state <> 'CLOSED';
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
