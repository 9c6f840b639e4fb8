import type { Formula, LookupFormula } from '../../domain/rating/cells/formula.js';
import { firstSheetRow } from '../../domain/rating/cells/found-row.js';
import { anyValue, type SheetKey, type TableSheet } from '../../domain/rating/cells/table-sheet.js';
import { columnLetter } from '../excel/column-letter.js';

/** Writes the parts of a lookup: its keys, the cells with the rows that were found. */
export interface LookupWriter {
  /** The name of the table's sheet, as formulas write it. */
  sheet: string;
  /** A key as an operand of a comparison. */
  key(key: Formula): string;
  cell(cell: NonNullable<LookupFormula['row']>): string;
}

/**
 * A lookup in the spreadsheet's language, in functions that every program has: the first row on the table's sheet whose cells
 * fit all keys. Below the last row is one of errors, which is found if no row fits.
 */
export function lookupText(lookup: LookupFormula, writer: LookupWriter): string {
  const text = new LookupText(lookup, writer);
  switch (lookup.finds) {
    case 'row':
      return text.row();
    case 'upper':
      return text.upper();
    case 'tableRow':
      return text.tableRow();
    case 'value':
      return text.value();
  }
}

const headRow = firstSheetRow - 1;

class LookupText {
  readonly #table: TableSheet;
  readonly #sheet: string;
  readonly #keys: readonly string[];
  /** The row of errors. */
  readonly #none: number;

  constructor(
    private readonly lookup: LookupFormula,
    private readonly writer: LookupWriter,
  ) {
    const { table, keys } = lookup;
    this.#table = table;
    this.#sheet = writer.sheet;
    this.#keys = keys.map((key) => writer.key(key));
    this.#none = firstSheetRow + table.rows.length;
  }

