import type { Pojo } from 'objection';
import { canonicalJson } from '../../domain/ground/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { BaseModel } from './base.js';
import { deflated, withLines } from './worksheet-text.js';

/** The steps of a quote's rating, stored apart so that reading quotes stays fast. */
export class QuoteWorksheet extends BaseModel {
  static override tableName = 'quote_worksheets';
  static override idColumn = 'request_id';

  declare requestId: string;
  /** Compressed in the database. */
  declare worksheet: WorksheetLine[];
  /** The compressed text of the lines, to be written; not read. */
  declare deflated?: Buffer;
  /** Content hash, the same in every format of the worksheet. */
  declare sha256: string;

  override $parseDatabaseJson(row: Pojo): Pojo {
    return withLines(super.$parseDatabaseJson(row));
  }

  override $formatDatabaseJson(json: Pojo): Pojo {
    const { worksheet, ...row } = super.$formatDatabaseJson(json);
    if (worksheet === undefined) return row;
    return { ...row, deflated: deflated(canonicalJson(worksheet)) };
  }
}
