import { Decimal } from '../expression/index.js';
import { exactText } from '../money/amount-text.js';

/** The part of a payment that a statement loses. */
export interface TakenBack {
  paymentId: string;
  statementId: string;
  /** More than zero. */
  amount: Decimal;
}

/** The payments less what the bank returned of them. */
export function withoutReturned<Payment extends { id: string; amount: string; reverses?: string | null }>(
  payments: readonly Payment[],
): Payment[] {
  return payments
    .filter(({ reverses }) => !reverses)
    .map((payment) => {
      const returned = payments.filter(({ reverses }) => reverses === payment.id);
      const amount = returned.reduce((left, one) => left.plus(one.amount), Decimal.of(payment.amount));
      return returned.length === 0 ? payment : { ...payment, amount: exactText(amount) };
    });
}

/** Takes an amount, or all there is, off the allocations of payments, the latest due date first. */
export function takeBack(
  most: Decimal,
  allocations: readonly { paymentId: string; statementId: string; amount: string }[],
  /** In the order of their due dates. */
  statements: readonly { id: string }[],
): TakenBack[] {
  let left = most;
  return statements.toReversed().flatMap(({ id }) =>
    allocations
      .filter(({ statementId }) => statementId === id)
      .flatMap(({ paymentId, statementId, amount: allocated }) => {
        const amount = Decimal.min(left, allocated);
        if (!amount.greaterThan(0)) return [];
        left = left.minus(amount);
        return [{ paymentId, statementId, amount }];
      }),
  );
}
