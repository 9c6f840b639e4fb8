import { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { decimalCell } from './cells.js';
import { bandsOf } from './laid-out.js';
import type { RatingTable } from './table.js';

/** A row of a graduated table: what the bands below come to, and the rate of what lies over its lower end. */
export interface Band {
  over: Decimal;
  /** By column. */
  bases: readonly Decimal[];
  rates: readonly Decimal[];
}

/** The bands of a sound graduated table, by row; each begins where the one before ends, the first one at zero. */
export function graduation(table: RatingTable): Band[] {
  const last = table.keys.length - 1;
  const per = perOf(table);
  const bands: Band[] = [];
  for (const rows of bandsOf(table, last)) {
    let over = zero;
    let bases = table.columns.map(() => zero);
    for (const row of rows) {
      const cells = table.rows[row] ?? [];
      const rates = table.columns.map((_, column) => decimalCell(cells[last + 1 + column] ?? 0) ?? zero);
      bands[row] = { over, bases, rates };
      const end = decimalCell(cells[last] ?? null);
      if (end === null) break;
      const width = end.minus(over);
      bases = bases.map((base, column) => base.plus(width.times(rates[column] ?? zero).dividedBy(per)));
      over = end;
    }
  }
  return bands;
}

/** The number of units for which a rate is. */
export function perOf({ graduated }: RatingTable): Decimal {
  return Decimal.of(graduated?.per ?? 1);
}

/** What an amount in a band comes to: its base, and the rate on the rest. */
export function graduatedAmount(
  { over, bases, rates }: Band,
  column: number,
  amount: Decimal,
  per: Decimal,
): Decimal {
  const rest = amount.minus(over).times(rates[column] ?? zero);
  return (bases[column] ?? zero).plus(rest.dividedBy(per));
}
