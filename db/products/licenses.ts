import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Authority } from '../../domain/authority/authority.js';
import type { CommissionTerms } from '../../domain/commissions/commission-terms.js';
import type { Actor } from '../../domain/ground/actor.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { tooManyDecimals } from '../../domain/money/amount-text.js';
import { type Origin, recordAudit } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { currenciesOfProduct } from './currency-of-version.js';
import { announceProductChange } from './product-changes.js';
import { readLicense } from './product-entry.js';
import { ProductError } from './product-error.js';

export interface LicenseRequest {
  productId: string;
  /** The organization that may use it. */
  organizationId: string;
  /** What it may do; absent: what the product usually grants, or what was granted before. */
  authority?: Authority | undefined;
  /** What it earns; null: nothing; absent: what was said before. */
  commission?: CommissionTerms | null | undefined;
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
  /** What the seller earns; null: nothing. */
  commission: CommissionTerms | null;
  /** The license is new, or grants something else than before. */
  changed: boolean;
}

/**
 * Lets an organization read a product's questions and do what the license grants. Licensing it again changes nothing,
 * unless the request says what it grants.
 * @throws ProductError if the product, the organization or a coverage of the commission is unknown, or the organization owns the product.
 */
export async function licenseProduct(
  db: Database,
  { productId, organizationId, authority, commission, by, origin, ownerOrganizationId }: LicenseRequest,
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
    if (commission) {
      await refuseUnknownCoverages(trx, productId, commission);
      await refuseFineAmounts(trx, productId, commission);
    }
    const known = await readLicense(trx, productId, organizationId);
    const granted = authority ?? known?.authority ?? null;
    const before =
      (await ProductLicense.query(trx).findById([productId, organizationId]))?.commission ?? null;
    const earned = commission === undefined ? before : commission;
    const grantsOther = authority !== undefined && !isDeepStrictEqual(known?.authority, authority);
    const changed = !known || grantsOther || !isDeepStrictEqual(before, earned);
    if (changed) {
      const license = {
        productId,
        organizationId,
        authority: granted,
        commission: earned,
        licensedBy: by ?? null,
      };
      await ProductLicense.query(trx).insert(license).onConflict(['product_id', 'organization_id']).merge();
      const { ownerOrganizationId: insurerId } = product;
      const details = { organizationId, authority: granted, commission: earned };
      const entry = { targetId: productId, details };
      await recordAudit(
        trx,
        { ...entry, action: 'PRODUCT_LICENSED', organizationId: insurerId, by, origin },
        // Who of the insurer granted it is not shown to the licensed organization.
        { ...entry, action: 'LICENSE_RECEIVED', organizationId },
      );
      await announceProductChange(trx, product.id);
    }
    const { name: organizationName } = organization;
    return {
      productId,
      organizationId,
      organizationName,
      authority: granted,
      commission: earned,
      licensed: !known,
      changed,
    };
  });
}

/** A rate of a coverage that no version of the product has would never be used. A carrier's coverages are known only to it. */
async function refuseUnknownCoverages(
  trx: Knex,
  productId: string,
  { rates }: CommissionTerms,
): Promise<void> {
  const named = rates.flatMap(({ coverages }) => Object.keys(coverages));
  if (named.length === 0) return;
  const { rows } = await trx.raw<{ rows: { code: string }[] }>(
    `select distinct coverage ->> 'code' as code
     from product_versions, jsonb_path_query(definition, '$.ratingPlans.*.coverages[*]') coverage
     where product_id = ?`,
    [productId],
  );
  const codes = rows.map(({ code }) => code);
  const unknown = codes.length === 0 ? undefined : named.find((each) => !codes.includes(each));
  if (unknown === undefined) return;
  const message = `no version of the product has a coverage "${unknown}"${suggestion(unknown, codes)}`;
  throw new ProductError('UNKNOWN_COVERAGE', message);
}

/** Flat amounts have the decimals of the product's currency. */
async function refuseFineAmounts(trx: Knex, productId: string, { rates }: CommissionTerms): Promise<void> {
  const amounts = rates.flatMap(({ flat }) => Object.values(flat));
  if (amounts.length === 0) return;
  for (const currency of await currenciesOfProduct(trx, productId)) {
    const fine = amounts.map((amount) => tooManyDecimals(currency, amount)).find(Boolean);
    if (fine !== undefined) throw new ProductError('TOO_FINE_AMOUNT', `a flat amount ${fine}`);
  }
}
