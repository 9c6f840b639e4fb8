import { BaseModel } from './base.js';

/** A received payment. One made before its policy was issued has no policy yet. */
export class Payment extends BaseModel {
  static override tableName = 'payments';

  declare id: string;
  declare policyId: string | null;
  declare organizationId: string;
  /** Decimal text. */
  declare amount: string;
  /** The payment that the bank returned, in full or in part; the amount is negative then. */
  declare reverses: string | null;
  /** The payer's or provider's reference; unique per policy. */
  declare reference: string;
  declare provider: string;
  declare sessionId: string | null;
  declare receivedAt: Date;
}
