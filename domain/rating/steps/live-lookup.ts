import type { CellMemory } from '../cells/cell-memory.js';
import { computedCell, evaluate, writtenValue } from '../cells/evaluate.js';
import {
  type Cell,
  type CellValue,
  constant,
  type Formula,
  foundCell,
  type LookupFormula,
  missing,
  operation,
  reference,
} from '../cells/formula.js';
import { foundRows } from '../cells/found-row.js';
import { guarded } from '../cells/line-cells.js';
import type { LiveParts } from '../cells/live.js';
import type { TableSheet } from '../cells/table-sheet.js';
import { formulaOf } from '../cells/translate.js';
import type { ReadExpression, TableChoice } from '../run/every-step.js';
import type { LineOf } from '../run/worksheet-line.js';

/** The cells of a lookup whose formulas find the row on the sheet of the table. */
export interface LiveFound {
  found: Cell;
  row: Cell;
  /** The number of that row in the table. */
  tableRow: Cell;
  /** The second row that an interpolated value lies between; null if there is none. */
  upper: Cell | null;
}

type Line = LineOf<'lookup'>;

/** A lookup as formulas; null if it stays as it was rated, which is noted. */
export function liveLookup(line: Line, memory: CellMemory, found: CellValue): LiveFound | null {
  const { live } = memory;
  const { keys, choice } = line.plan ?? {};
  if (!live || !keys) return null;
  const names = choice ? Object.values(choice.of) : [line.table];
  const sheets = new Map<string, TableSheet>();
  for (const name of names) {
    const sheet = live.sheetOf(name);
    if (typeof sheet === 'string') {
      live.freeze(line, `what is found in table “${name}” stays: ${sheet}`);
      return null;
    }
    sheets.set(name, sheet);
  }
  const own = sheets.get(line.table);
  if (!own) return null;
  const formulas = new Map(
    own.keys.map(({ name }, place) => [name, keyFormula(line, name, keys[place], memory)]),
  );
  const rows = line.plan?.skipped
    ? null
    : foundRows(
        own,
        line.row,
        own.keys.map(({ name }) => line.inputs[name] ?? null),
      );
  const parts = { line, choice, sheets, formulas, memory };
  const interpolates = own.form === 'linear' || own.form === 'bilinear';
  const row = inChosen(parts, 'row', rows && String(rows.row), null, null);
  const upper = interpolates ? inChosen(parts, 'upper', rows && String(rows.upper), null, null) : null;
  const value = inChosen(parts, 'value', found, row, upper);
  if (value.formula === null && !line.plan?.skipped) {
    live.freeze(line, `what is found in table “${line.table}” stays`);
    return null;
  }
  const tableRow = inChosen(parts, 'tableRow', rows && String(line.row + 1), row, null);
  return { found: value, row, tableRow, upper };
}

interface Parts {
  line: Line;
  choice: TableChoice | undefined;
  sheets: ReadonlyMap<string, TableSheet>;
  formulas: ReadonlyMap<string, Formula>;
  memory: CellMemory;
}

/** A formula over the sheet of the table, or of the one that is chosen. */
function inChosen(
  { line, choice, sheets, formulas, memory }: Parts,
  finds: LookupFormula['finds'],
  result: CellValue,
  row: Cell | null,
  upper: Cell | null,
): Cell {
  const inTable = (name: string): Formula => {
    const table = sheets.get(name);
    if (!table) return missing;
    const keys = table.keys.map((key) => formulas.get(key.name) ?? missing);
    const named = table.answerNames.indexOf(line.column ?? '');
    const column = named === -1 ? 0 : named;
    return {
      kind: 'lookup',
      finds,
      table,
      keys,
      column,
      row,
      upper,
      result: name === line.table ? result : null,
    };
  };
  const formula = choice ? chosen(line, choice, memory, inTable) : inTable(line.table);
  const written = guarded(line, memory, formula);
  return line.plan?.skipped ? { value: null, formula: written } : computedCell(result, written);
}

function chosen(
  line: Line,
  { expression, inputs, of }: TableChoice,
  memory: CellMemory,
  inTable: (name: string) => Formula,
): Formula {
  const by = formulaOf(expression, (reading) => memory.read({ ...line, inputs }, reading));
  if (!by) {
    memory.live?.freeze(line, `table “${line.table}” stays the one that is chosen`);
    return inTable(line.table);
  }
  const isBoolean = typeof evaluate(by) === 'boolean';
  return Object.entries(of).reduceRight<Formula>((otherwise, [value, name]) => {
    const wanted = constant(isBoolean ? value === 'true' : value);
    return operation('if', operation('==', by, wanted), inTable(name), otherwise);
  }, missing);
}

/** What is sought: as the plan computes it, or as it was if a spreadsheet cannot. */
function keyFormula(line: Line, name: string, key: ReadExpression | undefined, memory: CellMemory): Formula {
  const sought = line.inputs[name] ?? null;
  const formula =
    key && formulaOf(key.expression, (reading) => memory.read({ ...line, inputs: key.inputs }, reading));
  if (formula && (line.plan?.skipped || writtenValue(evaluate(formula)) === sought)) return formula;
  (memory.live as LiveParts).freeze(line, `key “${name}” of table “${line.table}” stays`);
  return reference(foundCell(sought));
}
