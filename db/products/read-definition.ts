import type { Knex } from 'knex';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { ProductVersion } from '../models/product-version.js';
import { ProductError } from './product-error.js';

/** A stored definition as it is authored, with the content hash it was imported under. */
export interface StoredDefinition {
  definition: ProductDefinition;
  sha256: string;
}

/**
 * A version's definition, without an organization scope: for operators.
 *
 * @throws ProductError where there is no such version.
 */
export async function readDefinition(db: Knex, versionId: string): Promise<StoredDefinition> {
  const row = await ProductVersion.query(db).select('definition', 'sha256').findById(versionId);
  if (!row) throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
  // Parsed, which also puts fields in the order in which people write them: the database keeps none.
  return { definition: productDefinition.parse(row.definition), sha256: row.sha256 };
}
