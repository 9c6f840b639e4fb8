import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { Policy } from '../models/policy.js';
import type { CatalogVersion, ProductCatalog } from '../products/catalog.js';

/** Of an endorsement that is to be quoted, the version that the policy's term was sold on, which rates it and has its lookups. */
export async function termVersionOf(
  db: Knex,
  catalog: ProductCatalog,
  { type }: Pick<EventEnvelope, 'type'>,
  policyId: string | null | undefined,
): Promise<CatalogVersion | undefined> {
  if (type !== 'POLICY_ENDORSEMENT_QUOTING' || !policyId) return undefined;
  const policy = await Policy.query(db).findById(policyId).select('product_version_id');
  return (policy && (await catalog.version(policy.productVersionId))) ?? undefined;
}
