import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** Earlier decisions of underwriters are looked up, and quotes by what they wait for. */
export async function up(knex: Knex): Promise<void> {
  // The latest decisions of a product, for the referrals that come after them.
  await buildIndex(
    knex,
    'quotes_decided',
    "quotes (quoting_organization_id, product_id, (underwriter_response ->> 'decisionTimestamp') desc) where underwriter_response is not null",
  );
  // Few quotes were asked about, offered with changes or have conditions.
  const listed = 'package_request_id is null and underwriting is not null';
  await buildIndex(
    knex,
    'quotes_underwritten_by_client_organization',
    `quotes (client_organization_id, quote_timestamp desc, request_id desc) where ${listed}`,
  );
  await buildIndex(
    knex,
    'quotes_underwritten_for_others',
    `quotes (quoting_organization_id, quote_timestamp desc, request_id desc) where ${listed} and client_organization_id <> quoting_organization_id`,
  );
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
