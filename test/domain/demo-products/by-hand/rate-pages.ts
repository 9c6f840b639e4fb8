import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Exact } from '../../rating/reference/exact.js';
import { exact, type Figure, isOver, isUnder, product } from './numbers.js';

type Cell = string | number | boolean | null | (string | number | null)[];
interface Page {
  keys: { name: string; match?: string; to?: string }[];
  columns: { name: string }[];
  rows: Cell[][];
}
type Sought = Figure | boolean;

/** There is no row for a risk, or nothing to charge. */
export class CannotBeRated extends Error {}

/** The tables of a product file, read as printed pages: from the text of the file, row by row. */
export class RatePages {
  readonly #pages: Readonly<Record<string, Page>>;

  constructor(key: string) {
    const text = readFileSync(`db/seeds/products/${key}.yaml`, 'utf8');
    this.#pages = (
      parse(text, { merge: true, maxAliasCount: -1 }) as { tables: Record<string, Page> }
    ).tables;
  }

  /** The number in a column, by its name, in the first row for the keys. */
  number(table: string, keys: readonly Sought[], column?: string): Exact {
    return Exact.ofText(this.text(table, keys, column));
  }

  text(table: string, keys: readonly Sought[], column?: string): string {
    const page = this.#page(table);
    const rows = page.rows.filter((row) =>
      page.keys.every((key, place) => fits(row[place], keys[place], key)),
    );
    const best = rows.find((row) => !row.includes('otherwise')) ?? rows[0];
    const cell =
      best?.[
        page.keys.length +
          Math.max(
            0,
            page.columns.findIndex(({ name }) => name === column),
          )
      ];
    if (cell === undefined) throw new CannotBeRated(`${table} has no row for ${keys.join(', ')}`);
    return String(cell);
  }

  /** The number on the straight line between two rows of a curve; flat beyond its last row. */
  onCurve(table: string, keys: readonly Sought[], at: Exact): Exact {
    const points = this.#page(table)
      .rows.filter((row) => keys.every((key, place) => String(row[place]) === String(key)))
      .map((row) => row.slice(keys.length).map((cell) => exact(String(cell))));
    const next = points.findIndex(([x = exact(0)]) => !isUnder(x, at));
    const [x1, y1] = points.at(next) ?? [];
    const [x0, y0] = points[next - 1] ?? [];
    if (!x1 || !y1) throw new CannotBeRated(`${table} has no curve for ${keys.join(', ')}`);
    if (next < 1 || !x0 || !y0) return y1;
    return y0.plus(product(at.minus(x0), y1.minus(y0)).dividedBy(x1.minus(x0)));
  }

  #page(table: string): Page {
    const page = this.#pages[table];
    if (!page) throw new Error(`there is no page ${table}`);
    return page;
  }
}

function fits(
  cell: Cell | undefined,
  sought: Sought | undefined,
  { match, to }: Page['keys'][number],
): boolean {
  if (cell === '*' || cell === 'otherwise') return true;
  if (!Array.isArray(cell)) return String(cell) === String(sought);
  if (match !== 'range') return cell.map(String).includes(String(sought));
  const [from = null, until = null] = cell;
  const number = exact(String(sought));
  if (from !== null && isUnder(number, from)) return false;
  return until === null || isUnder(number, until) || (to === 'included' && !isOver(number, until));
}
