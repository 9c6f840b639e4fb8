import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** What people sort policies by. Written out as the search has them. */
const sorted = [
  ['expiration', 'expiration_date, id'],
  ['premium', 'premium, id'],
  ['insured', "(lower(left(coalesce(policy_meta ->> 'insuredName', ''), 200))), id"],
] as const;

/** Indexes of the further orders of policies and clients, of phone numbers and of clients' contacts. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of sorted) {
    await buildIndex(knex, `policies_seller_${name}`, `policies (seller_organization_id, ${columns})`);
    await buildIndex(
      knex,
      `policies_issuer_${name}`,
      `policies (issuing_organization_id, ${columns}) where seller_organization_id <> issuing_organization_id`,
    );
  }
  await buildIndex(
    knex,
    'policy_search_phone',
    'policy_search using gin (phones_of(every_text) gin_trgm_ops)',
  );
  await buildIndex(
    knex,
    'policy_parties_phone',
    'policy_parties using gin (phones_of(every_text) gin_trgm_ops)',
  );
  await buildIndex(knex, 'clients_contacts', 'clients using gin (contacts_of(answers) gin_trgm_ops)');
  await buildIndex(knex, 'clients_named', 'clients (organization_id, name, id) where erased_at is null');
  await knex.raw('analyze policies, policy_search, policy_parties, clients');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
