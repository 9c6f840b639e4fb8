import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { BaseModel } from './base.js';

/** Every step that led to a quote; kept apart from the quote so that reading quotes stays light. */
export class QuoteWorksheet extends BaseModel {
  static override tableName = 'quote_worksheets';
  static override idColumn = 'request_id';
  static override jsonAttributes = ['worksheet'];

  declare requestId: string;
  declare worksheet: WorksheetLine[];
  /** Content hash, the same in every rendering of the worksheet. */
  declare sha256: string;
}
