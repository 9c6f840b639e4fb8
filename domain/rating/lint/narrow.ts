import { compareValues, equalValues } from '../../expression/comparison.js';
import { RatingProblem, toDecimal, type Value } from '../../expression/index.js';
import { daysOf } from './days.js';
import { canBe, listed, type Possible, rangeOf } from './possible.js';
import { contains, everyNumber, hasZero, intersection, type Range } from './range.js';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const opposites = { '==': '!=', '!=': '==', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const mirrors = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

export function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(opposites, operator);
}

/** What holds of two known values where the comparison does not. */
export function opposite(comparison: Comparison): Comparison {
  return opposites[comparison];
}

/** The same comparison with its sides changed. */
export function mirrored(comparison: Comparison): Comparison {
  return mirrors[comparison];
}

/** What `left` still can be where it compares so with `right`; null where it never does. */
export function narrowed(left: Possible, comparison: Comparison, right: Possible): Possible | null {
  if (left.type === 'list' || right.type === 'list') return left;
  if (comparison === '==') return equalTo(left, right);
  if (comparison === '!=') return differentFrom(left, right);
  return ordered(left, comparison, right);
}

/** What a value still can be where it is one of these, or, with `within` false, none of them. */
export function narrowedByList(item: Possible, members: readonly Value[], within: boolean): Possible | null {
  if (item.type === 'list') return item;
  const isMember = (value: Value) => members.some((member) => equalValues(member, value));
  if (item.list) return filtered(item, (value) => isMember(value) === within);
  if (!within) return item;
  const left = members.filter((member) => canBe(item, member));
  return left.length === 0 ? null : asListed(item, left);
}

function equalTo(left: Possible, right: Possible): Possible | null {
  if (left.list) return filtered(left, (value) => canBe(right, value));
  if (right.list) {
    const values = right.list.filter((value) => canBe(left, value));
    if (values.length === 0) return null;
    return right.list.length === 1 ? asListed(left, values) : left;
  }
  if (!left.range || !right.range) return left;
  const range = intersection(left.range, right.range);
  return range && { ...left, range };
}

function differentFrom(left: Possible, right: Possible): Possible | null {
  const [only] = right.list ?? [];
  if (only === undefined || right.list?.length !== 1) return left;
  if (left.list) return filtered(left, (value) => !equalValues(value, only));
  const at = toDecimal(only)?.toNumber();
  if (!left.range || at === undefined) return left;
  if (left.range.from === at && left.range.to === at) return null;
  return at === 0 && hasZero(left.range) ? { ...left, range: { ...left.range, nonZero: true } } : left;
}

function ordered(left: Possible, comparison: Comparison, right: Possible): Possible | null {
  if (left.type === 'date' && !left.list) return orderedDate(left, comparison, right);
  if (left.list && right.list) {
    const others = right.list;
    return filtered(left, (value) => others.some((other) => compares(value, comparison, other)));
  }
  const bounds = rangeOf(right);
  if (!bounds) {
    // Numbers have no order with texts that are none; the rating would stop there.
    const odd = right.list?.every((value) => toDecimal(value) === null);
    return left.type === 'number' && left.range && odd ? null : left;
  }
  const allowed = boundsOf(comparison, bounds);
  if (left.list) {
    return filtered(left, (value) => {
      const decimal = toDecimal(value);
      if (decimal === null) return right.type !== 'number';
      return contains(allowed, decimal.toNumber());
    });
  }
  if (!left.range) return left;
  const range = intersection(left.range, allowed);
  return range && { ...left, range };
}

function orderedDate(left: Possible, comparison: Comparison, right: Possible): Possible | null {
  const bounds = daysOf(right);
  if (!bounds) return left;
  const days = intersection(left.days ?? everyNumber, boundsOf(comparison, bounds));
  return days && { ...left, days };
}

function boundsOf(comparison: Comparison, { from, to, fromOpen, toOpen }: Range): Range {
  switch (comparison) {
    case '<':
      return { ...everyNumber, to, toOpen: true };
    case '<=':
      return { ...everyNumber, to, toOpen: toOpen ?? false };
    case '>':
      return { ...everyNumber, from, fromOpen: true };
    case '>=':
      return { ...everyNumber, from, fromOpen: fromOpen ?? false };
    case '==':
      return { from, to, fromOpen: fromOpen ?? false, toOpen: toOpen ?? false };
    case '!=':
      return everyNumber;
  }
}

function compares(a: Value, comparison: Comparison, b: Value): boolean {
  try {
    const order = compareValues(a, b);
    return comparison.startsWith('<')
      ? order < 0 || (comparison === '<=' && order === 0)
      : order > 0 || (comparison === '>=' && order === 0);
  } catch (error) {
    if (error instanceof RatingProblem) return false;
    throw error;
  }
}

function filtered(possible: Possible, keep: (value: Value) => boolean): Possible | null {
  const list = (possible.list ?? []).filter(keep);
  return list.length === 0 ? null : { ...possible, list };
}

function asListed({ type, direct, optional }: Possible, values: readonly Value[]): Possible {
  const known = type === 'number' ? values.flatMap((value) => toDecimal(value) ?? []) : values;
  return { ...listed(known), type, direct, optional };
}
