import type { Knex } from 'knex';

/** Indexes of lists of quotes by their effective date, for each of the two organizations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index quotes_client_organization_effective on quotes (client_organization_id, effective_date)
      include (quote_timestamp, request_id) where package_request_id is null;
    create index quotes_quoting_organization_effective on quotes (quoting_organization_id, effective_date)
      include (quote_timestamp, request_id, client_organization_id) where package_request_id is null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
