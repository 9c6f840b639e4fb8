import type { Database } from '../database.js';
import type { NamedRow } from '../events/named-records.js';
import { Policy } from '../models/policy.js';
import { ProductVersion } from '../models/product-version.js';
import { Quote } from '../models/quote.js';

/** The ids of an organization's policies of a product, by their numbers. */
export async function policiesByNumber(
  db: Database,
  { organizationId, productId }: { organizationId: string; productId: string },
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const policies = await Policy.query(db)
    .modify('visibleTo', organizationId)
    .whereIn('policy_number', [...new Set(numbers)])
    .where('product_id', productId)
    .select('id', 'policy_number');
  return new Map(policies.map(({ id, policyNumber }) => [policyNumber, id]));
}

/** The products of policies and quotes, by their kind and id. */
export async function productsOf(db: Database, records: readonly NamedRow[]): Promise<Map<string, string>> {
  const idsOf = (kind: NamedRow['kind']) =>
    records.filter((record) => record.kind === kind).map(({ id }) => id);
  const [policies, quotes] = await Promise.all([
    Policy.query(db).findByIds(idsOf('POLICY')).select('id', 'product_id'),
    Quote.query(db).findByIds(idsOf('QUOTE')).select('request_id', 'product_id'),
  ]);
  return new Map([
    ...policies.map(({ id, productId }) => [`POLICY ${id}`, productId] as const),
    ...quotes.map(({ requestId, productId }) => [`QUOTE ${requestId}`, productId] as const),
  ]);
}

/** The versions of a product that have policies which an organization sees. */
export async function versionsWithPolicies(
  db: Database,
  { organizationId, productId }: { organizationId: string; productId: string },
): Promise<string[]> {
  const versions = await ProductVersion.query(db)
    .where('product_id', productId)
    .whereExists(
      Policy.query(db)
        .modify('visibleTo', organizationId)
        .whereColumn('policies.product_version_id', 'product_versions.id'),
    )
    .orderBy('created_at', 'desc')
    .limit(50)
    .select('id');
  return versions.map(({ id }) => id);
}
