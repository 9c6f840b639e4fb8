import { Decimal } from '../expression/index.js';
import type { Objection } from '../ground/objection.js';
import { exactText } from '../money/amount-text.js';

/** A payment that the bank returns; amounts are decimal text. */
export interface ReturnedPayment {
  reference: string;
  /** Negative for a refund. */
  amount: string;
  /** Refunded through its provider, or being refunded. */
  refunded: string;
  /** Returned earlier; null if it was not. */
  returned: string | null;
}

/** The amount to take back, `null` if it was taken back before; or the objection. */
export function amountReturned(
  { reference, amount, refunded, returned }: ReturnedPayment,
  asked: string | undefined,
): { amount: string | null } | Objection {
  if (!Decimal.of(amount).greaterThan(0)) {
    return { reason: `the reference ${reference} is not of a payment that was received`, field: 'reference' };
  }
  if (returned !== null) {
    if (asked === undefined || Decimal.of(asked).equals(returned)) return { amount: null };
    return { reason: `${returned} of the payment was returned before`, field: 'amount' };
  }
  const most = Decimal.of(amount).minus(refunded);
  if (most.isZero()) return { reason: 'the payment was refunded in full', field: 'reference' };
  if (asked === undefined) return { amount: exactText(most) };
  if (most.greaterThanOrEqualTo(asked)) return { amount: asked };
  const less = Decimal.of(refunded).isZero() ? '' : `, less ${refunded} that was refunded`;
  return { reason: `the payment was ${amount}${less}: write ${exactText(most)} or less`, field: 'amount' };
}
