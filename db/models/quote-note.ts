import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** A note of an underwriter on a quote, which only the quoting organization reads. */
export class QuoteNote extends BaseModel {
  static override tableName = 'quote_notes';
  static override jsonAttributes = ['createdBy'];

  declare id: string;
  declare requestId: string;
  declare organizationId: string;
  declare text: string;
  /** Ids of people. */
  declare mentions: string[];
  declare createdAt: Date;
  declare createdBy: Author;
}
