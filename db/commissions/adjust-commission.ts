import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import type { Objection } from '../../domain/ground/objection.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import { CommissionAdjustment } from '../models/commission-adjustment.js';
import { Policy } from '../models/policy.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { mostAdjustments } from './read-commissions.js';

export interface AdjustmentToMake extends Who {
  /** If an earlier attempt may have made it. */
  id: string;
  organizationId: string;
  sellerId: string;
  clockId: string | undefined;
  policyId: string | undefined;
  currency: string;
  /** Decimal text. */
  amount: string;
  reason: string;
  createdAt: Date;
  createdBy: Author;
}

/**
 * Adds to the next statement of a seller, or takes from it. `unknown`: the organization has licensed no product to the seller, or
 * has issued no such policy that the seller sold.
 */
export async function recordAdjustment(
  trx: Knex,
  { by, origin, ...asked }: AdjustmentToMake,
): Promise<CommissionAdjustment | { unknown: 'seller' | 'policy' } | Objection> {
  const { id, organizationId, sellerId, currency, amount, reason } = asked;
  const clockId = asked.clockId ?? null;
  const policyId = asked.policyId ?? null;
  const known = await CommissionAdjustment.query(trx).findById(id);
  if (known !== undefined) return known;
  // One adjustment of a seller at a time, so that they can be counted.
  const license = await ProductLicense.query(trx)
    .where('organization_id', sellerId)
    .whereIn('product_id', Product.query(trx).select('id').where('owner_organization_id', organizationId))
    .orderBy('product_id')
    .first()
    .forUpdate();
  if (license === undefined) return { unknown: 'seller' };
  if (policyId !== null && !(await isSoldPolicy(trx, { policyId, organizationId, sellerId, clockId }))) {
    return { unknown: 'policy' };
  }
  const open = CommissionAdjustment.query(trx).whereNull('statement_id');
  const own = { organization_id: organizationId, seller_id: sellerId, clock_id: clockId, currency };
  if ((await open.where(own).resultSize()) >= mostAdjustments) {
    return { reason: `the seller's next statement has ${mostAdjustments} adjustments`, field: 'sellerId' };
  }
  const made = await CommissionAdjustment.query(trx)
    .insert({ ...asked, clockId, policyId })
    .returning('*');
  const details = { amount, currency, reason };
  const target = { organizationId, targetId: sellerId };
  await recordAudit(trx, { by, origin, action: 'COMMISSION_ADJUSTED', ...target, details });
  return made;
}

async function isSoldPolicy(
  trx: Knex,
  sold: { policyId: string; organizationId: string; sellerId: string; clockId: string | null },
): Promise<boolean> {
  const policy = await Policy.query(trx).findById(sold.policyId).where({
    issuing_organization_id: sold.organizationId,
    seller_organization_id: sold.sellerId,
    clock_id: sold.clockId,
  });
  return policy !== undefined;
}
