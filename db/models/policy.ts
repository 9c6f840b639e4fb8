import type { PaymentStatus } from '../../domain/billing/payment-status.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PolicyState } from '../../domain/policy/policy-state.js';
import type { WaitingReinstatement } from '../../domain/policy/waiting-reinstatement.js';
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
    'reinstatementWaits',
  ];
  static override modifiers = { visibleTo: visibilityOf('policies') };

  id!: string;
  /** Unique among the policies of its issuer. */
  policyNumber!: string;
  productId!: string;
  productVersionId!: string;
  productName!: string;
  clientId!: string;
  /** The client's test clock. */
  clockId!: string | null;
  /** The quote of the current term. */
  quoteId!: string;
  /** The action that made that quote. */
  actionId!: string;
  /** The quote's quoting organization. */
  issuingOrganizationId!: string;
  /** The client's organization. */
  sellerOrganizationId!: string;
  underwritingOrganizationId!: string | null;
  producerId!: string | null;
  status!: PaymentStatus;
  policyState!: PolicyState;
  /** First day of the current term. */
  effectiveDate!: string;
  /** The first day after the current term. */
  expirationDate!: string;
  lastDayWithCoverage!: string;
  /**
   * Premium of the current term with its changes; decimal text. It is the sum of the term's lines in the
   * ledger's journal.
   */
  premium!: string;
  premiumTerm!: string;
  paymentPlan!: string;
  policyMeta!: JsonObject;
  policyContract!: JsonObject;
  /** The `policyMeta` as issued; null while the row still has it. */
  issuedMeta!: JsonObject | null;
  /** The day as of which the row has the contract and `policyMeta`; null: as issued. */
  contractOn!: string | null;
  clientIntegrationData!: JsonObject;
  quoteIntegrationData!: JsonObject;
  policyIntegrationData!: JsonObject;
  /** From 1, increased by each renewal. */
  termNumber!: number;
  cancelledOn!: string | null;
  /** The cancellation date of a pending notice. */
  cancellationNoticeOn!: string | null;
  /** The quote that is held for the end of the term. */
  renewalQuoteId!: string | null;
  /** The last quote of the next term, held or not: its wishes are kept after a change. */
  lastRenewalQuoteId!: string | null;
  /** Why the renewal waits for a person. */
  renewalWaits!: string | null;
  /** A reinstatement by payment that a hold stopped. */
  reinstatementWaits!: WaitingReinstatement | null;
  nonRenewed!: boolean;
  /** The version of its next terms; null for the deployed one. Only copies under a clock have one. */
  renewalVersionId!: string | null;
  /** The policy that this one was issued in the place of. */
  rewrittenFrom!: string | null;
  /** The policy that this one was rewritten as. */
  rewrittenTo!: string | null;
  createdAt!: Date;
  updatedAt!: Date;
  /** The time of its workflow's next check; long past if it has no workflow. */
  nextLookAt!: Date;
  /** Counts the changes of the row, for optimistic locking. */
  version!: number;
  /** Counts all that readers see change, as the feed of changes has it. */
  recordVersion!: number;
  /** When that last changed, by the system's clock. */
  changedAt!: Date;
}
