import { type Account, type AccountStatement, settle } from '../billing/account.js';
import { type Standing, standingOf } from '../billing/payment-status.js';
import type { BusinessTime } from '../ground/business-time.js';
import { laterOf } from '../ground/calendar.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import type { ReadChange } from './changes.js';
import { idInBook, premiumOfChange } from './priced-changes.js';
import type { BookPayment, BookPolicy, BookStatement } from './records.js';

/** A policy's statements and payments, settled as this service settles them. */
export interface ReadAccount {
  statements: (AccountStatement & {
    given: BookStatement;
    termNumber: number;
    billedOn: string | null;
    /** Of its amount, besides a fee for the installment. */
    parts: { premium: string; taxesAndFees: string };
  })[];
  payments: { id: string; given: BookPayment; amount: string; receivedAt: Date; reference: string }[];
  allocations: Account['allocations'];
  standing: Standing;
}

/** The account of a policy of another system. */
export function readAccount(
  record: BookPolicy,
  { policyId, changes, now }: { policyId: string; changes: readonly ReadChange[]; now: BusinessTime },
): ReadAccount {
  const numbers = new Map<number, number>();
  const taxes = taxesByKind(changes);
  const statements = (record.statements ?? statementsOf(changes, now)).map((given) => {
    const number = (numbers.get(given.term) ?? 0) + 1;
    numbers.set(given.term, number);
    const isBilled = (given.billedOn ?? given.dueDate) <= now.today;
    return {
      id: idInBook(policyId, 'statement', String(given.term), String(number)),
      given,
      termNumber: given.term,
      number,
      dueDate: given.dueDate,
      amount: given.amount,
      paidAmount: '0.00',
      billedOn: isBilled ? (given.billedOn ?? given.dueDate) : null,
      parts: partsOf(given, taxes),
      state: isBilled ? ('DUE' as const) : ('SCHEDULED' as const),
    };
  });
  const payments = record.payments.map((given, index) => {
    const reference = given.reference ?? given.id ?? `payment ${index + 1}`;
    const id = idInBook(policyId, 'payment', String(index + 1));
    return { id, given, amount: given.amount, receivedAt: receivedAtOf(given, now), reference };
  });
  // Numbers order statements of one day; those of terms begin anew.
  const numbered = statements.map((each, index) => ({ ...each, number: index + 1 }));
  const { added, statements: settled } = settle({ statements: numbered, payments, allocations: [] });
  const after = new Map(settled.map((each) => [each.id, each]));
  const current = statements.map((each) => {
    const { state = each.state, paidAmount = each.paidAmount } = after.get(each.id) ?? {};
    const isPastDue = state === 'DUE' && each.dueDate < now.today && Number(each.amount) > 0;
    return { ...each, paidAmount, state: isPastDue ? ('PAST_DUE' as const) : state };
  });
  return {
    statements: current,
    payments,
    allocations: added,
    standing: standingOf(current, payments, now.today),
  };
}

/** When money was received: by the beginning of the day of the payment, if only that is known. */
export function receivedAtOf({ receivedAt, paidOn }: BookPayment, now: BusinessTime): Date {
  return receivedAt === undefined ? now.startOf(paidOn ?? now.today) : new Date(receivedAt);
}

/** Where none are given: what each change charges or returns, due on its day. */
function statementsOf(changes: readonly ReadChange[], now: BusinessTime): BookStatement[] {
  return changes.flatMap(({ given, change, termNumber }) => {
    const amount = sumOfAmounts([premiumOfChange(given), ...given.taxesAndFees.map((each) => each.amount)]);
    if (Number(amount) === 0) return [];
    const dueDate = laterOf(given.effectiveDate, now.dayOf(change.recordedAt));
    return [{ term: termNumber, kind: kinds[given.kind] ?? 'ENDORSEMENT', dueDate, amount }];
  });
}

const kinds: { readonly [kind in BookPolicy['changes'][number]['kind']]?: BookStatement['kind'] } = {
  ISSUE: 'INSTALMENT',
  RENEW: 'INSTALMENT',
  TRUE_UP: 'TRUE_UP',
  CANCEL: 'CANCELLATION',
  REINSTATE: 'REINSTATEMENT',
};

/** The taxes and fees that changes charge, by term and the kind of their statements. */
function taxesByKind(changes: readonly ReadChange[]): Map<string, Cents> {
  const taxes = new Map<string, Cents>();
  for (const { given, termNumber } of changes) {
    const key = `${termNumber} ${kinds[given.kind] ?? 'ENDORSEMENT'}`;
    const own = Cents.of(sumOfAmounts(given.taxesAndFees.map(({ amount }) => amount)));
    taxes.set(key, (taxes.get(key) ?? Cents.zero).plus(own));
  }
  return taxes;
}

/** The parts of a statement: taxes and fees are due first. */
function partsOf({ term, kind, amount, installmentFee = '0' }: BookStatement, taxes: Map<string, Cents>) {
  const key = `${term} ${kind}`;
  const left = taxes.get(key) ?? Cents.zero;
  const billed = Cents.of(amount).minus(Cents.of(installmentFee));
  const isWhole = left.isLessThan(Cents.zero) || left.isLessThan(billed);
  const taxesAndFees = isWhole ? left : billed.isLessThan(Cents.zero) ? Cents.zero : billed;
  taxes.set(key, left.minus(taxesAndFees));
  return { premium: billed.minus(taxesAndFees).toText(), taxesAndFees: taxesAndFees.toText() };
}

/** What a term's statements differ from what its changes charge; zero if they add up. */
export function differenceOfTerm(
  { statements = [] }: BookPolicy,
  changes: readonly ReadChange[],
  term: number,
): Cents {
  const own = statements.filter((each) => each.term === term);
  const billed = sumOfAmounts(own.map(({ amount }) => amount));
  const fees = sumOfAmounts(own.map(({ installmentFee = '0' }) => installmentFee));
  const charged = changes
    .filter(({ termNumber }) => termNumber === term)
    .flatMap(({ given }) => [premiumOfChange(given), ...given.taxesAndFees.map(({ amount }) => amount)]);
  return Cents.of(billed)
    .minus(Cents.of(fees))
    .minus(Cents.of(sumOfAmounts(charged)));
}
