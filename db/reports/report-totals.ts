import { Cents } from '../../domain/money/cents.js';
import { minorDigits } from '../../domain/money/currency.js';
import { exposurePlaces } from '../../domain/policy/exposure-setting.js';
import type { ReportLabel } from './report-groupings.js';
import { kindOfFigure, placesInTotal, type ReportRow, shareInTotal } from './reports.js';

/** What rows of a currency add up to. */
interface Sums {
  /** By figure, without a decimal point; absent where no row has the figure. */
  amounts: Map<string, bigint>;
  /** What their exposure is of: null for a row in which products count differently. */
  exposureNames: Set<string | null>;
}

/** The sums of a report's figures in each currency. */
export class ReportTotals {
  readonly #sums = new Map<string, Sums>();

  constructor(private readonly uses: { labels: readonly ReportLabel[]; figures: readonly string[] }) {}

  /** Adds rows whose amounts have the decimals of their currency; counts and exposure have their share in the total. */
  add(rows: readonly ReportRow[]): void {
    for (const row of rows) {
      const { amounts, exposureNames } = this.#sumsOf(String(row.currency));
      for (const figure of this.uses.figures) {
        const kind = kindOfFigure(figure);
        const added = kind === 'MONEY' ? row[figure] : row[shareInTotal(figure)];
        if (kind === 'TEXT' || added === null || added === undefined) continue;
        amounts.set(figure, (amounts.get(figure) ?? 0n) + BigInt(String(added).replace('.', '')));
        if (kind === 'EXPOSURE')
          exposureNames.add(row.exposureName === null ? null : String(row.exposureName));
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
        ...Object.fromEntries(this.uses.figures.map((figure) => [figure, textOf(figure, sums, currency)])),
      }));
  }

  #sumsOf(currency: string): Sums {
    const known = this.#sums.get(currency);
    if (known !== undefined) return known;
    const added: Sums = { amounts: new Map(), exposureNames: new Set() };
    this.#sums.set(currency, added);
    return added;
  }
}

function textOf(figure: string, { amounts, exposureNames }: Sums, currency: string): string | null {
  const [name = null, ...others] = exposureNames;
  const isOfOneName = name !== null && others.length === 0;
  const sum = amounts.get(figure) ?? 0n;
  const digits = minorDigits(currency);
  switch (kindOfFigure(figure)) {
    case 'MONEY':
      return Cents.ofUnits(sum, digits).toAmount(digits);
    case 'COUNT':
      return String(sum);
    case 'EXPOSURE':
      return isOfOneName ? roundedExposure(sum) : null;
    case 'TEXT':
      return isOfOneName ? name : null;
  }
}

/** An exact sum as a row shows it, half away from zero. */
function roundedExposure(sum: bigint): string {
  const unit = 10n ** BigInt(placesInTotal - exposurePlaces);
  const size = sum < 0n ? -sum : sum;
  const digits = String((2n * size + unit) / (2n * unit)).padStart(exposurePlaces + 1, '0');
  const text = `${digits.slice(0, -exposurePlaces)}.${digits.slice(-exposurePlaces)}`;
  return sum < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}
