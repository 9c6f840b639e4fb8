import { RatingProblem, type Value } from '../../expression/index.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { answerCell, otherwise } from './cells.js';
import type { Found } from './found.js';
import { soughtText } from './key-index.js';
import { type PackedRows, RowReader } from './packed-rows.js';
import type { RatingTable } from './table.js';

/** The packed rows of a table, ready for lookups. */
export interface PackedIndex {
  reader: RowReader;
  /** The packed row for these keys, one for each key of the table; -1 if there is none. Throws a type mismatch. */
  rowFor(keys: readonly Value[]): number;
  /** What a packed row answers in a column. */
  found(row: number, column: number): Found | null;
}

/** Finds rows by binary search: nothing is kept but where each line begins. */
export function indexPacked(table: RatingTable, packed: PackedRows): PackedIndex {
  const { keys, columns, rows } = table;
  const reader = new RowReader(packed);
  const texts = keys.map(soughtText);
  return {
    reader,
    rowFor: (sought) => reader.find(texts.map((textOf, place) => textOf(sought[place] ?? ''))),
    found(row, column) {
      const answers = columns[column];
      const value = answers && answerCell(reader.text(row, keys.length + column), answers);
      return value === undefined || value === null ? null : { value, row: rows.length + row };
    },
  };
}

/** What is wrong with packed rows beside the others, which `match` finds: keys that have several rows. */
export function packedIssues(
  path: string,
  { keys }: RatingTable,
  { reader }: PackedIndex,
  match: ((keys: readonly Value[]) => number | null) | null,
): PlanIssue[] {
  const [twice, other] = [new Repeats(), new Repeats()];
  for (let row = 0; row < reader.count; row += 1) {
    const order = row === 0 ? -1 : reader.compareRows(row - 1, row, keys.length);
    if (order === 0) twice.add(row);
    if (order > 0) return [{ path: `${path}.packed`, message: 'its rows are not sorted by their keys' }];
    if (match === null) continue;
    const sought = keys.map((_, place) => reader.text(row, place));
    if (match(sought) !== null) other.add(row);
  }
  const rowText = (row: number) =>
    keys.map(({ name }, place) => `${name} "${reader.text(row, place)}"`).join(', ');
  return [
    ...twice.issues(path, (row) => `has several rows for ${rowText(row)}`),
    ...other.issues(path, (row) => `has rows that overlap: another one matches ${rowText(row)}, too`),
  ];
}

/** Rows with the same fault: the first is told, the others are counted. */
class Repeats {
  #first = -1;
  #count = 0;

  add(row: number): void {
    if (this.#count === 0) this.#first = row;
    this.#count += 1;
  }

  issues(path: string, textOf: (row: number) => string): PlanIssue[] {
    if (this.#count === 0) return [];
    const more = this.#count > 1 ? `; and so do ${this.#count - 1} more` : '';
    return [{ path, message: `${textOf(this.#first)}${more}` }];
  }
}

/** Whether a lookup of the other rows finds one that does not give way to the packed rows. */
export function matchOfOthers(
  table: RatingTable,
  lookup: (keys: readonly Value[], column: number) => Found,
): ((keys: readonly Value[]) => number | null) | null {
  const givesWay = table.rows.map((row) => row.slice(0, table.keys.length).includes(otherwise));
  if (givesWay.every(Boolean)) return null;
  return (keys) => {
    try {
      const { row } = lookup(keys, 0);
      return givesWay[row] ? null : row;
    } catch (error) {
      if (error instanceof RatingProblem) return null;
      throw error;
    }
  };
}
