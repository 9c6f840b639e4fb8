import { BaseModel } from './base.js';

/**
 * The policy that a quote was issued as, or that it renewed, endorsed or trued up. Its key lets that happen
 * once.
 */
export class PolicyQuote extends BaseModel {
  static override tableName = 'policy_quotes';
  static override idColumn = 'quote_id';

  declare quoteId: string;
  declare policyId: string;
}
