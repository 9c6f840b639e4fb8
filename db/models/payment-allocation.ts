import { BaseModel } from './base.js';

/** The part of a payment that is allocated to a statement. */
export class PaymentAllocation extends BaseModel {
  static override tableName = 'payment_allocations';
  static override idColumn = ['payment_id', 'statement_id'];

  declare paymentId: string;
  declare statementId: string;
  /** Decimal text. */
  declare amount: string;
}
