import { centsOf } from './days.js';
import type { Seen, SeenStatement } from './seen.js';
import { product } from './steps.js';

/** What has to be paid to reinstate a policy that was canceled for non-payment. */
export interface Arrears {
  /** The day from which it was canceled. */
  on: number;
  amount: bigint;
  /** The cash held, and the fees to pay that were billed, before the cancellation. */
  cash: bigint;
  fees: bigint;
}

/** The arrears of a policy that is canceled from a day, by what it shows before; null if nothing is due. */
export function arrearsOf(before: Seen, on: number): Arrears | null {
  const charges = before.statements.filter(({ amount }) => centsOf(amount) > 0n);
  const inState = (wanted: string) => charges.filter(({ state }) => state === wanted);
  const [late, due] = [inState('PAST_DUE'), inState('DUE')];
  const unpaid = late.length > 0 ? late : due;
  const fees = [...late, ...due].filter((each) => isToPay(each) && !unpaid.includes(each));
  if (unpaid.length === 0) return null;
  const amount = sum([...unpaid, ...fees].map((each) => centsOf(each.amount) - centsOf(each.paidAmount)));
  return { on, amount, cash: cashOf(before), fees: feesOf(before) };
}

/** What is still to be paid of them. */
export function stillToPay({ amount, cash, fees }: Arrears, seen: Seen): bigint {
  return amount + feesOf(seen) - fees - (cashOf(seen) - cash);
}

/** Whether a day is one of those within which they can be paid. */
export const isInTime = ({ on }: Arrears, day: number): boolean =>
  day <= on + product.reinstatementByPayment.days;

const isToPay = ({ kind }: SeenStatement): boolean =>
  product.reinstatementByPayment.fees.some((fee) => fee === kind);
const feesOf = ({ statements }: Seen): bigint =>
  sum(statements.filter(isToPay).map(({ amount }) => centsOf(amount)));
const cashOf = ({ payments }: Seen): bigint => sum(payments.map(centsOf));
const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);
