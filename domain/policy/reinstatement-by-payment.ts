import { z } from 'zod';
import type { StatementKind, StatementState } from '../billing/account.js';
import { days } from '../billing/plan-terms.js';
import { Decimal } from '../expression/index.js';
import { addDays } from '../ground/calendar.js';
import { exactText } from '../money/amount-text.js';

/** The fees of billing that a late payment may have to include. */
export const feesToPay = ['LATE_FEE', 'NSF_FEE'] as const;
export type FeeToPay = (typeof feesToPay)[number];

/** `policy.cancellation.reinstatementByPayment`: a late payment reinstates a policy canceled for non-payment. */
export const reinstatementByPayment = z.strictObject({
  days: days(365)
    .default(15)
    .describe('Days from the end of coverage within which the payment must be received.'),
  fees: z
    .array(z.enum(feesToPay))
    .default([])
    .describe('Fees that must be paid, too, where they are open: `LATE_FEE`, `NSF_FEE`.'),
});
export type ReinstatementByPayment = z.output<typeof reinstatementByPayment>;

/** What the cancellation records about it; amounts are decimal text. */
export type KeptReinstatement = {
  /** The past-due amount that led to the cancellation, with the open fees that the setting names. */
  amount: string;
  /** The last day for its receipt. */
  payBy: string;
  fees: FeeToPay[];
  /** The cash held, and those fees billed, before the cancellation. */
  paidBefore: string;
  feesBefore: string;
};

/** The account of a policy; amounts are decimal text. */
export interface AccountToReinstate {
  statements: readonly {
    id: string;
    kind: StatementKind;
    state: StatementState;
    amount: string;
    paidAmount: string;
  }[];
  /** The cash held, less refunds that are on their way. */
  paid: string;
}

/** What a late payment must reach. `unpaid` has the ids of the statements that led to the cancellation. */
export function reinstatementToKeep(
  { days: within, fees }: ReinstatementByPayment,
  { statements, paid, unpaid, cancelledOn }: AccountToReinstate & { unpaid: string[]; cancelledOn: string },
): KeptReinstatement {
  const isFeeToPay = namedIn(fees);
  const toPay = statements.filter(
    (each) =>
      unpaid.includes(each.id) || (isFeeToPay(each) && (each.state === 'DUE' || each.state === 'PAST_DUE')),
  );
  const open = toPay.reduce((sum, { amount, paidAmount }) => sum.plus(amount).minus(paidAmount), zero);
  return {
    amount: exactText(open),
    payBy: addDays(cancelledOn, within),
    fees,
    paidBefore: paid,
    feesBefore: exactText(billed(statements.filter(isFeeToPay))),
  };
}

/**
 * Whether a canceled policy's payments since the cancellation, less refunds, reach the amount and the named fees
 * charged since, in time.
 */
export function isPaidInTime(
  { amount, payBy, fees, paidBefore, feesBefore }: KeptReinstatement,
  { statements, paid, today }: AccountToReinstate & { today: string },
): boolean {
  if (today > payBy) return false;
  const feesSince = billed(statements.filter(namedIn(fees))).minus(feesBefore);
  return Decimal.of(paid).minus(paidBefore).greaterThanOrEqualTo(feesSince.plus(amount));
}

const zero = Decimal.of(0);
const namedIn =
  (fees: readonly string[]) =>
  ({ kind, state }: { kind: string; state: string }) =>
    fees.includes(kind) && state !== 'VOID';
const billed = (statements: readonly { amount: string }[]): Decimal =>
  statements.reduce((sum, { amount }) => sum.plus(amount), zero);
