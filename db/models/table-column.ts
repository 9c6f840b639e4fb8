import { BaseModel } from './base.js';

/** The cells of a column of large rating tables; versions with the same cells share it. It never changes. */
export class TableColumn extends BaseModel {
  static override tableName = 'table_columns';
  static override idColumn = 'sha256';

  /** Of the text, in hexadecimal. */
  declare sha256: string;
  /** The compressed text. */
  declare deflated: Buffer;
  declare createdAt: Date;
}
