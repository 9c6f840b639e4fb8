import { isDecimal, parseBoolean } from '../../domain/expression/index.js';
import { evaluate, numberOf } from '../../domain/rating/cells/evaluate.js';
import type { Cell, Formula, LookupFormula, Operation } from '../../domain/rating/cells/formula.js';
import type { TableSheet } from '../../domain/rating/cells/table-sheet.js';
import { monthsText } from './date-formula.js';
import { dateText } from './excel-dates.js';
import { lookupText } from './lookup-formula.js';

/** The position of a cell in the workbook. */
export interface Address {
  sheet: string;
  column: string;
  row: number;
}

/** Money has fewer decimals; numbers with more are compared, not charged. */
const mostScaledDigits = 4;

/** The most arguments of a function. */
const mostArguments = 255;

/** The longest formula that a cell can hold. */
const longestFormula = 8_000;

/**
 * A formula in the spreadsheet's language, as it is written in the sheet `home`; undefined if it is too long
 * for a cell or a function.
 *
 * Spreadsheets compute with binary numbers. An amount is first rounded to the digits that are certain, so
 * that 1,234.4999999999998, which stands for 1,234.5, is rounded as the exact decimal was.
 */
export function spreadsheetFormula(
  formula: Formula,
  home: string,
  addresses: ReadonlyMap<Cell, Address>,
  tables: ReadonlyMap<TableSheet, string> = new Map(),
): string | undefined {
  const writer = new FormulaWriter(home, addresses, tables);
  const text = writer.write(formula);
  return text.length > longestFormula || writer.hasTooManyRanges ? undefined : text;
}

const infix: ReadonlyMap<Operation, { sign: string; binds: number }> = new Map([
  ['==', { sign: '=', binds: 1 }],
  ['!=', { sign: '<>', binds: 1 }],
  ['<', { sign: '<', binds: 1 }],
  ['<=', { sign: '<=', binds: 1 }],
  ['>', { sign: '>', binds: 1 }],
  ['>=', { sign: '>=', binds: 1 }],
  ['+', { sign: '+', binds: 2 }],
  ['-', { sign: '-', binds: 3 }],
  ['*', { sign: '*', binds: 4 }],
  ['/', { sign: '/', binds: 5 }],
]);

const columnFunctions = {
  sum: 'SUM',
  max: 'MAX',
  min: 'MIN',
  average: 'AVERAGE',
  any: 'OR',
  all: 'AND',
} as const;

class FormulaWriter {
  hasTooManyRanges = false;

  constructor(
    private readonly home: string,
    private readonly addresses: ReadonlyMap<Cell, Address>,
    private readonly tables: ReadonlyMap<TableSheet, string>,
  ) {}

