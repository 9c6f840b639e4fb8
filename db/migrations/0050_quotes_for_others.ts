import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/**
 * Indexes of the quotes that an organization made for another one's clients, instead of indexes of all that it made: a
 * list reads its other quotes by the organization of the client. A direct insurer's quotes are in half as many indexes,
 * and a filter that few quotes fit passes over none of them twice.
 */
export const config = { transaction: false };

const order = 'quote_timestamp desc, request_id desc';
const forOthers = 'package_request_id is null and client_organization_id <> quoting_organization_id';

const indexes = [
  {
    name: 'quotes_listed_for_others',
    definition: `(quoting_organization_id, ${order})
      include (effective_date, outcome, client_organization_id, product_id, client_id) where ${forOthers}`,
    replaces: 'quotes_listed_by_quoting_organization',
  },
  {
    name: 'quotes_under_review_for_others',
    definition: `(quoting_organization_id, ${order})
      include (effective_date, client_organization_id, product_id)
      where ${forOthers} and outcome = 'QUOTED' and requires_underwriter_approval and underwriter_response is null`,
    replaces: 'quotes_under_review_by_quoting_organization',
  },
  {
    name: 'quotes_for_others_effective',
    definition: `(quoting_organization_id, effective_date, ${order})
      include (outcome, client_organization_id, product_id) where ${forOthers}`,
    replaces: 'quotes_quoting_organization_effective',
  },
  {
    name: 'quotes_of_changes_for_others',
    definition: `(quoting_organization_id, type, ${order}) include (client_organization_id)
      where ${forOthers} and type <> 'QUOTE'`,
    replaces: 'quotes_of_changes_by_quoting_organization',
  },
];

export async function up(knex: Knex): Promise<void> {
  for (const { name, definition } of indexes) await buildIndex(knex, name, `quotes ${definition}`);
  for (const { replaces } of indexes) await knex.raw(`drop index concurrently if exists ${replaces}`);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
