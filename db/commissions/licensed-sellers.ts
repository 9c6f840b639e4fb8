import type { Knex } from 'knex';
import type { CommissionTerms } from '../../domain/commissions/commission-terms.js';
import { ProductLicense } from '../models/product-license.js';

/** A seller's license with what it earns. */
export interface LicensedSeller {
  productId: string;
  sellerId: string;
  terms: CommissionTerms;
}

/** An amount of a seller that is not commission. */
export interface SellerAmount {
  sellerId: string;
  currency: string;
  amount: string;
}

/** The sellers that an organization's licenses say earn commission; of one license, if it is given. */
export async function licensedSellers(
  db: Knex,
  organizationId: string,
  license?: { productId: string; sellerId: string },
): Promise<LicensedSeller[]> {
  const rows = await ProductLicense.query(db)
    .join('products', 'products.id', 'product_licenses.product_id')
    .where('products.owner_organization_id', organizationId)
    .whereNotNull('product_licenses.commission')
    .modify((of) => {
      if (license === undefined) return;
      of.where('product_licenses.product_id', license.productId);
      of.where('product_licenses.organization_id', license.sellerId);
    })
    .select('product_licenses.*')
    .orderBy(['product_licenses.product_id', 'product_licenses.organization_id']);
  return rows.flatMap(({ productId, organizationId: sellerId, commission: terms }) =>
    terms === null ? [] : [{ productId, sellerId, terms }],
  );
}
