import type { Knex } from 'knex';
import { prepared } from '../models/base.js';
import { Hold } from '../models/hold.js';
import { HoldOverride } from '../models/hold-override.js';
import { Product } from '../models/product.js';

/** The holds of a product's owner that concern the product and are in force on a day, the oldest first. */
export async function holdsInForce(
  db: Knex,
  { productId, today }: { productId: string; today: string },
): Promise<Hold[]> {
  return Hold.query(db)
    .whereIn('organization_id', Product.query(db).select('owner_organization_id').where('id', productId))
    .whereNull('ended_at')
    .where('first_day', '<=', today)
    .where((query) => query.whereNull('last_day').orWhere('last_day', '>=', today))
    .where((query) => query.whereNull('product_id').orWhere('product_id', productId))
    .orderBy(['created_at', 'id'])
    .modify(prepared, 'holds in force');
}

/** What an override can be of. */
export interface Overridable {
  quoteId?: string | undefined;
  /** Of a quote. */
  clientId?: string | null | undefined;
  policyId?: string | undefined;
}

/** Those of some holds that are overridden for a quote, its client or a policy. */
export async function overriddenHolds(
  db: Knex,
  holdIds: readonly string[],
  { quoteId, clientId, policyId }: Overridable,
): Promise<Set<string>> {
  const overrides = await HoldOverride.query(db)
    .whereIn('hold_id', [...holdIds])
    .where((query) => {
      if (quoteId !== undefined) query.orWhere('quote_id', quoteId);
      if (clientId != null) query.orWhere((one) => one.where('client_id', clientId).whereNotNull('quote_id'));
      if (policyId !== undefined) query.orWhere('policy_id', policyId);
    })
    .distinct('hold_id');
  return new Set(overrides.map(({ holdId }) => holdId));
}
