import type { Knex } from 'knex';
import { minorDigits } from '../../domain/money/currency.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { ProductVersion } from '../models/product-version.js';

/** SQL of the currency of a product version; null for the default one. */
export const currencySql = `definition #>> '{policy,currency}'`;

/** The currency of a product version. */
export async function currencyOfVersion(db: Knex, versionId: string): Promise<string> {
  const row = await ProductVersion.query(db)
    .findById(versionId)
    .select(ProductVersion.raw(`${currencySql} as currency`))
    .castTo<{ currency: string | null } | undefined>();
  return row?.currency ?? policySettingsOf({}).currency;
}

/** The currencies that the versions of a product have had. */
export async function currenciesOfProduct(db: Knex, productId: string): Promise<string[]> {
  const rows = await ProductVersion.query(db)
    .where('product_id', productId)
    .distinct(ProductVersion.raw(`${currencySql} as currency`))
    .castTo<{ currency: string | null }[]>();
  return rows.map(({ currency }) => currency ?? policySettingsOf({}).currency);
}

/** The decimals of the currency of a policy's product version. */
export const digitsOfPolicy = async (
  db: Knex,
  { productVersionId }: { productVersionId: string },
): Promise<number> => minorDigits(await currencyOfVersion(db, productVersionId));
