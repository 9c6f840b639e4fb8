import { compareValues, equalValues } from '../../expression/comparison.js';
import { Decimal, isDecimal, parseDecimal, RatingProblem, type Value } from '../../expression/index.js';
import { operators } from '../../expression/operators.js';
import type { Cell, CellValue, Formula, Operation } from './formula.js';

/** Numbers in the notation of the rating. Codes such as `01` and `1.50` are texts. */
const plainNumber = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** The value as a decimal if it is a number in the rating's notation. */
export function numberOf(value: CellValue): Decimal | null {
  return typeof value === 'string' && value.length < 60 && plainNumber.test(value) ? Decimal.of(value) : null;
}

/** A formula evaluated with the recorded values of its cells; null if it has no value. */
export function evaluate(formula: Formula): Value | null {
  try {
    return computed(formula);
  } catch (error) {
    if (error instanceof RatingProblem) return null;
    throw error;
  }
}

function computed(formula: Formula): Value | null {
  switch (formula.kind) {
    case 'constant':
      return typed(formula.value);
    case 'cell':
      return typed(formula.cell.value);
    case 'round': {
      const amount = decimal(evaluate(formula.of));
      return amount?.round(formula.digits, formula.mode) ?? null;
    }
    case 'sum':
      return total(formula.cells);
    case 'average':
      return total(formula.cells)?.dividedBy(given(formula.cells).length) ?? null;
    case 'max':
    case 'min':
      return fold(
        formula.kind,
        given(formula.cells).map(({ value }) => numberOf(value)),
      );
    case 'count':
      return Decimal.of(formula.cells.filter(({ value }) => value === true).length);
    case 'lookup':
      return typed(formula.result);
    case 'missing':
      return null;
    case 'any':
      return formula.cells.some(({ value }) => value === true);
    case 'all':
      return given(formula.cells).every(({ value }) => value === true);
    case 'rank':
      return rank(formula);
    case 'operation':
      return operate(formula.operation, formula.operands);
  }
}

/**
 * A cell for a recorded value. Its formula is kept only if it evaluates to exactly that value, so that a
 * recalculated spreadsheet cannot differ from the rating.
 */
export function computedCell(value: CellValue, formula: Formula | null): Cell {
  const isComputed =
    formula !== null && formula.kind !== 'constant' && isSame(writtenValue(evaluate(formula)), value);
  return { value, formula: isComputed ? formula : null };
}

/**
 * Whether a computed value is the recorded one. Of numbers without an end, such as thirds, only the digits count that a
 * spreadsheet has: the recorded ones were cut.
 */
function isSame(computed: CellValue, recorded: CellValue): boolean {
  if (computed === recorded) return true;
  if (typeof computed !== 'string' || typeof recorded !== 'string') return false;
  const isCut = computed.length > cutFrom && recorded.length > cutFrom;
  return isCut && computed.slice(0, comparedTo) === recorded.slice(0, comparedTo);
}

/** The characters of a number that was cut at 34 digits, and those that certainly agree. */
const [cutFrom, comparedTo] = [32, 28];

/** A cell for a formula without a recorded value. */
export function derivedCell(formula: Formula): Cell {
  return { value: writtenValue(evaluate(formula)), formula };
}

/** A value as a cell has it. */
export function writtenValue(value: Value | null): CellValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  return isDecimal(value) ? value.toFixed() : value.join(', ');
}

function typed(value: CellValue): Value | null {
  return numberOf(value) ?? value;
}

function decimal(value: Value | null): Decimal | null {
  if (value === null || isDecimal(value)) return value;
  return typeof value === 'string' ? parseDecimal(value) : null;
}

function total(cells: readonly Cell[]): Decimal | null {
  let sum: Decimal | null = null;
  for (const { value } of given(cells)) {
    const amount = numberOf(value);
    if (amount === null) return null;
    sum = sum === null ? amount : sum.plus(amount);
  }
  return sum ?? Decimal.of(0);
}

