/** A reversal takes back an earlier payment or refund. */
export const paymentKinds = ['RECEIPT', 'REFUND', 'REVERSAL'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

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
export const paymentMethods = ['ACH', 'CARD', 'CASH', 'CHECK', 'FINANCE', 'WIRE', 'OTHER'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
