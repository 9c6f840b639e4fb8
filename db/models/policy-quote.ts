import { BaseModel } from './base.js';

/** Which policy a quote was issued as, or renewed, endorsed or trued up. Its key lets that happen once. */
export class PolicyQuote extends BaseModel {
  static override tableName = 'policy_quotes';
  static override idColumn = 'quote_id';

  declare quoteId: string;
  declare policyId: string;
}
