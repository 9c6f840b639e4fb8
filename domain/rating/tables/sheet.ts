import { rowKeys } from './canonical-table.js';
import { type Cell, otherwise, type SheetCell, type TableKey } from './cells.js';
import { fewRows, isPackable, listedRows, mostOddRows, RowPacker } from './pack-rows.js';
import { mostRows, type PackedRows } from './packed-rows.js';
import type { RatingTable } from './table.js';
import { readValues, written, writtenValues } from './value-list.js';

/** A table in the form of CSV files and workbook sheets: a row of column names, then the table's rows. */
export interface TableSheet {
  /** The file, and the sheet in it: `tables/base-rates.csv`, `rates.xlsx, sheet BaseRates`. */
  source: string;
  /** The first row has the names of the columns. */
  rows: readonly SheetRow[];
}

export interface SheetRow {
  /** Its place: `line 5`, `row 5`. */
  place: string;
  cells: readonly SheetCell[];
}

/** A table without its rows, as far as its columns depend on it. */
export type TableHeader = Pick<RatingTable, 'keys' | 'columns' | 'across'>;
type SheetHeader = Omit<RatingTable, 'rows' | 'packed'>;

/** Rows read from a sheet, each with its place, except those of a large table that are packed; or the faults of the sheet. */
export interface SheetRows {
  rows: Cell[][];
  packed?: PackedRows;
  places: string[];
  problems: string[];
}

/**
 * The columns of a table in a sheet: one for each key and column, and for a key of ranges two, named `<key>
 * from` and `<key> to`.
 */
export function sheetColumns(header: TableHeader): string[] {
  return [...rowKeys(header).flatMap(keyColumns), ...answerColumns(header)];
}

/** The columns after the keys: those of the table, or of a two-way table its cells across. */
function answerColumns({ keys, columns, across }: TableHeader): string[] {
  if (!across) return columns.map(({ name }) => name);
  return across.map((cell) => {
    if (keys.at(-1)?.match === 'exact' || !Array.isArray(cell)) return String(writtenValues(cell));
    return cell.map((end) => end ?? '').join('–');
  });
}

/** A table's rows in a sheet; an open end of a range is an empty cell. */
export function rowsToSheet(table: RatingTable): SheetCell[][] {
  const keys = rowKeys(table);
  return listedRows(table).map((row) =>
    row.flatMap((cell, place): SheetCell[] => {
      const key = keys[place];
      if (key?.match === 'exact' || key?.match === 'upTo') return [writtenValues(cell)];
      if (!key) return Array.isArray(cell) ? [null] : [written(cell)];
      return Array.isArray(cell) ? [written(cell[0] ?? null), written(cell[1] ?? null)] : [cell, null];
    }),
  );
}

/**
 * Reads the rows of a sheet as those of a table: columns are found by their names, in any order; columns
 * without a name, and rows without content, are ignored. Cells are not checked against their types here.
 */
export function rowsFromSheet(header: SheetHeader, { rows: [names, ...rest] }: TableSheet): SheetRows {
  const wanted = sheetColumns(header);
  const given = (names?.cells ?? []).map((cell) => (cell === null ? '' : String(cell).trim()));
  const problems = columnProblems(wanted, given);
  if (problems.length > 0) return { rows: [], places: [], problems };
  const at = wanted.map((name) => given.indexOf(name));
  const filled = rest.filter(({ cells }) => at.some((place) => !isEmpty(cells[place])));
  if (filled.length === 0) return refused('it has no rows below its column names');
  if (filled.length > mostRows)
    return refused(`it has ${filled.length} rows; a table has at most ${mostRows}`);
  const places = new Map(wanted.map((name, index) => [name, at[index] ?? -1]));
  const read = ({ cells }: SheetRow) => tableRow(header, (name) => cells[places.get(name) ?? -1] ?? null);
  if (filled.length > fewRows && isPackable(header)) return packedFrom(header, filled, read);
  if (filled.length > mostListed) return refused(`it has ${filled.length} rows; ${listedAdvice}`);
  return { rows: filled.map(read), places: filled.map(({ place }) => place), problems: [] };
}

/** A table of more rows than these is packed or refused: comparing ranges and lists takes too long. */
const mostListed = 100_000;
const listedAdvice = `a table of more than ${mostListed} has exact keys and the hit policy "unique"`;

function packedFrom(
  header: SheetHeader,
  filled: readonly SheetRow[],
  read: (row: SheetRow) => Cell[],
): SheetRows {
  const packer = new RowPacker(header);
  const odd: { row: Cell[]; place: string }[] = [];
  for (const each of filled) {
    const row = read(each);
    if (!packer.add(row)) odd.push({ row, place: each.place });
    if (odd.length > mostOddRows) break;
  }
  if (odd.length <= mostOddRows) {
    const [rows, places] = [odd.map(({ row }) => row), odd.map(({ place }) => place)];
    return { rows, packed: packer.packed(), places, problems: [] };
  }
  if (filled.length > mostListed) {
    const { row = [], place } = odd[0] ?? {};
    const at = `the first is in ${place}: ${JSON.stringify(row)}`;
    return refused(
      `of its ${filled.length} rows, more than ${mostOddRows} have a list, a wildcard or a value of the wrong type; ${at}`,
    );
  }
  return { rows: filled.map(read), places: filled.map(({ place }) => place), problems: [] };
}

function refused(problem: string): SheetRows {
  return { rows: [], places: [], problems: [problem] };
}

function tableRow(header: TableHeader, cellOf: (name: string) => SheetCell): Cell[] {
  const keyCells = rowKeys(header).map((key): Cell => {
    const [first = key.name, second] = keyColumns(key);
    const cell = cellOf(first);
    if (key.match === 'upTo') return isEmpty(cell) ? '*' : (cell ?? '*');
    if (second === undefined) return readValues(cell) ?? '';
    return cell === otherwise ? otherwise : [rangeEnd(cell), rangeEnd(cellOf(second))];
  });
  return [...keyCells, ...answerColumns(header).map((name): Cell => cellOf(name) ?? '')];
}

/** Authors write `*` for "any", which is an open end. */
function rangeEnd(cell: SheetCell): string | number | null {
  if (isEmpty(cell) || cell === '*') return null;
  return typeof cell === 'number' ? cell : String(cell).trim();
}

function isEmpty(cell: SheetCell | undefined): boolean {
  return cell === null || cell === undefined || cell === '';
}

function keyColumns({ name, match }: TableKey): string[] {
  return match === 'exact' || match === 'upTo' ? [name] : [`${name} from`, `${name} to`];
}

function columnProblems(wanted: readonly string[], given: readonly string[]): string[] {
  if (given.every((name) => name === '')) return ['its first row must name the columns'];
  const missing = wanted.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => name !== '' && !wanted.includes(name));
  const twice = given.filter((name, place) => name !== '' && given.indexOf(name) < place);
  return [
    ...missing.map((name) => `the column "${name}" is missing`),
    ...unknown.map((name) => `the table has no column "${name}"; it has ${quotedList(wanted)}`),
    ...twice.map((name) => `the column "${name}" is there twice`),
  ];
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
