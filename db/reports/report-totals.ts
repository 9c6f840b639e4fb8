import { Cents } from '../../domain/money/cents.js';
import type { ReportLabel, ReportRow } from './reports.js';

/** The sums of a report's figures in each currency. */
export class ReportTotals {
  readonly #labels: readonly ReportLabel[];
  readonly #figures: readonly string[];
  readonly #sums = new Map<string, bigint[]>();

  constructor({ labels, figures }: { labels: readonly ReportLabel[]; figures: readonly string[] }) {
    this.#labels = labels;
    this.#figures = figures;
  }

  /** Adds rows as the database prints them: their amounts have two decimals. */
  add(rows: readonly ReportRow[]): void {
    for (const row of rows) {
      const sums = this.#sumsOf(String(row.currency));
      for (const [index, figure] of this.#figures.entries()) {
        sums[index] = (sums[index] ?? 0n) + BigInt(String(row[figure]).replace('.', ''));
      }
    }
  }

  /** A total for each currency, in their order; all other labels are null. */
  rows(): ReportRow[] {
    return [...this.#sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sums]) => ({
        ...Object.fromEntries(this.#labels.map((label) => [label, null])),
        currency,
        ...Object.fromEntries(
          this.#figures.map((figure, index) => [figure, Cents.whole(sums[index] ?? 0n).toAmount()]),
        ),
      }));
  }

  #sumsOf(currency: string): bigint[] {
    const known = this.#sums.get(currency);
    if (known !== undefined) return known;
    const added: bigint[] = [];
    this.#sums.set(currency, added);
    return added;
  }
}