  write(formula: Formula, within = 0): string {
    switch (formula.kind) {
      case 'constant':
        return literal(formula.value);
      case 'cell':
        return this.#cell(formula.cell, within);
      case 'any':
      case 'all':
        if (formula.cells.some(isConditional))
          return parenthesized(this.#anyOrAll(formula.kind, formula.cells), within >= 1);
        return this.#overColumn(formula.kind, formula.cells);
      case 'sum':
      case 'max':
      case 'min':
      case 'average':
        return this.#overColumn(formula.kind, formula.cells);
      case 'count':
        return parenthesized(this.#countIf(formula.cells, 'TRUE'), within >= 2);
      case 'rank':
        return parenthesized(this.#rank(formula), within >= 2);
      case 'round':
        return parenthesized(this.#round(formula), within >= 2);
      case 'missing':
        return 'NA()';
      case 'lookup':
        return parenthesized(
          this.#lookup(formula),
          within >= 2 && formula.finds === 'value' && formula.table.form !== 'list',
        );
      case 'operation':
        return this.#operation(formula.operation, formula.operands, within);
    }
  }

  #operation(operation: Operation, operands: readonly Formula[], within: number): string {
    if ((operation === '==' || operation === '!=') && operands.some(isText)) {
      // A plain comparison of texts ignores case.
      const asked = asBooleans(operands);
      const exact = asked
        ? `(${asked.map((operand) => this.write(operand, 1)).join('=')})`
        : `EXACT(${this.#list(operands)})`;
      return operation === '==' ? exact : `NOT(${exact})`;
    }
    const known = infix.get(operation);
    if (known && operands.length > 1) {
      const text = operands.map((operand) => this.write(operand, known.binds)).join(known.sign);
      return parenthesized(text, within >= known.binds);
    }
    switch (operation) {
      case '-':
        return `(-${operands.map((operand) => this.write(operand, 9)).join('')})`;
      case '+':
      case '*':
        return operands.map((operand) => this.write(operand, within)).join('');
      case '!':
        return `NOT(${this.#list(operands)})`;
      case 'in': {
        const [item = '', list = ''] = operands.map((operand) => this.write(operand, 9));
        return `ISNUMBER(FIND(", "&${item}&", ",", "&${list}&", "))`;
      }
      case '/':
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        // Always between operands, so written above.
        return '';
      case 'known':
        return `(${this.#list(operands)}<>"")`;
      case '%': {
        const [a = '', b = ''] = operands.map((operand) => this.write(operand, 9));
        return `(${a}-${b}*TRUNC(${a}/${b}))`;
      }
      case 'cat':
        return `(${operands.map((operand) => this.#text(operand)).join('&')})`;
      case 'substr': {
        const [of, from, length] = operands;
        const start = from && evaluate(from);
        return `MID(${of ? this.#text(of) : ''},${Number(start) + 1},${length ? this.write(length) : longestFormula})`;
      }
      case 'daysBetween': {
        const [from = '', to = ''] = operands.map((operand) => this.write(operand, 9));
        return `(${to}-${from})`;
      }
      case 'monthsBetween':
      case 'yearsBetween': {
        const [from = '', to = ''] = operands.map((operand) => this.write(operand, 9));
        const months = monthsText(from, to);
        return operation === 'monthsBetween' ? months : `TRUNC(${months}/12)`;
      }
      case 'min':
      case 'max':
      case 'abs':
      case 'power':
      case 'year':
      case 'month':
      case 'day':
      case 'and':
      case 'or':
      case 'if':
        return `${operation.toUpperCase()}(${this.#list(operands)})`;
    }
  }

  #lookup(lookup: LookupFormula): string {
    return lookupText(lookup, {
      sheet: this.#sheet({ sheet: this.tables.get(lookup.table) ?? '' }),
      key: (key) => this.#key(key),
      cell: (cell) => this.#cell(cell, 9),
    });
  }

  /** What is looked up, without the errors of binary numbers: they decide about a band. */
  #key(key: Formula): string {
    const text = this.write(key, 1);
    const isComputed = key.kind !== 'constant' && !(key.kind === 'cell' && key.cell.formula === null);
    const value = evaluate(key);
    return isComputed && isDecimal(value) ? `ROUND(${text},${Math.min(9, certainDigits(key))})` : text;
  }

  /** As a part of a text. */
  #text(operand: Formula): string {
    const value = evaluate(operand);
    const text = this.write(operand, 9);
    return typeof value === 'string' && dateText(value) !== null ? `TEXT(${text},"yyyy-mm-dd")` : text;
  }

  #overColumn(kind: keyof typeof columnFunctions, cells: readonly Cell[]): string {
    return `${columnFunctions[kind]}(${this.#ranges(cells).join(',')})`;
  }

  /** Iterations that are left out have no result. */
  #anyOrAll(kind: 'any' | 'all', cells: readonly Cell[]): string {
    return kind === 'any' ? `${this.#countIf(cells, 'TRUE')}>0` : `${this.#countIf(cells, 'FALSE')}=0`;
  }

  #list(operands: readonly Formula[]): string {
    return operands.map((operand) => this.write(operand)).join(',');
  }

  #round({ of, digits, mode }: Extract<Formula, { kind: 'round' }>): string {
    const exact = this.write(of);
    if (mode === 'HALF_UP' && digits > mostScaledDigits) return `ROUND(${exact},${digits})`;
    // Rounded in units of the last digit: not every program rounds digits after the point correctly.
    const certain = certainDigits(of);
    const scale = `1${'0'.repeat(Math.abs(digits))}`;
    const units = digits === 0 ? exact : `${this.write(of, 9)}${digits > 0 ? '*' : '/'}${scale}`;
    const whole = wholeUnits(`ROUND(${units},${Math.max(0, certain - digits)})`, mode);
    return digits === 0 ? whole : `${whole}${digits > 0 ? '/' : '*'}${scale}`;
  }

  #rank({ of, among, first }: Extract<Formula, { kind: 'rank' }>): string {
    const own = this.#cell(of, 0);
    // The criterion of COUNTIF is a text of 15 digits, so that only rounded numbers can be compared by it.
    const higher =
      first === undefined
        ? `1+${this.#countIf(among, `">"&${own}`)}`
        : `RANK(${own},${this.#union(among)},${first === 'highest' ? 0 : 1})`;
    const before = among.slice(0, among.indexOf(of));
    return before.length === 0 ? higher : `${higher}+${this.#countIf(before, own)}`;
  }

  #cell(cell: Cell, within: number): string {
    const address = this.addresses.get(cell);
    if (address) return `${this.#sheet(address)}${address.column}${address.row}`;
    return cell.formula ? this.write(cell.formula, within) : literal(cell.value);
  }

  #countIf(cells: readonly Cell[], criterion: string): string {
    return this.#ranges(cells)
      .map((range) => `COUNTIF(${range},${criterion})`)
      .join('+');
  }

  #union(cells: readonly Cell[]): string {
    const ranges = this.#ranges(cells);
    return ranges.length === 1 ? ranges.join('') : `(${ranges.join(',')})`;
  }

  /** The cells as ranges of their column, which have only empty cells between them. */
  #ranges(cells: readonly Cell[]): string[] {
    const ranges: { first: Address; last: Address }[] = [];
    for (const cell of cells) {
      const address = this.addresses.get(cell);
      if (!address) continue;
      const current = ranges.at(-1);
      if (current && isEmptyBetween(current.last, address, this.addresses)) current.last = address;
      else ranges.push({ first: address, last: address });
    }
    if (ranges.length === 0) return ['0'];
    if (ranges.length > mostArguments) this.hasTooManyRanges = true;
    return ranges.map(
      ({ first, last }) => `${this.#sheet(first)}${first.column}${first.row}:${last.column}${last.row}`,
    );
  }

  #sheet({ sheet }: Pick<Address, 'sheet'>): string {
    return sheet === this.home ? '' : `'${sheet.replaceAll("'", "''")}'!`;
  }
}

