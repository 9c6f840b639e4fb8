import type { Knex } from 'knex';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { Product } from '../models/product.js';
import { ProductVersion } from '../models/product-version.js';
import { withLargeTables } from './large-tables.js';
import { ProductError } from './product-error.js';

/** A stored definition in its authored form, with its content hash at the import. */
export interface StoredDefinition {
  definition: ProductDefinition;
  sha256: string;
}

/**
 * A version's definition: of any organization, for operators, or of a product that one organization owns.
 * @throws ProductError if there is no such version.
 */
export async function readDefinition(
  db: Knex,
  versionId: string,
  ownerOrganizationId?: string,
): Promise<StoredDefinition> {
  const row = await ProductVersion.query(db)
    .select('definition', 'sha256')
    .findById(versionId)
    .whereIn('product_id', Product.query(db).modify('ownedBy', ownerOrganizationId).select('id'));
  if (!row) throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
  // Parsing also restores the usual order of fields, which the database does not keep.
  const definition = await withLargeTables(db, row.definition);
  return { definition: productDefinition.parse(definition), sha256: row.sha256 };
}

/** The definition of the latest build of an organization's product; undefined without one that can be read. */
export async function latestDefinition(
  db: Knex,
  { productId, ownerOrganizationId }: { productId: string; ownerOrganizationId: string },
): Promise<ProductDefinition | undefined> {
  const row = await ProductVersion.query(db)
    .select('definition')
    .where('product_id', productId)
    .whereIn('product_id', Product.query(db).modify('ownedBy', ownerOrganizationId).select('id'))
    .orderBy('build_number', 'desc')
    .first();
  return row && productDefinition.safeParse(row.definition).data;
}
