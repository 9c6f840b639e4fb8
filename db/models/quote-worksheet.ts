import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { BaseModel } from './base.js';

/** The steps of a quote's rating, stored apart so that reading quotes stays fast. */
export class QuoteWorksheet extends BaseModel {
  static override tableName = 'quote_worksheets';
  static override idColumn = 'request_id';
  static override jsonAttributes = ['worksheet'];

  declare requestId: string;
  declare worksheet: WorksheetLine[];
  /** Content hash, the same in every format of the worksheet. */
  declare sha256: string;
}
