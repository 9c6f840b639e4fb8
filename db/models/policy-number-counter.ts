import { BaseModel } from './base.js';

/** The last policy number of a product, in each scope of its numbering, such as a year. */
export class PolicyNumberCounter extends BaseModel {
  static override tableName = 'policy_numbers';
  static override idColumn = ['product_id', 'scope'];

  declare productId: string;
  declare scope: string;
  /** Text, because it is a `bigint`. */
  declare last: string;
}
