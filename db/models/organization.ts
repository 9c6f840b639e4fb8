import type { ChartOfAccounts } from '../../domain/postings/chart-of-accounts.js';
import { BaseModel } from './base.js';

/** A tenant: all business data is read in the scope of one. */
export class Organization extends BaseModel {
  static override tableName = 'organizations';
  static override jsonAttributes = ['chartOfAccounts'];

  declare id: string;
  declare name: string;
  /** An IANA name; its days are the organization's business days. */
  declare timeZone: string;
  /** The accounts of its postings that are not the default ones. */
  declare chartOfAccounts: ChartOfAccounts;
  /** Where answers to its mails go; null: to their sender. */
  declare mailReplyTo: string | null;
  declare createdAt: Date;
}
