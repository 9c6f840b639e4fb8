import type { RatingTable } from '../../../../domain/rating/tables/table.js';
import { Exact } from './exact.js';
import { exact, isCalendarDate, type Known, Refusal, yesOrNo } from './value.js';

type Key = RatingTable['keys'][number];
type Row = RatingTable['rows'][number];
type Cell = Row[number];

/** Reads the table from its first row to its last. */
export function lookUp(written: RatingTable, keys: Record<string, Known>, column: string | undefined): Known {
  const table = asList(written);
  const sought = table.keys.map((key) => typed(keys[key.name] ?? '', key));
  const place = column === undefined ? 0 : table.columns.findIndex(({ name }) => name === column);
  const answer = table.keys.length + place;
  if (table.graduated) return graduated(table, sought, answer);
  if (table.interpolate === 'bilinear') return betweenFour(table, sought, answer);
  if (table.interpolate) return interpolated(table, sought, answer);
  const [row] = fitting(table, table.keys, sought);
  if (!row) throw new Refusal('NO_TABLE_ROW');
  return answerOf(row[answer] ?? '', table.columns[place]?.type ?? 'number');
}

/** A grid cell by cell. */
function asList(table: RatingTable): RatingTable {
  const { across } = table;
  if (!across) return table;
  const heads = table.keys.length - 1;
  const rows: Row[] = [];
  for (const row of table.rows) {
    across.forEach((cell, at) => {
      rows.push([...row.slice(0, heads), cell, row[heads + at] ?? '']);
    });
  }
  return { ...table, rows };
}

/** Along the last key first, in the rows below and above; then between the two. */
function betweenFour(table: RatingTable, sought: readonly Known[], answer: number): Known {
  const place = table.keys.length - 2;
  const at = exact(sought[place] ?? '');
  const cellOf = (row: Row) => Exact.ofText(String(row[place]));
  const rows = fitting(table, table.keys.slice(0, place), sought);
  const lines = [...new Set(rows.map((row) => String(row[place])))].map((x) => ({
    x: Exact.ofText(x),
    rows: rows.filter((row) => cellOf(row).order(Exact.ofText(x)) === 0),
  }));
  const along = ({ x, rows: of }: (typeof lines)[number]) =>
    exact(interpolated({ ...table, rows: of }, sought.with(place, x), answer));
  const below = lines
    .filter(({ x }) => x.order(at) <= 0)
    .sort((a, b) => a.x.order(b.x))
    .at(-1);
  const above = lines.filter(({ x }) => x.order(at) >= 0).sort((a, b) => a.x.order(b.x))[0];
  if (!below || !above) throw new Refusal('NO_TABLE_ROW');
  const [low, high] = [along(below), along(above)];
  if (below.x.order(above.x) === 0) return low;
  const share = at.minus(below.x).dividedBy(above.x.minus(below.x));
  return low.plus(high.minus(low).times(share));
}

/** The rows that match; of those, the ones with the fewest `otherwise`. */
function fitting({ rows }: RatingTable, keys: readonly Key[], sought: readonly Known[]): Row[] {
  const all = rows.filter((row) => keys.every((key, at) => fits(key, row[at], sought[at] ?? '')));
  const matching = keys.reduce(
    (left, { match }, at) => (match === 'upTo' ? lowest(left, keys, at) : left),
    all,
  );
  const replacing = (row: Row) => keys.filter((_, at) => row[at] === 'otherwise').length;
  const fewest = Math.min(...matching.map(replacing));
  return matching.filter((row) => replacing(row) === fewest);
}

/** Of the rows whose upper ends lie above, those with the lowest among rows that are alike otherwise. */
function lowest(rows: readonly Row[], keys: readonly Key[], at: number): Row[] {
  const others = keys.flatMap(({ match }, place) => (match !== 'upTo' || place < at ? [place] : []));
  const end = (row: Row) => (row[at] === '*' ? null : Exact.ofText(String(row[at])));
  return rows.filter((row) =>
    rows.every((other) => {
      const isAlike = others.every((place) => String(row[place]) === String(other[place]));
      if (!isAlike || other[at] === 'otherwise' || row[at] === 'otherwise') return true;
      const [mine, theirs] = [end(row), end(other)];
      return theirs === null || (mine !== null && mine.order(theirs) <= 0);
    }),
  );
}

