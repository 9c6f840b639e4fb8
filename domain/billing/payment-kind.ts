import { z } from 'zod';

/** A reversal takes back an earlier payment or refund. */
export const paymentKind = z.enum(['RECEIPT', 'REFUND', 'REVERSAL']).meta({ id: 'PaymentKind' });
export type PaymentKind = z.infer<typeof paymentKind>;

/** The kind of a payment: money in, money paid back, or the reversal of either. */
export function paymentKindOf(payment: {
  amount: string;
  reverses: string | null;
  reversesRefund: string | null;
}): PaymentKind {
  if (payment.reverses !== null || payment.reversesRefund !== null) return 'REVERSAL';
  return payment.amount.startsWith('-') ? 'REFUND' : 'RECEIPT';
}

/** How money was paid. */
const paymentMethods = ['ACH', 'CARD', 'CASH', 'CHECK', 'FINANCE', 'WIRE', 'OTHER'] as const;
export const paymentMethod = z
  .enum(paymentMethods, `must be one of ${paymentMethods.join(', ')}`)
  .meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.infer<typeof paymentMethod>;
