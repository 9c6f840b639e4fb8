import type { Actor } from '../../domain/ground/actor.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';

export interface LicenseRequest {
  productId: string;
  /** The organization that may use it. */
  organizationId: string;
  /** Absent for demo data and tests. */
  by?: Actor;
  /** Only a product that this organization owns; absent for operators. */
  ownerOrganizationId?: string;
}

export interface LicensedProduct {
  productId: string;
  organizationId: string;
  organizationName: string;
  /** False if it was already. */
  licensed: boolean;
}

/**
 * Lets an organization read a product's questions and fire events on it. Licensing it again changes nothing.
 * @throws ProductError if the product or the organization is unknown, or the organization owns the product.
 */
export async function licenseProduct(
  db: Database,
  { productId, organizationId, by, ownerOrganizationId }: LicenseRequest,
): Promise<LicensedProduct> {
  return db.transaction(async (trx) => {
    const product = await Product.query(trx)
      .findById(productId)
      .modify('ownedBy', ownerOrganizationId)
      .forUpdate();
    if (!product) throw new ProductError('UNKNOWN_PRODUCT', `there is no product ${productId}`);
    if (product.ownerOrganizationId === organizationId) {
      throw new ProductError(
        'OWNER_NEEDS_NO_LICENSE',
        'the organization owns the product and needs no license',
      );
    }
    const organization = await trx('organizations').where('id', organizationId).first('id', 'name');
    if (!organization) {
      throw new ProductError('UNKNOWN_ORGANIZATION', `there is no organization ${organizationId}`);
    }
    const known = await ProductLicense.query(trx).findById([productId, organizationId]);
    const answer = { productId, organizationId, organizationName: organization.name };
    if (known) return { ...answer, licensed: false };
    await ProductLicense.query(trx).insert({ productId, organizationId, licensedBy: by ?? null });
    await announceProductChange(trx, product.id);
    return { ...answer, licensed: true };
  });
}
