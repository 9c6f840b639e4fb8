import type { Author } from '../../domain/ground/author.js';
import type { ChartOfAccounts } from '../../domain/postings/chart-of-accounts.js';
import { BaseModel } from './base.js';

/** A closed month of an organization's postings. Rows are only ever added. */
export class PostingClose extends BaseModel {
  static override tableName = 'posting_closes';
  static override jsonAttributes = ['chartOfAccounts', 'closedBy'];

  declare id: string;
  declare organizationId: string;
  /** Null: of all policies without a test clock. */
  declare clockId: string | null;
  /** The first day of the month. */
  declare period: string;
  /** The end of the month in the organization's time zone then. */
  declare endsAt: Date;
  /** The last numbers of the two journals then, text, because they are `bigint`. */
  declare ledgerSeq: string;
  declare accountSeq: string;
  /** The accounts then. */
  declare chartOfAccounts: ChartOfAccounts;
  declare closedAt: Date;
  declare closedBy: Author;
}
