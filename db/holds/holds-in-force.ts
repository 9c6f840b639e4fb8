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

/** Those of some holds that are overridden for a quote, its client or a policy: of each of some targets, in their order. */
export async function overriddenHolds(
  db: Knex,
  holdIds: readonly string[],
  targets: readonly Overridable[],
): Promise<Set<string>[]> {
  if (holdIds.length === 0) return targets.map(() => new Set());
  const named = <T>(values: readonly (T | null | undefined)[]) =>
    [...new Set(values)].filter((value) => value != null);
  const clientIds = named(targets.map(({ clientId }) => clientId));
  const overrides = await HoldOverride.query(db)
    .whereIn('hold_id', [...holdIds])
    .where((query) =>
      query
        .whereIn('quote_id', named(targets.map(({ quoteId }) => quoteId)))
        .orWhere((one) => one.whereIn('client_id', clientIds).whereNotNull('quote_id'))
        .orWhereIn('policy_id', named(targets.map(({ policyId }) => policyId))),
    )
    .distinct('hold_id', 'quote_id', 'client_id', 'policy_id');
  return targets.map((target) => {
    const of = overrides.filter((override) => isFor(override, target));
    return new Set(of.map(({ holdId }) => holdId));
  });
}

function isFor(override: HoldOverride, { quoteId, clientId, policyId }: Overridable): boolean {
  if (override.policyId !== null) return override.policyId === policyId;
  return override.quoteId === quoteId || (clientId != null && override.clientId === clientId);
}
