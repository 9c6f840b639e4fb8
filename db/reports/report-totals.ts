import { Cents } from '../../domain/money/cents.js';
import type { ReportLabel, ReportRow } from './reports.js';

/** The sums of a report's figures in each currency. */
export class ReportTotals {
  readonly #labels: readonly ReportLabel[];
  readonly #figures: readonly string[];
  readonly #sums = new Map<string, Cents[]>();

  constructor({ labels, figures }: { labels: readonly ReportLabel[]; figures: readonly string[] }) {
    this.#labels = labels;
    this.#figures = figures;
  }

  add(row: ReportRow): void {
    const currency = String(row.currency);
    const sums = this.#sums.get(currency) ?? this.#figures.map(() => Cents.zero);
    this.#sums.set(
      currency,
      sums.map((sum, index) => sum.plus(Cents.of(String(row[this.#figures[index] ?? ''])))),
    );
  }

  /** A total for each currency, in their order; all other labels are null. */
  rows(): ReportRow[] {
    return [...this.#sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sums]) => ({
        ...Object.fromEntries(this.#labels.map((label) => [label, null])),
        currency,
        ...Object.fromEntries(
          this.#figures.map((figure, index) => [figure, sums[index]?.toAmount() ?? null]),
        ),
      }));
  }
}
