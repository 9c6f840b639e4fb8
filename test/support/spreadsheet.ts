import ExcelJS from 'exceljs';
import FormulaParser from 'fast-formula-parser';

type Dependency = ReturnType<InstanceType<typeof FormulaParser.DepParser>['parse']>[number];

/** A workbook as somebody opens it, with every formula computed anew by a library of its own. */
export interface Spreadsheet {
  workbook: ExcelJS.Workbook;
  sheetNames: string[];
  /** What a cell shows, its formula computed from the cells it refers to. */
  computed(sheet: string, row: number, column: number): unknown;
  /** What was stored with the cell. */
  stored(sheet: string, row: number, column: number): unknown;
  formulas(): {
    sheet: string;
    row: number;
    column: number;
    formula: string;
    stored: unknown;
    computed: unknown;
  }[];
  /** Puts another value into a cell; everything that refers to it is computed again. */
  change(sheet: string, row: number, column: number, value: number | string | boolean): void;
  /** The row whose first columns have this text. */
  rowOf(sheet: string, label: string): number;
}

export async function openSpreadsheet(file: Buffer): Promise<Spreadsheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file as unknown as ExcelJS.Buffer);
  const known = new Map<string, unknown>();
  const cellAt = (sheet: string, row: number, column: number) => {
    const found = workbook.getWorksheet(sheet);
    if (!found) throw new Error(`no sheet ${sheet}`);
    return found.getCell(row, column);
  };
  const computed = (sheet: string, row: number, column: number): unknown => {
    const key = `${sheet}!${row}:${column}`;
    if (known.has(key)) return known.get(key);
    const cell = cellAt(sheet, row, column);
    const place = { sheet, row, col: column };
    if (cell.formula) {
      // What it refers to comes first: the parser cannot be entered again while it parses.
      for (const reference of dependencies.parse(cell.formula, place)) {
        for (const [at, col] of placesOf(reference)) computed(reference.sheet, at, col);
      }
    }
    const value = cell.formula ? parser.parse(cell.formula, place) : (cell.value ?? null);
    known.set(key, value);
    return value;
  };
  const dependencies = new FormulaParser.DepParser();
  const parser: FormulaParser = new FormulaParser({
    onCell: ({ sheet, row, col }) => computed(sheet, row, col),
    onRange: ({ sheet, from, to }) =>
      range(from.row, to.row).map((row) =>
        range(from.col, to.col).map((column) => computed(sheet, row, column)),
      ),
    // The library leaves the first three out, and rounds whole numbers up to the next.
    functions: {
      MIN: (...values) => Math.min(...numbersIn(values)),
      MAX: (...values) => Math.max(...numbersIn(values)),
      RANK: (number, numbers, order) => {
        const ahead = numbersIn(numbers ? [numbers] : []).filter((other) =>
          order?.value === 1 ? other < Number(number?.value) : other > Number(number?.value),
        );
        return ahead.length + 1;
      },
      ROUNDUP: (number, digits) => {
        const scale = 10 ** Number(digits?.value);
        const units = Number(number?.value) * scale;
        return (Math.sign(units) * Math.ceil(Math.abs(units))) / scale;
      },
    },
  });
  const stored = (sheet: string, row: number, column: number) => {
    const cell = cellAt(sheet, row, column);
    return cell.formula ? cell.result : cell.value;
  };
  return {
    workbook,
    sheetNames: workbook.worksheets.map(({ name }) => name),
    computed,
    stored,
    formulas: () =>
      workbook.worksheets.flatMap((sheet) => {
        const found: {
          sheet: string;
          row: number;
          column: number;
          formula: string;
          stored: unknown;
          computed: unknown;
        }[] = [];
        sheet.eachRow((row) =>
          row.eachCell((cell) => {
            if (!cell.formula) return;
            const [at, column] = [Number(cell.row), Number(cell.col)];
            found.push({
              ...{ sheet: sheet.name, row: at, column, formula: cell.formula },
              ...{ stored: cell.result, computed: computed(sheet.name, at, column) },
            });
          }),
        );
        return found;
      }),
    change(sheet, row, column, value) {
      cellAt(sheet, row, column).value = value;
      known.clear();
    },
    rowOf(sheet, label) {
      const rows = workbook.getWorksheet(sheet)?.getRows(1, 5_000) ?? [];
      const row = rows.find((candidate) =>
        [1, 2].some((column) => candidate.getCell(column).value === label),
      );
      if (!row) throw new Error(`no row "${label}" in ${sheet}`);
      return row.number;
    },
  };
}

function placesOf(reference: Dependency): [row: number, column: number][] {
  if ('row' in reference) return [[reference.row, reference.col]];
  const { from, to } = reference;
  return range(from.row, to.row).flatMap((row) =>
    range(from.col, to.col).map((column): [number, number] => [row, column]),
  );
}

/** A range ignores its empty cells. */
function numbersIn(values: readonly { value: unknown }[]): number[] {
  return values.flatMap(({ value }) =>
    Array.isArray(value) ? value.flat().filter((cell) => typeof cell === 'number') : [Number(value)],
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
