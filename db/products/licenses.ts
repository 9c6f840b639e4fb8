import { isDeepStrictEqual } from 'node:util';
import type { Authority } from '../../domain/authority/authority.js';
import type { Actor } from '../../domain/ground/actor.js';
import { type Origin, recordAudit } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { announceProductChange } from './product-changes.js';
import { readLicense } from './product-entry.js';
import { ProductError } from './product-error.js';

export interface LicenseRequest {
  productId: string;
  /** The organization that may use it. */
  organizationId: string;
  /** What it may do; absent: what the product usually grants, or what was granted before. */
  authority?: Authority | undefined;
  /** Absent for demo data and tests. */
  by?: Actor;
  origin?: Origin | undefined;
  /** Only a product that this organization owns; absent for operators. */
  ownerOrganizationId?: string;
}

export interface LicensedProduct {
  productId: string;
  organizationId: string;
  organizationName: string;
  /** False if it was already. */
  licensed: boolean;
  /** What the license grants; null: what the product usually grants. */
  authority: Authority | null;
  /** The license is new, or grants something else than before. */
  changed: boolean;
}

/**
 * Lets an organization read a product's questions and do what the license grants. Licensing it again changes nothing,
 * unless the request says what it grants.
 * @throws ProductError if the product or the organization is unknown, or the organization owns the product.
 */
export async function licenseProduct(
  db: Database,
  { productId, organizationId, authority, by, origin, ownerOrganizationId }: LicenseRequest,
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
    const known = await readLicense(trx, productId, organizationId);
    const granted = authority ?? known?.authority ?? null;
    const changed = !known || (authority !== undefined && !isDeepStrictEqual(known.authority, authority));
    if (changed) {
      const license = { productId, organizationId, authority: granted, licensedBy: by ?? null };
      await ProductLicense.query(trx).insert(license).onConflict(['product_id', 'organization_id']).merge();
      const { ownerOrganizationId: insurerId } = product;
      const entry = { targetId: productId, details: { organizationId, authority: granted } };
      await recordAudit(
        trx,
        { ...entry, action: 'PRODUCT_LICENSED', organizationId: insurerId, by, origin },
        // Who of the insurer granted it is not shown to the licensed organization.
        { ...entry, action: 'LICENSE_RECEIVED', organizationId },
      );
      await announceProductChange(trx, product.id);
    }
    const { name: organizationName } = organization;
    return { productId, organizationId, organizationName, authority: granted, licensed: !known, changed };
  });
}