function typed(value: Known, { type }: Key): Known {
  switch (type) {
    case 'number':
      return exact(value);
    case 'boolean': {
      const truth = typeof value === 'string' ? yesOrNo(value) : value;
      if (typeof truth !== 'boolean') throw new Refusal('TYPE_MISMATCH');
      return truth;
    }
    case 'date':
      if (typeof value !== 'string' || !isCalendarDate(value)) throw new Refusal('TYPE_MISMATCH');
      return value;
    case 'text':
      return String(value);
  }
}

function fits(key: Key, cell: Cell | undefined, sought: Known): boolean {
  if (cell === '*' || cell === 'otherwise') return true;
  if (key.match === 'exact') {
    if (Array.isArray(cell)) return cell.some((one) => fits(key, one ?? '', sought));
    return sought instanceof Exact
      ? sought.order(Exact.ofText(String(cell))) === 0
      : String(sought) === String(cell);
  }
  if (key.match === 'upTo') return isUnder(key, cell, sought);
  if (!Array.isArray(cell)) return false;
  const [from = null, to = null] = cell;
  if (sought instanceof Exact) {
    const least = key.from === 'excluded' ? 1 : 0;
    const after = from === null || sought.order(Exact.ofText(String(from))) >= least;
    const limit = key.to === 'included' ? 1 : 0;
    return after && (to === null || sought.order(Exact.ofText(String(to))) < limit);
  }
  return isWithinDates(key, String(sought), from, to);
}

function isWithinDates(
  { to: end }: Key,
  date: string,
  from: string | number | null,
  to: string | number | null,
) {
  const isBefore = to === null || date < String(to) || (date === String(to) && end === 'included');
  return (from === null || date >= String(from)) && isBefore;
}

function isUnder({ to }: Key, cell: Cell | undefined, sought: Known): boolean {
  const under = exact(sought).order(Exact.ofText(String(cell)));
  return to === 'excluded' ? under < 0 : under <= 0;
}

function answerOf(cell: Cell, type: string): Known {
  if (type === 'number') return Exact.ofText(String(cell));
  return type === 'boolean' ? String(cell) === 'true' : String(cell);
}

/** Band by band: what of the number lies in it, at its rate. */
function graduated(table: RatingTable, sought: readonly Known[], answer: number): Known {
  const last = table.keys.length - 1;
  const amount = exact(sought[last] ?? '');
  const zero = Exact.of(0);
  const [row] = fitting(table, table.keys, sought);
  if (!row || amount.order(zero) < 0) throw new Refusal('NO_TABLE_ROW');
  const isOfBand = (other: Row) => row.slice(0, last).every((cell, at) => String(cell) === String(other[at]));
  const total = table.rows.filter(isOfBand).reduce(
    ({ sum, from }, other) => {
      const end = other[last] === '*' ? amount : Exact.ofText(String(other[last]));
      const to = end.order(amount) < 0 ? end : amount;
      const part = to.order(from) > 0 ? to.minus(from) : zero;
      return { sum: sum.plus(part.times(Exact.ofText(String(other[answer])))), from: end };
    },
    { sum: zero, from: zero },
  );
  return total.sum.dividedBy(Exact.ofText(String(table.graduated?.per)));
}

/** On the straight line between the nearest row at or below and the nearest above. */
function interpolated(table: RatingTable, sought: readonly Known[], answer: number): Known {
  const last = table.keys.length - 1;
  const at = exact(sought[last] ?? '');
  const points = fitting(table, table.keys.slice(0, last), sought)
    .map((row) => ({ x: Exact.ofText(String(row[last])), y: Exact.ofText(String(row[answer])) }))
    .sort((a, b) => a.x.order(b.x));
  const hit = points.find(({ x }) => x.order(at) === 0);
  if (hit) return hit.y;
  const below = points.filter(({ x }) => x.order(at) < 0).at(-1);
  const above = points.find(({ x }) => x.order(at) > 0);
  if (!below || !above) throw new Refusal('NO_TABLE_ROW');
  const slope = above.y.minus(below.y).dividedBy(above.x.minus(below.x));
  return below.y.plus(slope.times(at.minus(below.x)));
}
