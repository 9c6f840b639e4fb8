import type { Decimal, Value } from '../../expression/index.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { decimalCell } from './cells.js';
import type { Found } from './found.js';
import { decimalOf } from './key-index.js';
import { overlapIssues } from './overlaps.js';
import type { RatingTable } from './table.js';

interface Point {
  at: Decimal;
  row: number;
  answers: readonly (Found | null)[];
  /** The distance to the next point; null for the last. */
  width: Decimal | null;
  /** The rise of each column's answers to the next point. */
  rises: readonly (Decimal | null)[];
}

/** The leaves of an interpolated table: the rows that share their other keys. */
export interface Leaves {
  name: string;
  table: RatingTable;
  /** The authored row of a row. */
  rowOf(row: number): number;
  sets: readonly (readonly number[])[];
  /** By row and column. */
  answers: readonly (readonly (Found | null)[])[];
  issues: PlanIssue[];
}

/** Reads what lies among the rows of a leaf; null beyond them. */
export type Interpolation = (rows: readonly number[], keys: readonly Value[], column: number) => Found | null;

/** Interpolates in the last key: the rows that share their other keys are points in its ascending order. */
export function compileCurves({ name, table, rowOf, sets, answers, issues }: Leaves): Interpolation {
  const last = table.keys.length - 1;
  const curves = new Map<readonly number[], Point[]>();
  for (const rows of sets) {
    const points = rows
      .map((row) => ({ at: decimalCell(table.rows[row]?.[last] ?? null), row, answers: answers[row] ?? [] }))
      .filter((point): point is Located => point.at !== null)
      .sort((a, b) => a.at.comparedTo(b.at));
    const twice = points.filter((point, index) => points[index - 1]?.at.equals(point.at));
    issues.push(
      ...twice.flatMap(({ row, at }) =>
        overlapIssues(name, [[sameAs(points, at), row]], { advice: interpolatedAdvice, rowOf }),
      ),
    );
    curves.set(
      rows,
      points.map((point, index) => ({ ...point, ...wayTo(points[index + 1], point) })),
    );
  }
  return (rows, keys, column) => {
    const curve = curves.get(rows);
    return curve ? pointOn(curve, keys, table, column) : null;
  };
}

type Located = Omit<Point, 'width' | 'rises'>;

const interpolatedAdvice = 'a curve has one row for each number, so separate the other keys';

/** The line from a point to the next. */
function wayTo(next: Located | undefined, { at, answers }: Located): Pick<Point, 'width' | 'rises'> {
  if (!next) return { width: null, rises: [] };
  const rises = answers.map((below, column) => {
    const above = next.answers[column];
    return below && above ? (above.value as Decimal).minus(below.value as Decimal) : null;
  });
  return { width: next.at.minus(at), rises };
}

function sameAs(points: readonly Located[], at: Decimal): number {
  return points.find((point) => point.at.equals(at))?.row ?? 0;
}

/** The answer at a point of a curve, on the straight line between its neighbors; null beyond its ends. */
function pointOn(
  curve: readonly Point[],
  keys: readonly Value[],
  table: RatingTable,
  column: number,
): Found | null {
  const last = table.keys.length - 1;
  const key = table.keys[last];
  const sought = keys[last];
  if (key === undefined || sought === undefined) return null;
  const at = decimalOf(sought, key);
  const low = curve[pointsUpTo(curve, at) - 1];
  const below = low?.answers[column];
  if (!low || !below) return null;
  if (low.at.equals(at)) return below;
  const rise = low.rises[column];
  if (!rise || !low.width) return null;
  // Multiplied first and divided last, so that only one operation rounds.
  const value = (below.value as Decimal).plus(rise.times(at.minus(low.at)).dividedBy(low.width));
  return { value, row: below.row };
}

/** The number of points that are at most `at`. */
function pointsUpTo(curve: readonly Point[], at: Decimal): number {
  let low = 0;
  let high = curve.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = curve[middle];
    if (point?.at.lessThanOrEqualTo(at)) low = middle + 1;
    else high = middle;
  }
  return low;
}
