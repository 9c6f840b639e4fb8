import { describe, expect, it } from 'vitest';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { accountFor, accountRoleNames, chartOfAccounts } from '../../../domain/postings/chart-of-accounts.js';
import { lastOfMonth } from '../../../domain/postings/months.js';
import { type DailySum, sumKinds, transactionsOf } from '../../../domain/postings/transactions.js';

const sum = (given: Partial<DailySum>): DailySum => ({
  ...{
    day: '2026-01-15',
    kind: 'WRITTEN',
    currency: 'USD',
    chargeType: null,
    authority: null,
    amount: '365.00',
  },
  ...given,
});
const post = (sums: DailySum[], chart = {}, dateOf = (day: string) => day) =>
  transactionsOf(
    sums.map((each) => ({ sum: each, chart })),
    dateOf,
  );

describe('transactions', () => {
  it.each(sumKinds)('of %s sum to zero', (kind) => {
    const [transaction] = post([sum({ kind, chargeType: 'TAX', authority: 'MA' })]);
    expect(sumOfAmounts(transaction!.postings.map(({ amount }) => amount))).toBe('0.00');
  });

  it('are one for each date, kind and currency, in order', () => {
    const sums = [
      sum({ day: '2026-02-01' }),
      sum({ currency: 'CAD' }),
      sum({ kind: 'BILLED', amount: '100.00' }),
      sum({ amount: '-65.00' }),
      sum({}),
    ];
    const heads = post(sums).map(({ date, kind, currency, postings: [first] }) =>
      [date, kind, currency, first?.amount].join(' '),
    );
    expect(heads).toEqual([
      '2026-01-15 WRITTEN CAD 365.00',
      '2026-01-15 WRITTEN USD 300.00',
      '2026-01-15 BILLED USD 100.00',
      '2026-02-01 WRITTEN USD 365.00',
    ]);
    expect(post(sums, {}, lastOfMonth).map(({ date }) => date)).toEqual([
      ...['2026-01-31', '2026-01-31', '2026-01-31', '2026-02-28'],
    ]);
  });

  it('of taxes and fees have an account for each type and authority', () => {
    const taxes = [
      sum({
        kind: 'TAX_OR_FEE',
        chargeType: 'Premium tax (3 %)',
        authority: 'State of Maine',
        amount: '3.00',
      }),
      sum({ kind: 'TAX_OR_FEE', chargeType: 'POLICY_FEE', amount: '25.00' }),
    ];
    const [transaction] = post(taxes);
    expect(transaction!.postings.map(({ account, amount }) => `${account.name} ${amount}`)).toEqual([
      'Assets:Receivable:Unbilled 28.00',
      'Liabilities:TaxesAndFees:Premium-tax-3:State-of-Maine -3.00',
      'Liabilities:TaxesAndFees:POLICY-FEE -25.00',
    ]);
  });

  it('that come to nothing are none', () => {
    expect(post([sum({}), sum({ amount: '-365.00' })])).toEqual([]);
  });
});

describe('a chart of accounts', () => {
  it('maps each role, and has a default for it', () => {
    const chart = chartOfAccounts.parse({ CASH: { name: 'Assets:Bank:Checking', number: '1010' } });
    expect(accountFor(chart, 'CASH')).toEqual({ name: 'Assets:Bank:Checking', number: '1010' });
    for (const role of accountRoleNames) {
      expect(chartOfAccounts.safeParse({ [role]: accountFor({}, role) }).success, role).toBe(true);
    }
  });

  it.each([
    ['an unknown role', { BANK: { name: 'Assets:Bank' } }],
    ['a root of another kind', { CASH: { name: 'Income:Cash' } }],
    ['no name of Beancount', { CASH: { name: 'Assets:petty cash' } }],
    ['an unknown field', { CASH: { name: 'Assets:Cash', code: '1' } }],
    ['a number with a formula', { CASH: { name: 'Assets:Cash', number: '=1+1' } }],
  ])('does not have %s', (_what, chart) => {
    expect(chartOfAccounts.safeParse(chart).success).toBe(false);
  });
});
