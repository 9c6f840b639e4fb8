import { Cents } from '../../domain/money/cents.js';
import type { ReportLabel } from './report-groupings.js';
import { isCount, type ReportRow, shareInTotal } from './reports.js';

/** The sums of a report's figures in each currency. */
export class ReportTotals {
  readonly #sums = new Map<string, bigint[]>();

  constructor(private readonly uses: { labels: readonly ReportLabel[]; figures: readonly string[] }) {}

  /** Adds rows as the database prints them: their amounts have two decimals, and counts have their share in the total. */
  add(rows: readonly ReportRow[]): void {
    for (const row of rows) {
      const sums = this.#sumsOf(String(row.currency));
      for (const [index, figure] of this.uses.figures.entries()) {
        const added = isCount(figure) ? row[shareInTotal(figure)] : row[figure];
        sums[index] = (sums[index] ?? 0n) + BigInt(String(added).replace('.', ''));
      }
    }
  }

  /** A total for each currency, in their order; all other labels are null. */
  rows(): ReportRow[] {
    return [...this.#sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sums]) => ({
        ...Object.fromEntries(this.uses.labels.map((label) => [label, null])),
        currency,
        ...Object.fromEntries(
          this.uses.figures.map((figure, index) => [figure, textOf(figure, sums[index] ?? 0n)]),
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

function textOf(figure: string, sum: bigint): string {
  return isCount(figure) ? String(sum) : Cents.whole(sum).toAmount();
}
