import { equalValues } from '../../expression/comparison.js';
import { Decimal, isDate, isDecimal, toDecimal, toText, type Value } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import { numberBound } from '../../questions/bounds.js';
import type { QuestionType } from '../../questions/question-types.js';
import { contains, everyNumber, hasZero, hull, point, type Range } from './range.js';

/** What an answer, a value or an expression can be, as far as the definition tells. */
export interface Possible {
  readonly type: 'number' | 'text' | 'date' | 'boolean' | 'list' | 'any';
  /** All values that there are, where they can be listed; of a `list`, all its members. */
  readonly list: readonly Value[] | null;
  /** The bounds of a number that is not listed. */
  readonly range: Range | null;
  /** The bounds of a date that is not listed, as numbers of days; absent where it has none. */
  readonly days?: Range | null;
  /** Each of these values can be given as an answer; otherwise they are an estimate that may hold too many. */
  readonly direct: boolean;
  /** It may be unknown: nobody has to answer. */
  readonly optional: boolean;
  /** Of an optional value: it is known where all of these conditions hold. */
  readonly onlyWhere?: readonly Logic[];
  /** A number without a fraction. */
  readonly whole?: true;
}

/** A type as a message names it. */
export const typeText = {
  number: 'a number',
  date: 'a date',
  boolean: 'true or false',
  list: 'a list of choices',
  text: 'a text',
  any: 'something else',
} as const;

/** Longer lists are kept by their bounds only. */
const longestList = 1000;

export const anything: Possible = { type: 'any', list: null, range: null, direct: false, optional: true };

/** Something of which nothing is known but that it is there, such as a cell of a table that has an error. */
export const something: Possible = { ...anything, optional: false };

export function numbers(range: Range, more: Partial<Possible> = {}): Possible {
  return { type: 'number', list: null, range, direct: false, optional: false, ...more };
}

export const anyNumber: Possible = numbers(everyNumber);

export function listed(values: readonly Value[], more: Partial<Possible> = {}): Possible {
  const distinct: Value[] = [];
  const seen = new Set<string>();
  for (const value of values) {
    const name = `${typeof value}:${toText(value)}`;
    if (!seen.has(name)) distinct.push(value);
    seen.add(name);
  }
  const type = typeOf(distinct);
  const possible: Possible = { type, list: distinct, range: null, direct: false, optional: false, ...more };
  if (distinct.length <= longestList) return possible;
  return { ...possible, list: null, range: type === 'number' ? rangeOf(possible) : null };
}

export const eitherBoolean: Possible = listed([true, false]);

/** A constant of an expression. */
export function constant(value: Value): Possible {
  return listed([value], { direct: true });
}

/** What the question can be answered with. */
export function answerTo({ answerType, definition, isLoop }: QuestionType): Possible {
  const { required, defaultAnswer, condition, min, max, decimals, answerChoices } = definition ?? {};
  const certain = condition === undefined && (required === true || defaultAnswer !== undefined);
  const common = { direct: true, optional: !certain };
  const choices =
    answerChoices?.map((choice) => (typeof choice === 'string' ? choice : choice.value)) ?? null;
  if (isLoop) return anything;
  switch (answerType) {
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT':
      return numbers(
        { from: numberBound(min) ?? everyNumber.from, to: numberBound(max) ?? everyNumber.to },
        { ...common, ...(decimals === 0 && { whole: true }) },
      );
    case 'BOOLEAN':
      return { ...eitherBoolean, ...common };
    case 'SELECT':
      return { type: 'text', list: choices, range: null, ...common };
    case 'MULTI_SELECT':
      return { type: 'list', list: choices, range: null, ...common };
    case 'DATE':
      return { type: 'date', list: null, range: null, ...common };
    case 'TEXT':
      return { type: 'text', list: null, range: null, ...common };
  }
}

/** Its bounds as a number, where every value is one. */
export function rangeOf({ type, list, range }: Possible): Range | null {
  if (list === null || type === 'list') return range;
  const decimals = list.map((value) => toDecimal(value));
  const known = decimals.filter((decimal) => decimal !== null);
  if (known.length < list.length || known.length === 0) return null;
  const nonZero = known.every((decimal) => !decimal.isZero());
  return { ...known.map((decimal) => point(decimal.toNumber())).reduce(hull), nonZero };
}

export function canBeZero(possible: Possible): boolean {
  const range = rangeOf(possible);
  return range !== null && hasZero(range);
}

/** One or the other. */
export function either(a: Possible, b: Possible): Possible {
  const common = {
    direct: a.direct && b.direct,
    optional: a.optional || b.optional,
    ...(isWhole(a) && isWhole(b) && { whole: true as const }),
  };
  const type = a.type === b.type ? a.type : 'any';
  if (a.list && b.list && a.type !== 'list' && b.type !== 'list') {
    return { ...listed([...a.list, ...b.list]), type, ...common };
  }
  if (a.days && b.days) return { type, list: null, range: null, days: hull(a.days, b.days), ...common };
  const [first, second] = [rangeOf(a), rangeOf(b)];
  if (first && second) return { type, list: null, range: hull(first, second), ...common };
  return { type, list: null, range: null, ...common };
}

/** Whether it is a number without a fraction. */
export function isWhole({ type, list, whole }: Possible): boolean {
  if (list === null || type === 'list') return whole === true;
  return list.every((value) => toDecimal(value)?.isInteger() === true);
}

/** Whether a value can be this constant. */
export function canBe({ type, list, range }: Possible, value: Value): boolean {
  if (list) return list.some((member) => equalValues(member, value));
  if (range) {
    const decimal = toDecimal(value);
    return decimal !== null && contains(range, decimal.toNumber());
  }
  return type !== 'date' || (typeof value === 'string' && isDate(value));
}

/** What it can be, in words: `it is from 0 to 99`. Empty where nothing is known. */
export function described({ type, list, range }: Possible): string {
  if (list) {
    const shown = list.slice(0, 8).map(written);
    const more = list.length > shown.length ? ', ...' : '';
    return list.length === 1 ? `it is ${shown[0]}` : `it is one of ${shown.join(', ')}${more}`;
  }
  if (!range) return type === 'any' ? '' : `it is a ${type}`;
  const { from, to, fromOpen, toOpen } = range;
  const least = Number.isFinite(from) ? `${fromOpen ? 'more than' : 'at least'} ${writtenNumber(from)}` : '';
  const most = Number.isFinite(to) ? `${toOpen ? 'less than' : 'at most'} ${writtenNumber(to)}` : '';
  const bounds = [least, most].filter((text) => text !== '').join(' and ');
  return bounds === '' ? 'it is a number' : `it is ${bounds}`;
}

/** A value as an author would write it. */
export function written(value: Value): string {
  return isDecimal(value) || typeof value === 'boolean' ? toText(value) : JSON.stringify(toText(value));
}

/** A bound as an author would write it. */
export function writtenNumber(number: number): string {
  return Decimal.of(number).toFixed();
}

function typeOf(values: readonly Value[]): Possible['type'] {
  const types = new Set(
    values.map((value) => (isDecimal(value) ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text')),
  );
  const [type] = types;
  return types.size === 1 && type ? type : 'any';
}
