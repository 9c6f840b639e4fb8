import type { PaymentPlan } from '../billing/payment-plan.js';
import type { Charge } from '../billing/spread.js';
import type { Author } from '../ground/author.js';
import type { DatedEdits } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { sumOfAmounts } from '../money/cents.js';
import type { PremiumPart } from './premium-part.js';
import {
  type ChargeLayer,
  layersOf,
  netted,
  type PremiumLayer,
  type ProratedLayer,
  totalOf,
} from './proration.js';
import type { KeptReinstatement } from './reinstatement-by-payment.js';

/**
 * The kinds of policy changes. Changes are never edited: a policy is the result of all its changes in order.
 */
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

/** A part of what a change adds to a stretch. */
export type PartOfStretch = PremiumPart & {
  /** What it adds to the amount of a whole term; decimal text. */
  inTerm: string;
};

/** A stretch of a term with a new price. */
export type PricedStretch = ProratedLayer & {
  /** The price of a whole term as the policy is in this stretch; decimal text. */
  termPremium: string;
  /** Its place among the later ratings of its quote; none if it has the first day's rating. */
  rating?: number | undefined;
  /** What its amount is for; together they are its amount. */
  parts?: PartOfStretch[] | undefined;
};

/** The stored details of a change besides its premium. */
export type PolicyChangeData = {
  /** The end of the term that the change begins or moves. */
  expirationDate?: string;
  /** The prices of the rest of the term, and the part of the change's premium in each stretch. */
  stretches?: PricedStretch[];
  policyNumber?: string;
  /** Of the issue: the id of the policy's workflow in Temporal. */
  workflowId?: string;
  paymentPlan?: PaymentPlan;
  /** Taxes and fees charged or, if negative, returned, with the periods over which they are earned. */
  charges?: ChargeLayer[];
  /** The late payment that undoes a cancellation for non-payment. */
  reinstatementByPayment?: KeptReinstatement;
  /** Of a cancellation: its reason, as the notice states it. */
  reason?: string | null;
  /** A canceled policy never came into force: it was waiting for its finance company. */
  waitedForFinance?: true;
  /** Decimal text: the total of the taxes and fees charged or, if negative, returned. They are not part of the premium. */
  taxesAndFees?: string;
};

/** A decided change of a policy with its amounts. When it is recorded, it becomes a `PolicyChange`. */
export interface PricedChange {
  kind: PolicyChangeKind;
  /** The term that it changes; by default the last one. */
  termNumber?: number;
  /** The first day of its effect, `YYYY-MM-DD`. */
  effectiveDate: string;
  /** Its premium, charges or (negative) returns: the lines of its ledger entry. */
  lines: readonly PremiumLayer[];
  /** Decimal text: the price of a whole term from the effective date. */
  termPremium: string;
  /** The prices of the rest of the term, if it changes them. */
  stretches?: PricedStretch[];
  /** Its taxes and fees. */
  charges?: ChargeLayer[];
  quoteId?: string | null;
  /** All answers for the beginning of a term, else the answers that were sent. */
  answers?: AnswerMap | null;
  /** What it does to the answers of its term, from its effective date and, where it also applies then, from later days. */
  edits?: readonly DatedEdits[];
}

/** A recorded change of a policy. */
export interface PolicyChange
  extends Pick<PricedChange, 'kind' | 'termNumber' | 'effectiveDate' | 'termPremium' | 'edits'> {
  /** The number of the change, in the order of recording. */
  seq: number;
  recordedAt: Date;
  /** Decimal text: a charge or, if negative, a return. */
  premiumChange: string;
  quoteId: string | null;
  answers: AnswerMap | null;
  data: PolicyChangeData;
  /** The event that made it, if one did. */
  triggerRequestId?: string | null;
  createdBy?: Author;
}

/** The ledger lines of priced stretches. */
export function linesOfStretches(stretches: readonly PricedStretch[]): PremiumLayer[] {
  return netted(
    stretches.flatMap((stretch) =>
      stretch.parts === undefined
        ? [stretch]
        : layersOf(
            stretch,
            stretch.parts.map(({ inTerm: _, ...part }) => part),
          ),
    ),
  );
}

/** Whether a change moves neither premium nor a tax or fee. */
export function isWithoutAmounts({ lines, charges = [] }: Pick<PricedChange, 'lines' | 'charges'>): boolean {
  return lines.length === 0 && charges.every(({ amount }) => Number(amount) === 0);
}

/** The total of a change. */
export function totalOfChange({ lines, charges = [] }: Pick<PricedChange, 'lines' | 'charges'>): Charge {
  return {
    premium: totalOf(lines).toText(),
    taxesAndFees: sumOfAmounts(charges.map(({ amount }) => amount)),
  };
}
