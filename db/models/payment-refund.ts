import { BaseModel } from './base.js';

/** A part of a refund: what goes back of one payment, or by hand. Once it went, a payment of the same id says so. */
export class PaymentRefund extends BaseModel {
  static override tableName = 'payment_refunds';

  declare id: string;
  declare policyId: string;
  /** Of the event. */
  declare organizationId: string;
  declare triggerRequestId: string;
  declare actionId: string;
  /** Which plan of its action it is of: one that was refused can be made anew. */
  declare attempt: number;
  /** In its plan. */
  declare place: number;
  /** The payment that goes back; null: somebody pays it back by hand. */
  declare paymentId: string | null;
  declare provider: string;
  /** Decimal text, more than zero. */
  declare amount: string;
  declare reference: string;
  declare reason: string | null;
  declare state: 'PENDING' | 'DONE' | 'REFUSED';
  /** What the provider knows the refund by. */
  declare providerReference: string | null;
  /** What the provider said of it. */
  declare providerStatus: string | null;
  declare refusal: string | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
}
