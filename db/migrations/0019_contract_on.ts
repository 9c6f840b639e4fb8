import type { Knex } from 'knex';

/**
 * The row of a policy holds its contract and parties as of a day. Policies that were endorsed before are woken,
 * so that their workflows bring the row up to date.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: as issued, and no change has been applied yet.
    alter table policies add column contract_on date, add column issued_meta jsonb;
    update policies p set next_look_at = now()
      where policy_state <> 'CLOSED' and next_look_at > now() and exists (
        select from policy_changes c where c.policy_id = p.id and c.kind in ('ENDORSE', 'TRUE_UP')
      );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
