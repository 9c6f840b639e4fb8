import { Exact } from './exact.js';
import { exact, exactOrNull, isCalendarDate, type Known, type Maybe, Refusal, yesOrNo } from './value.js';

/** What an expression reads. */
export interface Surroundings {
  answer(qid: string): Maybe;
  value(name: string): Maybe;
  iterations(loop: string): number | null;
  /** The number of the iteration that an answer names. */
  numberOf?(loop: string, name: string): string | null;
  /** Whether the iteration itself answers a question. */
  asks?(qid: string): boolean;
  /** The iterations that it is about, from the outside in. */
  stops?: readonly { loop: string; index: number }[];
}

/** JSON Logic as `docs/guides/authoring-a-product.md` describes it, read from the definition each time. */
export function evaluate(logic: unknown, around: Surroundings): Maybe {
  if (typeof logic === 'number') return Exact.of(logic);
  if (typeof logic === 'string' || typeof logic === 'boolean') return logic;
  if (Array.isArray(logic)) return logic.map((item) => String(evaluate(item, around)));
  if (typeof logic !== 'object' || logic === null) return null;
  const [[operator, written] = ['', null]] = Object.entries(logic);
  const parts: unknown[] = Array.isArray(written) ? written : [written];
  const part = (index: number) => evaluate(parts[index], around);
  switch (operator) {
    case 'answer':
      return around.answer(String(written));
    case 'value':
      return around.value(String(written));
    case 'iterations': {
      const count = around.iterations(String(written));
      return count === null ? null : Exact.of(count);
    }
    case 'answered':
      return around.answer(String(written)) !== null;
    case 'if':
      for (let index = 0; index + 1 < parts.length; index += 2) {
        if (truth(part(index)) === true) return part(index + 1);
      }
      return parts.length % 2 === 1 ? part(parts.length - 1) : null;
    case 'and':
      return all(parts.map((_, index) => truth(part(index))));
    case 'or':
      return negated(all(parts.map((_, index) => negated(truth(part(index))))));
    case '!':
      return negated(truth(part(0)));
    case '!!':
      return truth(part(0)) === true;
    case '??':
      return parts.map((_, index) => part(index)).find((value) => value !== null) ?? null;
    default: {
      const operands = parts.map((_, index) => part(index));
      const known = operands.filter((operand) => operand !== null);
      return known.length < operands.length ? null : compute(operator, known);
    }
  }
}

export function holds(logic: unknown, around: Surroundings): boolean {
  return logic === undefined || truth(evaluate(logic, around)) === true;
}

