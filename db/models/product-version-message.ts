import { BaseModel } from './base.js';

/** A note on a product version, such as the purpose of the import. */
export class ProductVersionMessage extends BaseModel {
  static override tableName = 'product_version_messages';

  declare id: string;
  declare productVersionId: string;
  declare authorName: string;
  declare text: string;
  declare createdAt: Date;
}
