import { canonicalJson } from '../../ground/canonical-json.js';
import { listedRows, packedRow } from '../../rating/tables/pack-rows.js';
import { compareTexts, RowReader } from '../../rating/tables/packed-rows.js';
import type { RatingTable } from '../../rating/tables/table.js';

type Row = RatingTable['rows'][number];

/** The rows of two tables that are to be compared, and their numbers in their tables. */
export interface RowsToCompare {
  a: RatingTable;
  b: RatingTable;
  numbersInA: readonly number[] | null;
  numbersInB: readonly number[] | null;
}

/** Leaves out the packed rows that both tables have: of a million rows, few differ. */
export function rowsToCompare(a: RatingTable, b: RatingTable): RowsToCompare {
  const alike = canonicalJson([a.keys, a.columns]) === canonicalJson([b.keys, b.columns]);
  if (a.packed === undefined || b.packed === undefined || !alike) {
    return { a: asList(a), b: asList(b), numbersInA: null, numbersInB: null };
  }
  const [readA, readB] = [new RowReader(a.packed), new RowReader(b.packed)];
  const [left, right] = [new Collected(a, readA), new Collected(b, readB)];
  const columns = [...a.keys, ...a.columns];
  for (let [inA, inB] = [0, 0]; inA < readA.count || inB < readB.count; ) {
    const order = orderOf(a.keys.length, [readA, inA], [readB, inB]);
    const differs = order !== 0 || columns.some((_, at) => readA.text(inA, at) !== readB.text(inB, at));
    if (order <= 0) left.take(inA++, differs);
    if (order >= 0) right.take(inB++, differs);
  }
  return { a: left.table(), b: right.table(), numbersInA: left.numbers, numbersInB: right.numbers };
}

function asList({ packed, ...table }: RatingTable): RatingTable {
  return packed === undefined ? table : { ...table, rows: listedRows({ ...table, packed }) };
}

/** The order of the keys of two rows; a table that has ended comes last. */
function orderOf(keys: number, [a, inA]: [RowReader, number], [b, inB]: [RowReader, number]): number {
  if (inA >= a.count) return 1;
  if (inB >= b.count) return -1;
  for (let column = 0; column < keys; column += 1) {
    const order = compareTexts(a.text(inA, column), b.text(inB, column));
    if (order !== 0) return order;
  }
  return 0;
}

/** The rows of one of the tables that differ. */
class Collected {
  readonly numbers: number[];
  readonly #rows: Row[];
  readonly #original: RatingTable;
  readonly #reader: RowReader;

  constructor(original: RatingTable, reader: RowReader) {
    this.#original = original;
    this.#reader = reader;
    this.#rows = [...original.rows];
    this.numbers = [...original.rows.keys()];
  }

  take(row: number, differs: boolean): void {
    if (!differs) return;
    this.#rows.push(packedRow(this.#original, this.#reader, row));
    this.numbers.push(this.#original.rows.length + row);
  }

  table(): RatingTable {
    const { packed: _, ...table } = this.#original;
    return { ...table, rows: this.#rows };
  }
}