  row(): string {
    switch (this.#table.form) {
      case 'list':
      case 'graduated':
        return this.#firstRow(this.#fits(this.#table.keys.length));
      case 'linear': {
        const [fits, points, at] = [this.#fits(this.#table.keys.length - 1), this.#points(1), this.#at(1)];
        const above = `SUMPRODUCT(MAX(${fits}(${points}>=${at})*(${this.#none}-ROW(${points}))))`;
        const below = `SUMPRODUCT(MAX(${fits}(${points}<=${at})*ROW(${points})))`;
        return `IF(${above}=0,${this.#none},IF(${below}=0,${this.#none},${below}))`;
      }
      case 'bilinear':
        return this.#corner('low');
    }
  }

  /** The second row that the value lies between. */
  upper(): string {
    if (this.#table.form === 'bilinear') return this.#corner('high');
    const [points, at] = [this.#points(1), this.#at(1)];
    return this.#firstRow(`${this.#fits(this.#table.keys.length - 1)}(${points}>=${at})*`);
  }

  tableRow(): string {
    return this.#in(0, this.#cell(this.lookup.row));
  }

  value(): string {
    const { graduated, form, answers } = this.#table;
    const column = answers[this.lookup.column] ?? 0;
    const row = this.#cell(this.lookup.row);
    if (graduated) {
      const [over, base] = [graduated.over, graduated.bases[this.lookup.column] ?? 0];
      return `${this.#in(base, row)}+(${this.#at(1)}-${this.#in(over, row)})*${this.#in(column, row)}/${graduated.per}`;
    }
    if (form === 'list') return this.#in(column, row);
    const upper = this.#cell(this.lookup.upper);
    const [low, high] = [this.#in(column, row), this.#in(column, upper)];
    if (form === 'linear') return `${low}+(${high}-${low})*${this.#part(1)}`;
    const [x, y] = [this.#part(2), this.#part(1)];
    const [right, up] = [this.#mixed(column, upper, row), this.#mixed(column, row, upper)];
    return `${low}*(1-${x})*(1-${y})+${right}*${x}*(1-${y})+${up}*(1-${x})*${y}+${high}*${x}*${y}`;
  }

  #firstRow(fits: string): string {
    return `${this.#none}-SUMPRODUCT(MAX(${fits}(${this.#none}-ROW(${this.#rows(0)}))))`;
  }

  /** The corner of the grid around what is sought. */
  #corner(end: 'low' | 'high'): string {
    const fits = this.#fits(this.#table.keys.length - 2);
    const [xs, ys, order] = [this.#points(2), this.#points(1), this.#rows(this.#table.order ?? 0)];
    const [x, y] = [this.#at(2), this.#at(1)];
    const next = this.#table.rows.length + 1;
    const [xRow, yOrder] =
      end === 'low'
        ? [
            `MAX(${headRow},SUMPRODUCT(MAX(${fits}(${xs}<=${x})*ROW(${xs}))))`,
            `SUMPRODUCT(MAX(${fits}(${ys}<=${y})*${order}))`,
          ]
        : [
            this.#firstRow(`${fits}(${xs}>=${x})*`),
            `${next}-SUMPRODUCT(MAX(${fits}(${ys}>=${y})*(${next}-${order})))`,
          ];
    const atX = this.#in(this.#axis(2), xRow);
    const atY = this.#in(this.#axis(1), `MATCH(${yOrder},${order},0)+${headRow}`);
    const corner = `SUMPRODUCT(${fits}(${xs}=${atX})*(${ys}=${atY})*ROW(${xs}))`;
    return `IF(ISERROR(${corner}),${this.#none},IF(${corner}=0,${this.#none},${corner}))`;
  }

  /** The answer at the first axis of one row and the second axis of another. */
  #mixed(column: number, x: string, y: string): string {
    const fits = this.#fits(this.#table.keys.length - 2);
    const [xs, ys] = [this.#points(2), this.#points(1)];
    const [atX, atY] = [this.#in(this.#axis(2), x), this.#in(this.#axis(1), y)];
    return `SUMPRODUCT(${fits}(${xs}=${atX})*(${ys}=${atY})*${this.#rows(column)})`;
  }

  /** Where what is sought in a key lies between the two rows, from 0 to 1. */
  #part(fromEnd: number): string {
    const axis = this.#axis(fromEnd);
    const [row, upper] = [this.#cell(this.lookup.row), this.#cell(this.lookup.upper)];
    const [low, high] = [this.#in(axis, row), this.#in(axis, upper)];
    return `IF(${high}=${low},0,(${this.#at(fromEnd)}-${low})/(${high}-${low}))`;
  }

  /** A factor for each of the first keys: 1 for rows that fit, else 0. */
  #fits(count: number): string {
    const { keys, graduated } = this.#table;
    const factors = keys.slice(0, count).map((key, place) => this.#fit(key, this.#keys[place] ?? ''));
    if (graduated) factors.push(`(${this.#at(1)}>=0)`);
    return factors.map((factor) => `${factor}*`).join('');
  }

  #fit({ columns: [first, second], type, from, to }: SheetKey, key: string): string {
    const cells = this.#rows(first);
    if (second === undefined) {
      const same = type === 'text' ? `EXACT(${cells},${key})` : `(${cells}=${key})`;
      return this.#isOpen(first) ? `((${same}+(${cells}="${anyValue}"))>0)` : same;
    }
    const end = (column: number, sign: string) => {
      const own = `(${this.#rows(column)}${sign}${key})`;
      return this.#isOpen(column) ? `(((${this.#rows(column)}="")+${own})>0)` : own;
    };
    const low = end(first, from === 'excluded' ? '<' : '<=');
    const high = end(second, to === 'included' ? '>=' : '>');
    // A text is above every number.
    return `${low}*${high}*ISNUMBER(${key})`;
  }

  #isOpen(column: number): boolean {
    return this.#table.columns[column]?.hasOpen ?? false;
  }

  #axis(fromEnd: number): number {
    return this.#table.keys.at(-fromEnd)?.columns[0] ?? 0;
  }

  #points(fromEnd: number): string {
    return this.#rows(this.#axis(fromEnd));
  }

  #at(fromEnd: number): string {
    return this.#keys.at(-fromEnd) ?? '';
  }

  #cell(cell: LookupFormula['row']): string {
    return cell ? this.writer.cell(cell) : '0';
  }

  /** The cells of a column in all rows of the table. */
  #rows(column: number): string {
    return this.#range(column, firstSheetRow, this.#none - 1);
  }

  #in(column: number, row: string): string {
    return `INDEX(${this.#range(column, 1, this.#none)},${row})`;
  }

  #range(column: number, from: number, to: number): string {
    const letter = columnLetter(column);
    return `${this.#sheet}$${letter}$${from}:$${letter}$${to}`;
  }
}
