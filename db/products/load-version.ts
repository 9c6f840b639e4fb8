import { type CompiledProduct, compileProduct } from '../../domain/product/compile-product.js';
import { type ProductDefinition, storedDefinition } from '../../domain/product/definition.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductVersion } from '../models/product-version.js';
import { withLargeTables } from './large-tables.js';

/** The unchanging data of a product version. */
export interface LoadedVersion {
  versionId: string;
  productId: string;
  /** Label. */
  version: string;
  buildNumber: number;
  definition: ProductDefinition;
  compiled: CompiledProduct;
}

/** Reads and compiles a version, of any organization or of a product that one owns; `null` if there is none. */
export async function loadVersion(
  db: Database,
  versionId: string,
  ownerOrganizationId?: string,
): Promise<LoadedVersion | null> {
  const stored = await readVersion(db, versionId, ownerOrganizationId);
  return stored && { ...stored, compiled: compileProduct(stored.definition) };
}

/** The same without compiling it, which takes tens of milliseconds. */
export async function readVersion(
  db: Database,
  versionId: string,
  ownerOrganizationId?: string,
): Promise<Omit<LoadedVersion, 'compiled'> | null> {
  const row = await ProductVersion.query(db)
    .select('id', 'product_id', 'version', 'build_number', 'definition')
    .findById(versionId)
    .modify((query) => {
      if (ownerOrganizationId === undefined) return;
      query.whereIn('product_id', Product.query(db).modify('ownedBy', ownerOrganizationId).select('id'));
    });
  if (!row) return null;
  return {
    versionId: row.id,
    productId: row.productId,
    version: row.version,
    buildNumber: row.buildNumber,
    definition: storedDefinition(await withLargeTables(db, row.definition)),
  };
}
