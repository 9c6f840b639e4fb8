import type { Knex } from 'knex';

/**
 * Who fired an event, changed a policy or recorded a payment, and what a payment's report said. Null for what was
 * recorded before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column fired_by jsonb;
    alter table policy_changes add column created_by jsonb;
    alter table payments
      add column method text,
      add column payer text,
      add column paid_on date,
      add column description text,
      add column reverses_refund uuid references payments,
      add column trigger_request_id uuid references events,
      add column created_by jsonb;
    create index payments_policy on payments (policy_id, received_at desc, id);
    create index payments_reverses_refund on payments (reverses_refund) where reverses_refund is not null;
    create index payments_event on payments (trigger_request_id) where trigger_request_id is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
