import { equalValues } from './comparison.js';
import { Decimal } from './decimal.js';
import { isReferenceOperator, type Logic } from './normalize.js';
import {
  type Arithmetic,
  allOf,
  anyOf,
  arithmetic,
  comparisons,
  number,
  type Operand,
  operators,
  truth,
} from './operators.js';
import { RatingProblem } from './problem.js';
import { type Readers, readerOf } from './readers.js';
import type { Value } from './value.js';

type Compute<S> = (scope: S) => Operand;

/** A compiled part. */
interface Part<S> {
  compute: Compute<S>;
  /** It is independent of the scope. */
  isConstant: boolean;
  /** Why it can never be computed: a constant in it. */
  problem?: RatingProblem | undefined;
}

/**
 * Compiles a normalized expression to a function of the scope: closures over the slots of a plan, without generated
 * code. Constant parts are computed once. Throws the `RatingProblem` of one that cannot be computed, unless a constant
 * condition excludes it.
 */
export function compileLogic<S>(logic: Logic, readers: Readers<S>): Compute<S> {
  const { compute, problem } = compilePart(logic, readers);
  if (problem) throw problem;
  return compute;
}

function compilePart<S>(logic: Logic, readers: Readers<S>): Part<S> {
  if (logic === null || typeof logic !== 'object') return { compute: () => logic, isConstant: true };
  if (Array.isArray(logic)) return combined(logic, readers, listOf);
  const [entry] = Object.entries(logic);
  const [operator, operands] = entry ?? ['', []];
  const leaf = reading(operator, operands, readers) ?? listMembership(operator, operands, readers);
  if (leaf) return leaf;
  const isFolded = operator !== 'and' && operator !== 'or';
  return combined(
    operands,
    readers,
    (computes: Compute<S>[]) => deciding(operator, computes) ?? calculation(operator, computes),
    isFolded,
  );
}

/** A part of several; constant if all are. */
function combined<S>(
  operands: readonly Logic[],
  readers: Readers<S>,
  combine: (computes: Compute<S>[]) => Compute<S>,
  isFolded = true,
): Part<S> {
  const parts = operands.map((operand) => compilePart(operand, readers));
  const compute = combine(parts.map((part) => part.compute));
  if (isFolded && parts.every(({ isConstant }) => isConstant)) return computedOnce(compute);
  return { compute, isConstant: false, problem: parts.find(({ problem }) => problem)?.problem };
}

function computedOnce<S>(compute: Compute<S>): Part<S> {
  try {
    // A constant part never reads its scope.
    const constant = compute(undefined as S);
    return { compute: () => constant, isConstant: true };
  } catch (problem) {
    if (problem instanceof RatingProblem) return { compute, isConstant: true, problem };
    throw problem;
  }
}

/** A list, such as that of `in`. An unknown item stays in it. */
function listOf<S>(items: readonly Compute<S>[]): Compute<S> {
  return (scope) => items.map((item) => item(scope)) as unknown as Value;
}

function reading<S>(operator: string, [name]: Logic[], readers: Readers<S>): Part<S> | null {
  if (typeof name !== 'string') return null;
  if (operator === 'decimal') {
    const constant = Decimal.of(name);
    return { compute: () => constant, isConstant: true };
  }
  if (!isReferenceOperator(operator)) return null;
  const read = readerOf({ operator, name }, readers);
  const compute: Compute<S> = operator === 'answered' ? (scope) => read(scope) !== null : read;
  return { compute, isConstant: false };
}

function listMembership<S>(operator: string, [item, list]: Logic[], readers: Readers<S>): Part<S> | null {
  if (operator !== 'in' || item === undefined || !Array.isArray(list)) return null;
  const members = list.map((member) => constantOf(member));
  if (members.includes(null)) return null;
  const needle = compilePart(item, readers);
  const texts = new Set(members.filter((member) => typeof member === 'string'));
  const others = members.filter((member) => member !== null);
  const { compute, isConstant, problem } = needle;
  return {
    isConstant,
    problem,
    compute: (scope) => {
      const value = compute(scope);
      if (value === null) return null;
      if (typeof value === 'string' && texts.has(value)) return true;
      return others.some((member) => equalValues(member, value));
    },
  };
}

/** Operators that compute only the operands they need. */
function deciding<S>(operator: string, operands: readonly Compute<S>[]): Compute<S> | null {
  switch (operator) {
    case 'and':
      return (scope) => allOf(operands, scope);
    case 'or':
      return (scope) => anyOf(operands, scope);
    case 'if':
      return choice(operands);
    case '??':
      return (scope) => {
        for (const operand of operands) {
          const value = operand(scope);
          if (value !== null) return value;
        }
        return null;
      };
    default:
      return null;
  }
}

/** Pairs of condition and result, and at the end the result if no condition holds. */
function choice<S>(operands: readonly Compute<S>[]): Compute<S> {
  const [condition, then, ...rest] = operands;
  if (!condition) return () => null;
  if (!then) return condition;
  const otherwise = choice(rest);
  return (scope) => (truth(condition(scope)) === true ? then(scope) : otherwise(scope));
}

function calculation<S>(operator: string, operands: readonly Compute<S>[]): Compute<S> {
  const [first, second] = operands;
  if (first && second && operands.length === 2) {
    if (isKey(arithmetic, operator)) return ofTwoNumbers(arithmetic[operator], first, second);
    if (isKey(comparisons, operator)) return ofTwo(comparisons[operator], first, second);
  }
  const operate = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!operate) throw new Error(`the operator "${operator}" is not implemented`);
  return (scope) => {
    const values: Operand[] = [];
    for (const operand of operands) values.push(operand(scope));
    return operate(values);
  };
}

function ofTwoNumbers<S>({ combine }: Arithmetic, first: Compute<S>, second: Compute<S>): Compute<S> {
  return (scope) => {
    const a = first(scope);
    const b = second(scope);
    if (a === null) return null;
    const left = number(a);
    return b === null ? null : combine(left, number(b));
  };
}

function ofTwo<S>(holds: (a: Value, b: Value) => boolean, first: Compute<S>, second: Compute<S>): Compute<S> {
  return (scope) => {
    const a = first(scope);
    const b = second(scope);
    return a === null || b === null ? null : holds(a, b);
  };
}

function isKey<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name);
}

function constantOf(logic: Logic): Value | null {
  if (typeof logic === 'string' || typeof logic === 'boolean') return logic;
  if (logic === null || Array.isArray(logic)) return null;
  const literal = logic.decimal?.[0];
  return typeof literal === 'string' ? Decimal.of(literal) : null;
}
