import { BaseModel } from './base.js';

/** The amount of a statement that the policyholder agreed to or was told of. */
export class CollectionNotice extends BaseModel {
  static override tableName = 'collection_notices';
  static override idColumn = 'statement_id';

  declare statementId: string;
  declare policyId: string;
  /** Decimal text. */
  declare amount: string;
  declare noticedOn: string;
  /** That the card will be over. */
  declare cardTold: boolean;
}
