import type { Knex } from 'knex';

/**
 * The newest quotes of each effective date, for lists of a range of dates; and products in the indexes of quotes under
 * review, so that these are counted without reading the quotes.
 */
export async function up(knex: Knex): Promise<void> {
  for (const side of ['client_organization', 'quoting_organization']) {
    await knex.raw(`
      drop index quotes_${side}_effective;
      create index quotes_${side}_effective
        on quotes (${side}_id, effective_date, quote_timestamp desc, request_id desc)
        include (outcome, client_organization_id, product_id) where package_request_id is null;
      drop index quotes_under_review_by_${side};
      create index quotes_under_review_by_${side} on quotes (${side}_id, quote_timestamp desc, request_id desc)
        include (effective_date, client_organization_id, product_id)
        where package_request_id is null and outcome = 'QUOTED' and requires_underwriter_approval
          and underwriter_response is null;
    `);
  }
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
