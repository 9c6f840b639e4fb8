import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A payment set up with a provider. Its id is the `triggerRequestId` of the event that set it up. */
export class PaymentSession extends BaseModel {
  static override tableName = 'payment_sessions';
  static override jsonAttributes = ['quoteIds', 'plans'];
  static override modifiers = { visibleTo: visibilityOf('payment_sessions') };

  declare id: string;
  declare organizationId: string;
  /** The insurer whose quotes or policy it pays, which sees it, too; null if there are several. */
  declare issuingOrganizationId: string | null;
  declare clientId: string;
  /** Null until the policy is issued. */
  declare policyId: string | null;
  declare kind: 'SETUP' | 'COLLECT';
  declare provider: string;
  declare providerReference: string | null;
  declare clientSecret: string | null;
  /** ISO 4217. */
  declare currency: string;
  /** Decimal text. */
  declare amount: string;
  declare quoteIds: string[];
  /** The amount for each quote, by its plan; the amounts, decimal text, add up to the session's. */
  declare plans: { [quoteId: string]: { paymentPlan: PaymentPlan; amount: string } };
  declare state: 'OPEN' | 'PAID' | 'EXPIRED';
  declare paidAmount: string | null;
  declare createdAt: Date;
  declare verifiedAt: Date | null;
}