/** The cells of a workbook that are not empty, by name. */
const filled = new WeakMap<ReadonlyMap<Cell, Address>, ReadonlySet<string>>();

function isEmptyBetween(above: Address, below: Address, addresses: ReadonlyMap<Cell, Address>): boolean {
  if (above.sheet !== below.sheet || above.column !== below.column) return false;
  const nameOf = ({ sheet, column }: Address, row: number) => `${sheet}!${column}${row}`;
  const names =
    filled.get(addresses) ?? new Set([...addresses.values()].map((each) => nameOf(each, each.row)));
  filled.set(addresses, names);
  for (let row = above.row + 1; row < below.row; row++) {
    if (names.has(nameOf(above, row))) return false;
  }
  return true;
}

function wholeUnits(units: string, mode: string): string {
  switch (mode) {
    case 'UP':
      return `ROUNDUP(${units},0)`;
    case 'DOWN':
      return `ROUNDDOWN(${units},0)`;
    case 'CEILING':
      return `-INT(-${units})`;
    case 'FLOOR':
      return `INT(${units})`;
    case 'HALF_UP':
      return `ROUND(${units},0)`;
    default:
      // Half to even; spreadsheets have no function for it.
      return `IF(ABS(MOD(ABS(${units}),1)-0.5)<0.000001,2*ROUND(${units}/2,0),ROUND(${units},0))`;
  }
}

function literal(value: Cell['value']): string {
  if (value === null) return '""';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (numberOf(value)) return value.startsWith('-') ? `(${value})` : value;
  const date = dateText(value);
  if (date !== null) return date;
  return `"${value.replaceAll('"', '""')}"`;
}

function parenthesized(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}

/** The decimals that 15 significant digits leave certain, less one for earlier rounding errors. */
function certainDigits(formula: Formula): number {
  const value = evaluate(formula);
  const whole = value === null ? 0 : (/^-?(\d+)/.exec(String(value))?.[1]?.length ?? 0);
  return Math.max(0, Math.min(12, 14 - whole));
}

function isConditional({ formula }: Cell): boolean {
  return formula?.kind === 'operation' && formula.operation === 'if';
}

/** Operands of a comparison as booleans, if one is a boolean and the other is a constant that means one: `"yes"`. */
function asBooleans(operands: readonly Formula[]): Formula[] | null {
  if (!operands.some((operand) => typeof evaluate(operand) === 'boolean')) return null;
  const booleans = operands.map((operand): Formula => {
    const meant =
      operand.kind === 'constant' && typeof operand.value === 'string' ? parseBoolean(operand.value) : null;
    return meant === null ? operand : { kind: 'constant', value: meant };
  });
  return booleans.every((operand, index) => operand === operands[index]) ? null : booleans;
}

function isText(formula: Formula): boolean {
  const value =
    formula.kind === 'constant' ? formula.value : formula.kind === 'cell' ? formula.cell.value : null;
  return typeof value === 'string' && numberOf(value) === null;
}
