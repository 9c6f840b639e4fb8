import type { Knex } from 'knex';

/** Earlier decisions of underwriters are looked up, and quotes by what they wait for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The latest decisions of a product, for the referrals that come after them.
    create index quotes_decided on quotes
      (quoting_organization_id, product_id, (underwriter_response ->> 'decisionTimestamp') desc, request_id)
      where underwriter_response is not null;
    -- Few quotes were asked about, offered with changes or have conditions.
    create index quotes_underwritten_by_client_organization
      on quotes (client_organization_id, quote_timestamp desc, request_id desc)
      where package_request_id is null and underwriting is not null;
    create index quotes_underwritten_for_others
      on quotes (quoting_organization_id, quote_timestamp desc, request_id desc)
      where package_request_id is null and client_organization_id <> quoting_organization_id and underwriting is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