/** Iterations that are left out have no value. */
function given(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ value }) => value !== null);
}

function rank({ of, among, first }: Extract<Formula, { kind: 'rank' }>): Decimal | null {
  const own = numberOf(of.value);
  if (own === null) return null;
  const place = among.indexOf(of);
  const ahead = among.filter((cell, index) => {
    const other = numberOf(cell.value);
    if (other === null) return false;
    const isAhead = first === 'lowest' ? other.lessThan(own) : other.greaterThan(own);
    return isAhead || (other.equals(own) && index < place);
  });
  return Decimal.of(ahead.length + 1);
}

function operate(operation: Operation, operands: readonly Formula[]): Value | null {
  if (operation === 'if') return branch(operands);
  const values = operands.map(evaluate);
  if (operation === 'known') return values[0] !== null;
  if (operation === 'and' && values.includes(false)) return false;
  if (operation === 'or' && values.includes(true)) return true;
  if (values.includes(null)) return null;
  const [a, b] = values as Value[];
  switch (operation) {
    case '==':
      return equalValues(a, b);
    case '!=':
      return !equalValues(a, b);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operation, a, b);
    case 'in':
      return isListed(a, b);
    case 'and':
      return values.every((value) => value === true);
    case 'or':
      return values.some((value) => value === true);
    case '!':
      return typeof a === 'boolean' ? !a : null;
    case '+':
    case '-':
    case '*':
    case '/':
    case 'power':
    case 'min':
    case 'max':
    case 'abs':
      return fold(operation, values.map(decimal));
    case '%':
    case 'cat':
    case 'substr':
    case 'year':
    case 'month':
    case 'day':
    case 'yearsBetween':
    case 'monthsBetween':
    case 'daysBetween':
      return operators[operation]?.(values) ?? null;
  }
}

function branch([condition, then, otherwise]: readonly Formula[]): Value | null {
  if (!condition || !then || !otherwise) return null;
  const holds = evaluate(condition);
  if (typeof holds !== 'boolean') return null;
  return evaluate(holds ? then : otherwise);
}

function ordered(
  operation: '<' | '<=' | '>' | '>=',
  a: Value | undefined,
  b: Value | undefined,
): boolean | null {
  if (a === undefined || b === undefined) return null;
  if (typeof a === 'boolean' || typeof b === 'boolean' || isDecimal(a) !== isDecimal(b)) return null;
  const order = compareValues(a, b);
  if (operation === '<') return order < 0;
  if (operation === '<=') return order <= 0;
  return operation === '>' ? order > 0 : order >= 0;
}

/** Whether a text is in the comma-separated list of a cell. */
function isListed(item: Value | undefined, list: Value | undefined): boolean | null {
  if (typeof item !== 'string' || typeof list !== 'string') return null;
  return list.split(', ').includes(item);
}

function fold(
  operation: '+' | '-' | '*' | '/' | 'power' | 'min' | 'max' | 'abs',
  numbers: readonly (Decimal | null)[],
): Decimal | null {
  const [first, ...others] = numbers;
  if (!first) return null;
  if (operation === 'abs') return first.abs();
  if (operation === '-' && others.length === 0) return first.negated();
  let result = first;
  for (const other of others) {
    if (!other) return null;
    result = combine(operation, result, other);
  }
  return result;
}

function combine(
  operation: '+' | '-' | '*' | '/' | 'power' | 'min' | 'max',
  a: Decimal,
  b: Decimal,
): Decimal {
  switch (operation) {
    case '+':
      return a.plus(b);
    case '-':
      return a.minus(b);
    case '*':
      return a.times(b);
    case '/':
      return a.dividedBy(b);
    case 'power':
      return a.toPower(b);
    case 'min':
      return Decimal.min(a, b);
    case 'max':
      return Decimal.max(a, b);
  }
}
