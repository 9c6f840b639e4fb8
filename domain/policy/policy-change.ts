import type { AnswerMap } from '../intake/answers.js';
import type { PremiumLayer } from './proration.js';

/** What can be done to a policy. Its changes are never edited: what a policy is, is folded from them. */
export const policyChangeKinds = [
  'ISSUE',
  'ENDORSE',
  'TRUE_UP',
  'CANCEL',
  'REINSTATE',
  'RENEW',
  'NON_RENEW',
  'CORRECT_EFFECTIVE_DATE',
  'CORRECT_NUMBER',
  'PAYMENT_PLAN',
] as const;
export type PolicyChangeKind = (typeof policyChangeKinds)[number];

/** The stretch of a term that a change prices anew. */
export interface PricedStretch extends PremiumLayer {
  /** What a whole term would cost as the policy is in this stretch; decimal text. */
  termPremium: string;
}

/** What a change says besides its premium, as it is kept with it. */
export interface PolicyChangeData {
  /** The end of the term that it begins, or that it moves. */
  expirationDate?: string;
  /** Where it adds premium that is earned over time. The premium of an issued term is earned over all of it. */
  stretches?: PricedStretch[];
  policyNumber?: string;
  /** Decimal text: the taxes and fees that it charges or, below zero, returns. They are not in the premium. */
  taxesAndFees?: string;
}

/** A change of a policy, as far as the arithmetic of its life goes. */
export interface PolicyChange {
  /** Counts a policy's changes in the order in which they were recorded. */
  seq: number;
  kind: PolicyChangeKind;
  /** The day from which it holds, `YYYY-MM-DD`. */
  effectiveDate: string;
  /** When it became known. */
  recordedAt: Date;
  /** Decimal text: more than zero is charged, less is returned. */
  premiumChange: string;
  /** Decimal text: what a whole term costs from the effective date on. */
  termPremium: string;
  quoteId: string | null;
  /** All answers where a term begins; else those that it changed. Null where it has none. */
  answers: AnswerMap | null;
  data: PolicyChangeData;
}
