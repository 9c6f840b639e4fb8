import type { Knex } from 'knex';

/**
 * Refunds, recorded before they are requested, so that pending money is not refunded twice. A completed
 * refund has a payment of the same id.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_refunds (
      id uuid primary key,
      policy_id uuid not null references policies,
      organization_id uuid not null references organizations,
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      attempt integer not null check (attempt > 0),
      place integer not null check (place >= 0),
      payment_id uuid references payments,
      provider text not null,
      amount numeric(18, 2) not null check (amount > 0),
      reference text not null,
      reason text,
      state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'REFUSED')),
      provider_reference text,
      provider_status text,
      refusal text,
      created_at timestamptz not null,
      ended_at timestamptz,
      unique (trigger_request_id, action_id, attempt, place)
    );
    create index payment_refunds_policy on payment_refunds (policy_id);
    create index payment_refunds_organization on payment_refunds (organization_id, created_at desc);
    create index payment_refunds_payment on payment_refunds (payment_id) where payment_id is not null;
    create unique index payment_refunds_reference on payment_refunds (provider, provider_reference)
      where provider_reference is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
