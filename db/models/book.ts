import type { z } from 'zod';
import type { BookCounts, BookMode, BookState, bookReceipt } from '../../domain/book/sent-book.js';
import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A book that was sent, to be checked or loaded. */
export class Book extends BaseModel {
  static override tableName = 'books';
  static override jsonAttributes = ['counts', 'receipt', 'createdBy'];
  static override modifiers = { visibleTo: visibilityOf('books') };

  declare id: string;
  /** Whose policies they are. */
  declare organizationId: string;
  declare mode: BookMode;
  /** The name of the system that it comes from. */
  declare source: string;
  declare state: BookState;
  /** Records that the present step has worked on. */
  declare recordsRead: number;
  declare counts: BookCounts;
  /** Null until it was compared. */
  declare receipt: z.output<typeof bookReceipt> | null;
  /** Why it failed. */
  declare failure: string | null;
  declare createdAt: Date;
  declare createdBy: Author;
  /** When its workflow last worked on it. */
  declare updatedAt: Date;
  declare endedAt: Date | null;
}