function truth(value: Maybe): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  return value instanceof Exact ? !value.isZero() : value.length > 0;
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function all(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

function compute(operator: string, operands: readonly Known[]): Maybe {
  const [a = '', b = '', c = 'HALF_UP'] = operands;
  const fold = (combine: (x: Exact, y: Exact) => Exact) => operands.map(exact).reduce(combine);
  switch (operator) {
    case '+':
      return fold((x, y) => x.plus(y));
    case '-':
      return operands.length === 1 ? Exact.of(0).minus(exact(a)) : fold((x, y) => x.minus(y));
    case '*':
      return fold((x, y) => x.times(y));
    case '/':
      return fold((x, y) => {
        if (y.isZero()) throw new Refusal('DIVISION_BY_ZERO');
        return x.dividedBy(y);
      });
    case 'min':
      return fold((x, y) => (y.order(x) < 0 ? y : x));
    case 'max':
      return fold((x, y) => (y.order(x) > 0 ? y : x));
    case 'abs':
      return exact(a).order(Exact.of(0)) < 0 ? Exact.of(0).minus(exact(a)) : exact(a);
    case 'round':
      return exact(a).rounded(operands.length > 1 ? Number(exact(b).over) : 0, String(c));
    case '==':
      return same(a, b);
    case '!=':
      return !same(a, b);
    case '<':
      return operands.slice(1).every((next, index) => order(operands[index] ?? '', next) < 0);
    case '<=':
      return operands.slice(1).every((next, index) => order(operands[index] ?? '', next) <= 0);
    case '>':
      return operands.slice(1).every((next, index) => order(operands[index] ?? '', next) > 0);
    case '>=':
      return operands.slice(1).every((next, index) => order(operands[index] ?? '', next) >= 0);
    case 'in':
      if (Array.isArray(b)) return b.some((member: string) => same(a, member));
      return typeof a === 'string' && typeof b === 'string' && b.includes(a);
    case 'cat':
      return operands.map(String).join('');
    case 'substr':
      return String(a).substr(
        Number(exact(b).over),
        operands.length > 2 ? Number(exact(c).over) : String(a).length,
      );
    case 'length':
      return Exact.of(Array.isArray(a) ? a.length : String(a).length);
    case 'yearsBetween':
      return Exact.of(years(day(a), day(b)));
    case 'monthsBetween':
      return Exact.of(months(day(a), day(b)));
    case 'daysBetween':
      return Exact.of((Date.parse(day(b)) - Date.parse(day(a))) / 86_400_000);
    case 'proRata':
      return daysWithin(operands);
    case 'year':
      return Exact.of(Number(day(a).slice(0, 4)));
    case 'month':
      return Exact.of(Number(day(a).slice(5, 7)));
    case 'day':
      return Exact.of(Number(day(a).slice(8)));
    case 'power': {
      const times = Number(exact(b).over);
      if (times < 0 && exact(a).isZero()) throw new Refusal('DIVISION_BY_ZERO');
      const product = Array.from({ length: Math.abs(times) }, () => exact(a)).reduce(
        (all, one) => all.times(one),
        Exact.of(1),
      );
      return times < 0 ? Exact.of(1).dividedBy(product) : product;
    }
    default:
      throw new Error(`the demo products do not use "${operator}", so it is not known here`);
  }
}

/** Texts letter by letter; a number also equals the text that writes it, a boolean the text that means it. */
function same(a: Known, b: Known): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  if (a instanceof Exact || b instanceof Exact) {
    const [x, y] = [exactOrNull(a), exactOrNull(b)];
    return x !== null && y !== null && x.order(y) === 0;
  }
  if (typeof a === 'boolean') return a === (typeof b === 'string' ? yesOrNo(b) : b);
  return typeof b === 'boolean' ? same(b, a) : [...a].sort().join() === [...b].sort().join();
}

function order(a: Known, b: Known): number {
  const [x, y] = [exactOrNull(a), exactOrNull(b)];
  if (x && y) return x.order(y);
  if (typeof a !== 'string' || typeof b !== 'string') throw new Refusal('TYPE_MISMATCH');
  return a < b ? -1 : a > b ? 1 : 0;
}

function day(value: Known): string {
  if (typeof value === 'string' && isCalendarDate(value)) return value;
  throw new Refusal('TYPE_MISMATCH');
}

/** Whole years: those of the calendar, less one where the day of the year has not come yet. */
function months(from: string, to: string): number {
  if (to < from) return -months(to, from);
  const inYears = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12;
  return inYears + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) - (to.slice(8) < from.slice(8) ? 1 : 0);
}

function years(from: string, to: string): number {
  if (to < from) return -years(to, from);
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);
}

/** Day by day: those of the second period that are in the first one. */
function daysWithin(operands: readonly Known[]): Exact {
  const [from = 0, to = 0, start = 0, end = 0] = operands.map((operand) => Date.parse(day(operand)));
  const days: number[] = [];
  for (let at = start; at < end; at += 86_400_000) days.push(at);
  if (days.length === 0) throw new Refusal('OUT_OF_BOUNDS');
  return Exact.of(days.filter((at) => at >= from && at < to).length).dividedBy(Exact.of(days.length));
}
