import { BaseModel } from './base.js';

/** Money that was received. One that came before its policy was issued has no policy yet. */
export class Payment extends BaseModel {
  static override tableName = 'payments';

  declare id: string;
  declare policyId: string | null;
  declare organizationId: string;
  /** Decimal text. */
  declare amount: string;
  /** The payer's or provider's own reference; once a policy. */
  declare reference: string;
  declare provider: string;
  declare sessionId: string | null;
  declare receivedAt: Date;
}
