import type { Knex } from 'knex';

/**
 * In whose name a product may quote besides its owner's: the organizations that consent. A consent names the product's
 * owner, too, and may be given before the product is imported.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_consents (
      product_id uuid not null,
      organization_id uuid not null references organizations,
      owner_organization_id uuid not null references organizations,
      given_by jsonb,
      created_at timestamptz not null default now(),
      primary key (product_id, organization_id)
    );
    create index product_consents_organization on product_consents (organization_id);
    create index product_consents_owner on product_consents (owner_organization_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
