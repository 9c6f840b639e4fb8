import type { Actor } from '../../domain/ground/actor.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { BaseModel } from './base.js';

/** One imported definition of a product. Only `archivedAt` changes after the import. */
export class ProductVersion extends BaseModel {
  static override tableName = 'product_versions';
  static override jsonAttributes = ['definition', 'importedBy', 'archivedBy'];

  declare id: string;
  declare productId: string;
  /** The label of the definition, for example `1.2.0`; two builds may share one. */
  declare version: string;
  /** From 1, consecutive per product. */
  declare buildNumber: number;
  declare definition: ProductDefinition;
  /** Of the definition's canonical JSON, in hexadecimal. */
  declare sha256: string;
  declare basedOnVersionId: string | null;
  declare createdBy: string | null;
  declare createdByName: string;
  declare importedBy: Actor | null;
  /** When it was imported; null if it had no cases. */
  declare casesPassed: number | null;
  declare archivedAt: Date | null;
  declare archivedBy: Actor | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
