import { Decimal, type Value } from '../../expression/index.js';
import { decimalCell } from './cells.js';
import type { Found } from './found.js';
import type { Interpolation, Leaves } from './interpolation.js';
import { decimalOf } from './key-index.js';
import { overlapIssues } from './overlaps.js';

/** A grid of answers over two ascending axes, by place on the first axis, then on the second. */
interface Surface {
  x: readonly Decimal[];
  y: readonly Decimal[];
  rows: readonly (readonly (readonly (Found | null)[])[])[];
}

/** Interpolates in the last two keys: each number of one has a row for each number of the other. */
export function compileSurfaces({ name, table, rowOf, sets, answers, issues }: Leaves): Interpolation {
  const place = table.keys.length - 2;
  const cellOf = (row: number, axis: number) => decimalCell(table.rows[row]?.[place + axis] ?? null);
  const surfaces = new Map<readonly number[], Surface>();
  for (const set of sets) {
    const [x, y] = [0, 1].map((axis) => ascending(set.flatMap((row) => cellOf(row, axis) ?? [])));
    if (!x || !y) continue;
    const at = new Map<string, number>();
    for (const row of set) {
      const point = `${cellOf(row, 0)} ${cellOf(row, 1)}`;
      const same = at.get(point);
      if (same === undefined) at.set(point, row);
      else issues.push(...overlapIssues(name, [[same, row]], { advice, rowOf }));
    }
    const holes = x.flatMap((a) => y.flatMap((b) => (at.has(`${a} ${b}`) ? [] : [`${a} and ${b}`])));
    if (holes.length > 0) {
      const keys = table.keys.slice(-2).map((key) => `"${key.name}"`);
      const more = holes.length > 1 ? `, and ${holes.length - 1} more` : '';
      const message = `interpolates on ${keys.join(' and ')}, but has no row for ${holes[0]}${more}: write a row for each pair`;
      issues.push({ path: `tables.${name}`, message });
    }
    surfaces.set(set, { x, y, rows: x.map((a) => y.map((b) => answers[at.get(`${a} ${b}`) ?? -1] ?? [])) });
  }
  return (set, keys, column) => {
    const surface = surfaces.get(set);
    const [a, b] = [keys.at(-2), keys.at(-1)];
    const [keyX, keyY] = table.keys.slice(-2);
    if (!surface || a === undefined || b === undefined || !keyX || !keyY) return null;
    return pointOn(surface, decimalOf(a, keyX), decimalOf(b, keyY), column);
  };
}

const advice = 'each pair of numbers has one row, so separate the other keys';

/** Between four rows, in proportion to the distances from them; null beyond the ends of an axis. */
function pointOn({ x, y, rows }: Surface, a: Decimal, b: Decimal, column: number): Found | null {
  const [i, j] = [stretchOf(x, a), stretchOf(y, b)];
  const corner = (right: number, up: number) => rows[i + right]?.[j + up]?.[column];
  const low = corner(0, 0);
  if (i === -1 || j === -1 || !low) return null;
  const [alongX, alongY] = [part(x, i, a), part(y, j, b)];
  let sum = Decimal.of(0);
  for (const right of [0, 1]) {
    for (const up of [0, 1]) {
      const weight = (right ? alongX.over : alongX.rest).times(up ? alongY.over : alongY.rest);
      if (weight.isZero()) continue;
      const found = corner(right, up);
      if (!found) return null;
      sum = sum.plus(weight.times(found.value as Decimal));
    }
  }
  // Divided last, so that only one operation rounds.
  return { value: sum.dividedBy(alongX.width.times(alongY.width)) as Value, row: low.row };
}

/** Where a number lies from one number of an axis to the next: on the first one, the width is 1. */
function part(
  axis: readonly Decimal[],
  place: number,
  at: Decimal,
): { over: Decimal; rest: Decimal; width: Decimal } {
  const [from = at, to] = [axis[place], axis[place + 1]];
  const over = at.minus(from);
  if (over.isZero() || !to) return { over: Decimal.of(0), rest: Decimal.of(1), width: Decimal.of(1) };
  const width = to.minus(from);
  return { over, rest: width.minus(over), width };
}

/** The place of the greatest number of an axis that is at most `at`; -1 beyond its ends. */
function stretchOf(axis: readonly Decimal[], at: Decimal): number {
  const last = axis.at(-1);
  if (!last || at.greaterThan(last)) return -1;
  return axis.findLastIndex((number) => number.lessThanOrEqualTo(at));
}

function ascending(numbers: readonly Decimal[]): Decimal[] {
  const sorted = numbers.toSorted((a, b) => a.comparedTo(b));
  return sorted.filter((number, index) => !sorted[index - 1]?.equals(number));
}
