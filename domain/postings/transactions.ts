import { Cents } from '../money/cents.js';
import {
  type AccountRole,
  accountFor,
  type ChartOfAccounts,
  type NamedAccount,
} from './chart-of-accounts.js';

/** What a sum of a day is of. Those from `BILLED` on are what `account_journal` has, with the sign that they have there. */
export type SumKind = keyof typeof rules;

/** What was recorded on a day, in one currency and, of taxes and fees, one type and authority. */
export interface DailySum {
  /** `YYYY-MM-DD` */
  day: string;
  kind: SumKind;
  currency: string;
  chargeType: string | null;
  authority: string | null;
  /** Decimal text. */
  amount: string;
}

/** An amount on an account: above zero is a debit, below zero a credit. */
export interface Posting {
  account: NamedAccount;
  /** Decimal text. */
  amount: string;
}

/** Postings that sum to zero. */
export interface Transaction {
  date: string;
  kind: SumKind;
  description: string;
  currency: string;
  postings: Posting[];
}

interface Rule {
  description: string;
  /** Accounts that take the amount, and those that take it with the opposite sign. */
  debit: readonly AccountRole[];
  credit: readonly AccountRole[];
}

const rules = {
  WRITTEN: {
    description: 'Premium written',
    debit: ['UNBILLED', 'DEFERRED_PREMIUM'],
    credit: ['WRITTEN_PREMIUM', 'UNEARNED_PREMIUM'],
  },
  COMMISSION: {
    description: 'Commissions of sellers',
    debit: ['COMMISSION_EXPENSE'],
    credit: ['COMMISSION_PAYABLE'],
  },
  // What a seller has collected is cash that it owes.
  COLLECTED_BY_SELLER: {
    description: 'Premium collected by sellers',
    debit: ['COMMISSION_PAYABLE'],
    credit: ['CASH'],
  },
  EARNED: { description: 'Premium earned', debit: ['UNEARNED_PREMIUM'], credit: ['EARNED_PREMIUM'] },
  TAX_OR_FEE: { description: 'Taxes and fees', debit: ['UNBILLED'], credit: ['TAXES_AND_FEES_PAYABLE'] },
  LATE_FEE: { description: 'Late fees', debit: ['UNBILLED'], credit: ['LATE_FEES'] },
  NSF_FEE: { description: 'Fees for returned payments', debit: ['UNBILLED'], credit: ['NSF_FEES'] },
  INSTALLMENT_FEE: { description: 'Installment fees', debit: ['UNBILLED'], credit: ['INSTALLMENT_FEES'] },
  // Written off as an amount below zero.
  WRITE_OFF: { description: 'Shortfalls written off', debit: ['UNBILLED'], credit: ['WRITE_OFF'] },
  BILLED: { description: 'Statements billed', debit: ['RECEIVABLE'], credit: ['UNBILLED'] },
  RECEIVED: { description: 'Payments received', debit: ['CASH'], credit: ['RECEIVABLE'] },
  HELD: { description: 'Payments before issue', debit: ['CASH'], credit: ['SUSPENSE'] },
  APPLIED: {
    description: 'Payments applied to issued policies',
    debit: ['SUSPENSE'],
    credit: ['RECEIVABLE'],
  },
  RETURNED: { description: 'Payments returned by the bank', debit: ['CASH'], credit: ['RECEIVABLE'] },
  REFUND_PLANNED: { description: 'Refunds decided', debit: ['RECEIVABLE'], credit: ['REFUNDS_PAYABLE'] },
  REFUND_PAID: { description: 'Refunds paid', debit: ['CASH'], credit: ['REFUNDS_PAYABLE'] },
  REFUNDED: { description: 'Refunds made elsewhere', debit: ['CASH'], credit: ['RECEIVABLE'] },
  REFUND_RETURNED: {
    description: 'Refunds that came back',
    debit: ['CASH'],
    credit: ['RECEIVABLE'],
  },
} as const satisfies Record<string, Rule>;

export const sumKinds = Object.keys(rules) as [SumKind, ...SumKind[]];

/** A sum, and the chart of accounts that it is posted by. */
export interface SumToPost {
  sum: DailySum;
  chart: ChartOfAccounts;
}

/**
 * The transactions of sums, in the order of their days and kinds: one for each date, kind and currency.
 * @param dateOf the date of a day's transactions: the day, or the last day of its month.
 */
export function transactionsOf(sums: readonly SumToPost[], dateOf: (day: string) => string): Transaction[] {
  const groups = new Map<string, { date: string; sums: SumToPost[] }>();
  for (const each of sums) {
    const { day, kind, currency } = each.sum;
    const date = dateOf(day);
    const key = [date, String(sumKinds.indexOf(kind)).padStart(2, '0'), currency].join(' ');
    const group = groups.get(key);
    if (group) group.sums.push(each);
    else groups.set(key, { date, sums: [each] });
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { date, sums: ofGroup }]) => transactionOf(date, ofGroup));
}

function transactionOf(date: string, sums: readonly SumToPost[]): Transaction[] {
  const [first] = sums;
  if (first === undefined) return [];
  const { kind, currency } = first.sum;
  const { description, debit, credit } = rules[kind];
  const amounts = new Map<string, { account: NamedAccount; amount: Cents }>();
  const add = (account: NamedAccount, amount: Cents) => {
    const before = amounts.get(account.name)?.amount ?? Cents.zero;
    amounts.set(account.name, { account, amount: before.plus(amount) });
  };
  for (const { sum, chart } of sums) {
    const amount = Cents.of(sum.amount);
    for (const role of debit) add(accountFor(chart, role), amount);
    for (const role of credit) add(accountFor(chart, role, partsOf(role, sum)), amount.negated());
  }
  const postings = [...amounts.values()]
    .filter(({ amount }) => !amount.isZero())
    .map(({ account, amount }) => ({ account, amount: amount.toText() }));
  return postings.length === 0 ? [] : [{ date, kind, description, currency, postings }];
}

function partsOf(role: AccountRole, { chargeType, authority }: DailySum): (string | null)[] {
  return role === 'TAXES_AND_FEES_PAYABLE' ? [chargeType, authority] : [];
}
