import type { QuoteUnderwriting } from '../../quote/underwriting.js';
import type { PolicyEventType } from '../fields/policy-event-types.js';

/** What the database has of the policy that a notification names. */
export interface PolicyStanding {
  policyState: string;
  /** First day without coverage, if the policy was canceled. */
  cancelledOn: string | null;
  /** The cancellation date of a pending notice. */
  cancellationNoticeOn: string | null;
  /** From the day of the notification to the end of the term. */
  daysToEnd: number;
  /** The product's days before the end of the term at which a renewal is announced. */
  renewalNoticeDays: number;
  /** The types of the events that were recorded with it. */
  recorded: ReadonlySet<string>;
}

/** What the database has of the review of the quote that a notification names. */
export interface QuoteReview {
  requiresUnderwriterApproval: boolean;
  /** The underwriter's decision; undefined before there is one. */
  isApproved?: boolean | undefined;
  underwriting: QuoteUnderwriting | null;
}

/**
 * What must be so before anybody but the service announces it. `lack` says what is not so. The documents that the
 * payload names must be those of its policy or quote, and its event the policy's event of type `event`.
 */
export type Fact =
  | { about: 'DOCUMENTS' }
  | { about: 'POLICY'; lack: string; holds(policy: PolicyStanding): boolean; event?: PolicyEventType }
  | { about: 'STATEMENT'; lack: string; holds(statement: { state: string }): boolean }
  | { about: 'QUOTE'; lack: string; holds(review: QuoteReview): boolean };
