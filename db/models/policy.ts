import type { PaymentStatus } from '../../domain/billing/payment-status.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PolicyState } from '../../domain/policy/policy-state.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/**
 * The current state of a policy (spec 2.6). Its changes are in `policy_changes`; search has a separate table.
 */
export class Policy extends BaseModel {
  static override tableName = 'policies';
  static override jsonAttributes = [
    'policyMeta',
    'policyContract',
    'issuedMeta',
    'clientIntegrationData',
    'quoteIntegrationData',
    'policyIntegrationData',
  ];
  static override modifiers = { visibleTo: visibilityOf('policies') };

  declare id: string;
  /** Unique among the policies of its issuer. */
  declare policyNumber: string;
  declare productId: string;
  declare productVersionId: string;
  declare productName: string;
  declare clientId: string;
  /** The quote of the current term. */
  declare quoteId: string;
  /** The action that made that quote. */
  declare actionId: string;
  /** The quote's quoting organization. */
  declare issuingOrganizationId: string;
  /** The client's organization. */
  declare sellerOrganizationId: string;
  declare underwritingOrganizationId: string | null;
  declare producerId: string | null;
  declare status: PaymentStatus;
  declare policyState: PolicyState;
  /** First day of the current term. */
  declare effectiveDate: string;
  /** The first day after the current term. */
  declare expirationDate: string;
  declare lastDayWithCoverage: string;
  /**
   * Premium of the current term with its changes; decimal text. It is the sum of the term's lines in the
   * ledger's journal.
   */
  declare premium: string;
  declare premiumTerm: string;
  declare paymentPlan: string;
  declare policyMeta: JsonObject;
  declare policyContract: JsonObject;
  /** The `policyMeta` as issued; null while the row still has it. */
  declare issuedMeta: JsonObject | null;
  /** The day as of which the row has the contract and `policyMeta`; null: as issued. */
  declare contractOn: string | null;
  declare clientIntegrationData: JsonObject;
  declare quoteIntegrationData: JsonObject;
  declare policyIntegrationData: JsonObject;
  /** From 1, increased by each renewal. */
  declare termNumber: number;
  declare cancelledOn: string | null;
  /** The cancellation date of a pending notice. */
  declare cancellationNoticeOn: string | null;
  declare renewalQuoteId: string | null;
  declare nonRenewed: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The time of its workflow's next check; long past if it has no workflow. */
  declare nextLookAt: Date;
  /** Counts the changes of the row, for optimistic locking. */
  declare version: number;
}
