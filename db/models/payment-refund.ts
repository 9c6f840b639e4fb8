import { BaseModel } from './base.js';

/** A part of a refund: of one payment, or by hand. A completed one has a payment of the same id. */
export class PaymentRefund extends BaseModel {
  static override tableName = 'payment_refunds';

  declare id: string;
  declare policyId: string;
  /** Of the event. */
  declare organizationId: string;
  declare triggerRequestId: string;
  declare actionId: string;
  /** The number of its action's plan: a refused plan can be made anew. */
  declare attempt: number;
  /** The position in its plan. */
  declare place: number;
  /** The refunded payment; null if it is refunded by hand. */
  declare paymentId: string | null;
  declare provider: string;
  /** Decimal text, more than zero. */
  declare amount: string;
  declare reference: string;
  declare reason: string | null;
  declare state: 'PENDING' | 'DONE' | 'REFUSED';
  /** The provider's reference of the refund. */
  declare providerReference: string | null;
  /** The provider's status of the refund. */
  declare providerStatus: string | null;
  declare refusal: string | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
}
