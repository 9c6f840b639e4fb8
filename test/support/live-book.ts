import ExcelJS from 'exceljs';
import { FormulaError, numberOf, rowFunctions, type Scalar } from './formula-functions.js';
import { type Expression, parseFormula } from './formula-parser.js';

/** A value of a formula: of a cell, or of the rows of a range. */
type Computed = Scalar | Scalar[];

/**
 * A workbook with every formula computed by code of the tests, as LibreOffice and Excel do: over arrays, too, which libraries
 * for it leave out. `npm run test:workbooks` compares the same workbooks in LibreOffice.
 */
export class LiveBook {
  readonly workbook = new ExcelJS.Workbook();
  readonly #computed = new Map<string, Scalar>();
  readonly #parsed = new Map<string, Expression>();

  static async open(file: Buffer): Promise<LiveBook> {
    const book = new LiveBook();
    await book.workbook.xlsx.load(file as unknown as ExcelJS.Buffer);
    return book;
  }

  value(sheet: string, row: number, column: number): Scalar {
    const key = `${sheet}!${row}:${column}`;
    const known = this.#computed.get(key);
    if (known !== undefined) return known;
    const cell = this.workbook.getWorksheet(sheet)?.getCell(row, column);
    const value = cell?.formula ? this.#formula(cell.formula, sheet) : plain(cell?.value ?? null);
    this.#computed.set(key, value);
    return value;
  }

  /** After contents were changed. */
  forget(): void {
    this.#computed.clear();
  }

  /** Does something with other contents of cells. */
  changed<T>(
    cells: readonly { sheet: string; cell: string; value: string | number | boolean }[],
    go: () => T,
  ): T {
    const places = cells.map(({ sheet, cell }) => this.workbook.getWorksheet(sheet)?.getCell(cell));
    const before = places.map((place) => place?.value ?? null);
    places.forEach((place, index) => {
      if (place) place.value = cells[index]?.value ?? null;
    });
    this.forget();
    const result = go();
    places.forEach((place, index) => {
      if (place) place.value = before[index] ?? null;
    });
    this.forget();
    return result;
  }

  /** The row of a sheet with this text in the first column. */
  rowOf(sheet: string, label: string): number {
    const rows = this.workbook.getWorksheet(sheet)?.getRows(1, 500) ?? [];
    return rows.find((row) => row.getCell(1).value === label)?.number ?? 0;
  }

  #formula(text: string, sheet: string): Scalar {
    const parsed = this.#parsed.get(`${sheet}!${text}`) ?? parseFormula(text, sheet);
    this.#parsed.set(`${sheet}!${text}`, parsed);
    return single(this.#compute(parsed));
  }

  #compute(expression: Expression): Computed {
    if (expression.kind === 'value') return expression.value;
    if (expression.kind === 'range') {
      const { sheet, from, to } = expression;
      if (from.row === to.row) return this.value(sheet, from.row, from.column);
      return Array.from({ length: to.row - from.row + 1 }, (_, index) =>
        this.value(sheet, from.row + index, from.column),
      );
    }
    return this.#call(expression.name, expression.operands);
  }

  #call(name: string, operands: readonly Expression[]): Computed {
    const compute = (index: number) => single(this.#compute(operands[index] ?? { kind: 'value', value: '' }));
    switch (name) {
      case 'IF': {
        const test = compute(0);
        if (test instanceof FormulaError) return test;
        return this.#compute(
          operands[test === true || (typeof test === 'number' && test !== 0) ? 1 : 2] as Expression,
        );
      }
      case 'IFERROR': {
        const value = compute(0);
        return value instanceof FormulaError ? compute(1) : value;
      }
      case 'NA':
        return new FormulaError('#N/A');
      case 'ROW': {
        const [range] = operands;
        if (range?.kind !== 'range') return new FormulaError('#VALUE!');
        const { from, to } = range;
        return Array.from({ length: to.row - from.row + 1 }, (_, index) => from.row + index);
      }
      case 'INDEX': {
        const row = numberOf(compute(1));
        if (row instanceof FormulaError) return row;
        return list(this.#compute(operands[0] as Expression))[row - 1] ?? null;
      }
      case 'MATCH': {
        const sought = compute(0);
        if (sought instanceof FormulaError) return sought;
        const index = list(this.#compute(operands[1] as Expression)).indexOf(sought);
        return index === -1 ? new FormulaError('#N/A') : index + 1;
      }
      case 'COUNTIF':
        return this.#countIf(operands);
      case 'RANK':
        return this.#rank(operands);
      default:
    }
    const values = operands.map((operand) => this.#compute(operand));
    const byRow = rowFunctions[name];
    return byRow ? eachRow(byRow, values) : aggregate(name, values);
  }

  #countIf([range, criterion]: readonly Expression[]): Scalar {
    const wanted = single(this.#compute(criterion as Expression));
    const above = typeof wanted === 'string' && wanted.startsWith('>') ? Number(wanted.slice(1)) : null;
    const fits = (value: Scalar) =>
      above === null ? value === wanted : typeof value === 'number' && Number(value.toPrecision(15)) > above;
    return list(this.#compute(range as Expression)).filter(fits).length;
  }

  #rank([of, among, order]: readonly Expression[]): Scalar {
    const own = Number(single(this.#compute(of as Expression)));
    const isLowest = single(this.#compute(order as Expression)) === 1;
    const numbers = list(this.#compute(among as Expression)).filter((value) => typeof value === 'number');
    return 1 + numbers.filter((number) => (isLowest ? number < own : number > own)).length;
  }
}

function eachRow(compute: (...values: Scalar[]) => Scalar, values: readonly Computed[]): Computed {
  const length = Math.max(...values.map((value) => (Array.isArray(value) ? value.length : 0)));
  if (length === 0) return compute(...values.map(single));
  return Array.from({ length }, (_, row) =>
    compute(...values.map((value) => (Array.isArray(value) ? (value[row] ?? null) : value))),
  );
}

/** A function of all values: texts and empty cells of ranges count for nothing. */
function aggregate(name: string, values: readonly Computed[]): Computed {
  const all = values.flat();
  const error = all.find((value) => value instanceof FormulaError);
  if (error) return error;
  if (name === 'union') return all;
  const counted = all.filter((value) => typeof value === 'number' || typeof value === 'boolean');
  if (name === 'OR') return counted.some(Boolean);
  if (name === 'AND') return counted.every(Boolean);
  const isProduct = name === 'SUMPRODUCT';
  const numbers = counted.flatMap((value) => (typeof value === 'number' || isProduct ? [Number(value)] : []));
  switch (name) {
    case 'SUM':
    case 'SUMPRODUCT':
      return numbers.reduce((sum, number) => sum + number, 0);
    case 'MAX':
      return numbers.length === 0 ? 0 : Math.max(...numbers);
    case 'MIN':
      return numbers.length === 0 ? 0 : Math.min(...numbers);
    case 'AVERAGE':
      return numbers.length === 0
        ? new FormulaError('#DIV/0!')
        : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    default:
      throw new Error(`no function ${name}`);
  }
}

function single(value: Computed): Scalar {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

function list(value: Computed): Scalar[] {
  return Array.isArray(value) ? value : [value];
}

function plain(value: ExcelJS.CellValue): Scalar {
  // The library reads numbers that look like dates as dates.
  if (value instanceof Date) return (value.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
  if (value !== null && typeof value === 'object')
    return 'error' in value ? new FormulaError(value.error) : null;
  return value ?? null;
}
