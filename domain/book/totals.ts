import { Cents } from '../money/cents.js';
import { minorDigits } from '../money/currency.js';
import { amountsOfRows } from './figures.js';
import type { Rows } from './rows.js';

/** The totals of a book's policies of one product, state and currency; amounts are decimal text. */
export interface BookTotal {
  /** The key of the product. */
  product: string;
  /** Of the insured's address; empty if unknown. */
  state: string;
  currency: string;
  policies: number;
  /** Of the policies' current terms. */
  premium: string;
  /** The premium in the ledger, of all terms. */
  written: string;
  /** Bills that were sent and not voided. */
  billed: string;
  /** Payments, less what was returned and refunded. */
  paid: string;
  /** Of all bills, those to come included, less payments. */
  balance: string;
}

const amounts = ['premium', 'written', 'billed', 'paid', 'balance'] as const;
type Sums = Record<(typeof amounts)[number], Cents>;

/** Sums up the policies of a book. */
export class BookTotals {
  readonly #groups = new Map<
    string,
    { of: Pick<BookTotal, 'product' | 'state' | 'currency'>; policies: number; sums: Sums }
  >();

  add(of: Pick<BookTotal, 'product' | 'state' | 'currency'>, rows: Rows): void {
    const key = JSON.stringify([of.product, of.state, of.currency]);
    const group = this.#groups.get(key) ?? { of, policies: 0, sums: noAmounts() };
    const added = amountsOfRows(rows);
    for (const name of amounts) group.sums[name] = group.sums[name].plus(added[name]);
    group.policies += 1;
    this.#groups.set(key, group);
  }

  /** In the order of products, states and currencies. */
  lines(): BookTotal[] {
    const lines = [...this.#groups].sort(([a], [b]) => (a < b ? -1 : 1));
    return lines.map(([, { of, policies, sums }]) => {
      const text = (name: keyof Sums) => sums[name].toAmount(minorDigits(of.currency));
      return {
        product: of.product,
        state: of.state,
        currency: of.currency,
        policies,
        premium: text('premium'),
        written: text('written'),
        billed: text('billed'),
        paid: text('paid'),
        balance: text('balance'),
      };
    });
  }
}

const noAmounts = (): Sums => ({
  premium: Cents.zero,
  written: Cents.zero,
  billed: Cents.zero,
  paid: Cents.zero,
  balance: Cents.zero,
});
