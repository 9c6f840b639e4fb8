import { isWrittenRatio } from '../../expression/index.js';
import { canonicalNumber, canonicalTruth } from './canonical-cells.js';
import {
  answerCell,
  type Cell,
  dateCell,
  decimalCell,
  isWildcard,
  type TableColumn,
  type TableKey,
} from './cells.js';
import { compareTexts, type PackedRows, RowReader } from './packed-rows.js';
import type { RatingTable } from './table.js';

/** A list of more rows is packed if they are plain. */
export const fewRows = 20_000;
/** A table is not packed if more rows than these are not plain. */
export const mostOddRows = 1_000;

type Shape = Omit<RatingTable, 'rows' | 'packed'>;
type Columns = Pick<Shape, 'keys' | 'columns'>;

/** Whether rows of a table can be packed at all: those of lists in which each value of the keys has one row. */
export function isPackable({ keys, hitPolicy, interpolate, graduated, across }: Shape): boolean {
  const isList = interpolate === undefined && graduated === undefined && across === undefined;
  return isList && hitPolicy !== 'first' && keys.every(({ match }) => match === 'exact');
}

/**
 * Collects the rows of a large table as columns of texts. Plain rows have one value of the right type in each cell; the
 * others, such as one with `otherwise`, stay a list.
 */
export class RowPacker {
  readonly #textsOf: ((cell: Cell) => string | null)[];
  readonly #columns: string[][];
  readonly #keys: number;

  constructor(shape: Columns) {
    this.#textsOf = textsOfColumns(shape);
    this.#columns = this.#textsOf.map(() => []);
    this.#keys = shape.keys.length;
  }

  get count(): number {
    return this.#columns[0]?.length ?? 0;
  }

  /** Takes a row; false if it is not plain. */
  add(row: readonly Cell[]): boolean {
    if (row.length !== this.#columns.length) return false;
    const texts = row.map((cell, place) => this.#textsOf[place]?.(cell) ?? null);
    if (texts.includes(null)) return false;
    texts.forEach((text, place) => {
      this.#columns[place]?.push(text as string);
    });
    return true;
  }

  /** The rows that it took, at least one, in the order of their keys. */
  packed(): PackedRows {
    const order = this.#order();
    const cells = this.#columns.map((column) =>
      (order === null ? column : order.map((row) => column[row])).join('\n'),
    );
    return { count: this.count, cells };
  }

  /** The rows sorted by their keys; null if they are. */
  #order(): number[] | null {
    const keys = this.#columns.slice(0, this.#keys);
    const compare = (a: number, b: number) => {
      for (const key of keys) {
        const order = compareTexts(key[a] as string, key[b] as string);
        if (order !== 0) return order;
      }
      return 0;
    };
    const rows = Array.from({ length: this.count }, (_, row) => row);
    return rows.every((row) => row === 0 || compare(row - 1, row) <= 0) ? null : rows.sort(compare);
  }
}

/** A table with its plain rows packed, if it is large enough. */
export function packTable(table: RatingTable): RatingTable {
  if (table.packed !== undefined || table.rows.length <= fewRows || !isPackable(table)) return table;
  const packer = new RowPacker(table);
  const odd: Cell[][] = [];
  for (const row of table.rows) {
    if (!packer.add(row)) odd.push(row);
    if (odd.length > mostOddRows) return table;
  }
  return { ...table, rows: odd, packed: packer.packed() };
}

/** The rows of a table as a list, those that are packed last. */
export function listedRows(table: RatingTable, most = Number.POSITIVE_INFINITY): Cell[][] {
  const { rows, packed } = table;
  if (packed === undefined) return rows;
  const reader = new RowReader(packed);
  const length = Math.min(packed.count, Math.max(0, most - rows.length));
  return [...rows, ...Array.from({ length }, (_, row) => packedRow(table, reader, row))];
}

/** A packed row as it would be in a list. */
export function packedRow({ keys, columns }: Columns, reader: RowReader, row: number): Cell[] {
  return [...keys, ...columns].map(({ type }, place) => {
    const text = reader.text(row, place);
    return type === 'number' ? canonicalNumber(text) : type === 'boolean' ? canonicalTruth(text) : text;
  });
}

/** For each key, then for each column, what makes the text of a cell; null if the cell is not plain. */
export function textsOfColumns({ keys, columns }: Columns): ((cell: Cell) => string | null)[] {
  return [...keys.map(keyText), ...columns.map(answerText)];
}

function keyText(key: TableKey): (cell: Cell) => string | null {
  const textOf = textOfType(key.type);
  const isFraction = (cell: Cell) => key.type === 'number' && isWrittenRatio(cell);
  return (cell) => (Array.isArray(cell) || isWildcard(cell) || isFraction(cell) ? null : textOf(cell));
}

function answerText(column: TableColumn): (cell: Cell) => string | null {
  const textOf = textOfType(column.type);
  return (cell) => (answerCell(cell, column) === null ? null : textOf(cell));
}

/** The text of a cell in canonical form; null if it is not of the type, or of several lines. */
function textOfType(type: TableKey['type']): (cell: Cell) => string | null {
  switch (type) {
    case 'number':
      return numberText;
    case 'date':
      return dateCell;
    case 'boolean':
      return (cell) => {
        const truth = Array.isArray(cell) ? cell : canonicalTruth(cell);
        return typeof truth === 'boolean' ? String(truth) : null;
      };
    case 'text':
      return (cell) => {
        const text = typeof cell === 'number' ? numberText(cell) : String(cell);
        return text?.includes('\n') ? null : text;
      };
  }
}

/** What nearly all numbers of a table are written as. */
const usual = /^(?:0|[1-9]\d{0,9})(?:\.\d{0,5}[1-9])?$/;

function numberText(cell: Cell): string | null {
  if (Array.isArray(cell) || typeof cell === 'boolean') return null;
  const text = String(cell);
  if (usual.test(text)) return text;
  const number = canonicalNumber(cell);
  return isWrittenRatio(number) ? number : (decimalCell(number)?.toFixed() ?? null);
}
