import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';

/**
 * Lets an organization read a product's questions and fire events on it. Licensing it again changes nothing.
 * @throws ProductError if the product or the organization is unknown, or the organization owns the product.
 */
export async function licenseProduct(
  db: Database,
  { productId, organizationId }: { productId: string; organizationId: string },
): Promise<{ licensed: boolean }> {
  return db.transaction(async (trx) => {
    const product = await Product.query(trx).findById(productId).forUpdate();
    if (!product) throw new ProductError('UNKNOWN_PRODUCT', `there is no product ${productId}`);
    if (product.ownerOrganizationId === organizationId) {
      throw new ProductError(
        'OWNER_NEEDS_NO_LICENSE',
        'the organization owns the product and needs no license',
      );
    }
    const organization = await trx('organizations').where('id', organizationId).first('id');
    if (!organization) {
      throw new ProductError('UNKNOWN_ORGANIZATION', `there is no organization ${organizationId}`);
    }
    const known = await ProductLicense.query(trx).findById([productId, organizationId]);
    if (known) return { licensed: false };
    await ProductLicense.query(trx).insert({ productId, organizationId });
    await announceProductChange(trx, product.id);
    return { licensed: true };
  });
}
