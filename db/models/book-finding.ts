import { BaseModel } from './base.js';

/** What is wrong in a book that was sent, and where. */
export class BookFinding extends BaseModel {
  static override tableName = 'book_findings';
  static override idColumn = ['book_id', 'number'];

  declare bookId: string;
  /** From 1, in the order in which they were found. */
  declare number: number;
  declare isWarning: boolean;
  /** Such as `policies.ndjson:12`. */
  declare place: string;
  /** Of the record, in the system that it comes from. */
  declare recordId: string | null;
  declare message: string;
}
