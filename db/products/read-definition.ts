import type { Knex } from 'knex';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { ProductVersion } from '../models/product-version.js';
import { ProductError } from './product-error.js';

/** A stored definition in its authored form, with its content hash at the import. */
export interface StoredDefinition {
  definition: ProductDefinition;
  sha256: string;
}

/**
 * A version's definition, without an organization scope: for operators.
 * @throws ProductError if there is no such version.
 */
export async function readDefinition(db: Knex, versionId: string): Promise<StoredDefinition> {
  const row = await ProductVersion.query(db).select('definition', 'sha256').findById(versionId);
  if (!row) throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
  // Parsing also restores the usual order of fields, which the database does not keep.
  return { definition: productDefinition.parse(row.definition), sha256: row.sha256 };
}
