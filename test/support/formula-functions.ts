/** An error of a spreadsheet. */
export class FormulaError {
  constructor(readonly code: string) {}
}

/** A value of a cell; null is an empty one. */
export type Scalar = number | string | boolean | null | FormulaError;

const notANumber = new FormulaError('#VALUE!');

export function numberOf(value: Scalar): number | FormulaError {
  if (value instanceof FormulaError) return value;
  if (typeof value !== 'string') return Number(value ?? 0);
  return value.trim() === '' || Number.isNaN(Number(value)) ? notANumber : Number(value);
}

function textOf(value: Scalar): string | FormulaError {
  if (value instanceof FormulaError) return value;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
}

/** A function of numbers; an error is passed on. */
function ofNumbers(compute: (...numbers: number[]) => number | FormulaError) {
  return (...values: Scalar[]): Scalar => {
    const numbers = values.map(numberOf);
    const error = numbers.find((number) => number instanceof FormulaError);
    return error ?? compute(...(numbers as number[]));
  };
}

function ofTexts(compute: (...texts: string[]) => Scalar) {
  return (...values: Scalar[]): Scalar => {
    const texts = values.map(textOf);
    const error = texts.find((text) => text instanceof FormulaError);
    return error ?? compute(...(texts as string[]));
  };
}

/** Numbers come before texts, texts before booleans; an empty cell is what it is compared with. */
function compared(holds: (order: number) => boolean) {
  return (a: Scalar = null, b: Scalar = null): Scalar => {
    if (a instanceof FormulaError) return a;
    if (b instanceof FormulaError) return b;
    const [left, right] = [filled(a, b), filled(b, a)];
    const order = rankOf(left) - rankOf(right) || compareSame(left, right);
    return holds(order);
  };
}

function filled(value: Exclude<Scalar, FormulaError>, other: Scalar): string | number | boolean {
  return value ?? (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0);
}

function rankOf(value: string | number | boolean): number {
  return ['number', 'string', 'boolean'].indexOf(typeof value);
}

function compareSame(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = [a.toLowerCase(), b.toLowerCase()];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  // As 15 digits.
  return Number(Number(a).toPrecision(15)) - Number(Number(b).toPrecision(15));
}

function rounded(number: number, digits: number, round: (units: number) => number): number {
  const scale = 10 ** digits;
  return (Math.sign(number) * round(Number((Math.abs(number) * scale).toPrecision(15)))) / scale;
}

function dateOf(serial: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000);
}

/** Functions that are computed for each row of a range. */
export const rowFunctions: Readonly<Record<string, (...values: Scalar[]) => Scalar>> = {
  '=': compared((order) => order === 0),
  '<>': compared((order) => order !== 0),
  '<': compared((order) => order < 0),
  '<=': compared((order) => order <= 0),
  '>': compared((order) => order > 0),
  '>=': compared((order) => order >= 0),
  '&': ofTexts((a, b) => a + b),
  '+': ofNumbers((a, b = 0) => a + b),
  '-': ofNumbers((a, b = 0) => a - b),
  '*': ofNumbers((a, b = 0) => a * b),
  '/': ofNumbers((a, b = 0) => (b === 0 ? new FormulaError('#DIV/0!') : a / b)),
  negative: ofNumbers((a) => -a),
  ABS: ofNumbers(Math.abs),
  INT: ofNumbers(Math.floor),
  TRUNC: ofNumbers(Math.trunc),
  POWER: ofNumbers((a, b = 1) => a ** b),
  MOD: ofNumbers((a, b = 1) => a - b * Math.floor(a / b)),
  ROUND: ofNumbers((a, digits = 0) => rounded(a, digits, Math.round)),
  ROUNDUP: ofNumbers((a, digits = 0) => rounded(a, digits, Math.ceil)),
  ROUNDDOWN: ofNumbers((a, digits = 0) => rounded(a, digits, Math.floor)),
  YEAR: ofNumbers((serial) => dateOf(serial).getUTCFullYear()),
  MONTH: ofNumbers((serial) => dateOf(serial).getUTCMonth() + 1),
  DAY: ofNumbers((serial) => dateOf(serial).getUTCDate()),
  DATE: ofNumbers(
    (year, month = 1, day = 1) => (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000,
  ),
  EXACT: ofTexts((a, b) => a === b),
  FIND: ofTexts((sought, text = '') =>
    text.includes(sought) ? text.indexOf(sought) + 1 : new FormulaError('#VALUE!'),
  ),
  MID: ofTexts((text, from, length) => text.slice(Number(from) - 1, Number(from) - 1 + Number(length))),
  TEXT: (value = null) => (value instanceof FormulaError ? value : String(value)),
  NOT: (value = null) => (value instanceof FormulaError ? value : numberOf(value) === 0),
  ISNUMBER: (value = null) => typeof value === 'number',
  ISERROR: (value = null) => value instanceof FormulaError,
};
