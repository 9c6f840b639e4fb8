import { compileLogic } from './compile-logic.js';
import type { Decimal } from './decimal.js';
import { type Logic, normalize, partsOf, type Reference, referencesIn } from './normalize.js';
import { number, type Operand, truth } from './operators.js';
import { ExpressionError, RatingProblem } from './problem.js';
import { byName, type Readers, type Reading, readerOf } from './readers.js';
import type { AskedTypes, Scope } from './scope.js';
import { isDecimal, toDecimal, type Value } from './value.js';
import { weightOf } from './weight.js';

/** A compiled expression and its references. */
export interface CompiledExpression<S = Scope> {
  /** Computes the value; throws a `RatingProblem` with the question if an answer is missing or mistyped. */
  evaluate(scope: S): Value;
  /** Computes the value as a decimal; throws a type mismatch with the question if it is not a number. */
  evaluateNumber(scope: S): Decimal;
  /** The value, if the expression has no references; else null. */
  constant: Value | null;
  references: readonly Reading<S>[];
  /** Its operators, names and constants: what computing it costs. */
  parts: number;
}

/** A compiled condition and its references. */
export interface CompiledTest<S = Scope> {
  /** Throws a `RatingProblem` for a type mismatch or a division by zero. */
  holds(scope: S): boolean;
  references: readonly Reading<S>[];
  /** Its operators, names and constants: what testing it costs. */
  parts: number;
}

/**
 * Compiles a condition to a function of the scope. A condition that depends on a missing answer is false,
 * whichever way it is written (`!`, `!=`), and so is one that cannot be computed: the function never throws.
 * To test for a missing answer, write `{"!": [{"answered": "qid"}]}` or `{"==": [{"answer": "qid"}, null]}`.
 * Throws an `ExpressionError` for a condition that can never work.
 */
export function compileCondition(condition: unknown, types: AskedTypes): (scope: Scope) => boolean;
export function compileCondition<S>(
  condition: unknown,
  types: AskedTypes,
  readers: Readers<S>,
): (scope: S) => boolean;
export function compileCondition(
  condition: unknown,
  types: AskedTypes,
  readers: Readers<Scope> = byName,
): (scope: Scope) => boolean {
  const { holds } = compileTestWith(condition, types, readers);
  return (scope) => {
    try {
      return holds(scope);
    } catch (error) {
      if (error instanceof RatingProblem) return false;
      throw error;
    }
  };
}

/** Like `compileCondition`, but a type mismatch or a division by zero throws a `RatingProblem`. */
export function compileTest(condition: unknown, types: AskedTypes): (scope: Scope) => boolean {
  return compileTestWith(condition, types, byName).holds;
}

/** Like `compileTest`, for scopes with other readers. */
export function compileTestWith<S>(
  condition: unknown,
  types: AskedTypes,
  readers: Readers<S>,
): CompiledTest<S> {
  const logic = normalizedWithin(condition, types);
  const compute = compileLogic(logic, readers);
  const references = readingsIn(logic, readers);
  const holds = (scope: S): boolean => {
    try {
      return truth(compute(scope)) === true;
    } catch (error) {
      throw withQuestion(error, references, scope);
    }
  };
  return { holds, references, parts: weightOf(logic, types) };
}

/** Compiles an expression. Throws an `ExpressionError` for one that can never work. */
export function compileExpression(expression: unknown, types: AskedTypes): CompiledExpression {
  return compileExpressionWith(expression, types, byName);
}

/** Like `compileExpression`, for scopes with other readers. */
export function compileExpressionWith<S>(
  expression: unknown,
  types: AskedTypes,
  readers: Readers<S>,
): CompiledExpression<S> {
  const logic = normalizedWithin(expression, types);
  const references = readingsIn(logic, readers);
  if (references.length === 0) return constantExpression(compileLogic(logic, byName)(nothing));
  const parts = weightOf(logic, types);
  const compute = compileLogic(logic, readers);
  const evaluate = isReading(logic)
    ? (scope: S): Value => {
        const result = compute(scope);
        if (result === null) throw missing(references, scope);
        return result;
      }
    : (scope: S): Value => {
        let result: Operand;
        try {
          result = compute(scope);
        } catch (error) {
          throw withQuestion(error, references, scope);
        }
        if (result === null) throw missing(references, scope);
        return result;
      };
  const evaluateNumber = (scope: S): Decimal => {
    const value = evaluate(scope);
    if (isDecimal(value)) return value;
    try {
      return number(value);
    } catch (error) {
      throw withQuestion(error, references, scope);
    }
  };
  return { constant: null, references, parts, evaluate, evaluateNumber };
}

/** Whether it only reads an answer or a value, which never fails. */
function isReading(logic: Logic): boolean {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return false;
  return 'answer' in logic || 'value' in logic;
}

/** A longer one is a mistake, or belongs in a table. */
const mostParts = 10_000;

function normalizedWithin(expression: unknown, types: AskedTypes): Logic {
  const logic = normalize(expression, types);
  if (partsOf(logic) <= mostParts) return logic;
  throw new ExpressionError(`the expression has more than ${mostParts} parts: look values up in a table`);
}

/** The operators, names and constants of a condition or expression; one that takes long counts as many. */
export function sizeOf(expression: unknown, types: AskedTypes): number {
  return weightOf(normalize(expression, types), types);
}

/** The question ids, loops and derived values that a condition or expression reads. */
export function referencesOf(expression: unknown, types: AskedTypes): Reference[] {
  return referencesIn(normalize(expression, types));
}

/** The same; none of what does not compile, for those who leave the report of it to its compiler. */
export function readableReferences(expression: unknown, types: AskedTypes): Reference[] {
  try {
    return referencesOf(expression, types);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

const nothing: Scope = { answer: () => null, value: () => null, iterationCount: () => 0 };

function readingsIn<S>(logic: Logic, readers: Readers<S>): Reading<S>[] {
  return referencesIn(logic).map((reference) => ({ ...reference, read: readerOf(reference, readers) }));
}

function constantExpression<S>(constant: Operand): CompiledExpression<S> {
  if (constant === null) throw new RatingProblem('MISSING_VALUE', 'the expression has no value');
  const decimal = toDecimal(constant);
  const evaluateNumber = () => decimal ?? number(constant);
  return { constant, references: [], parts: 1, evaluate: () => constant, evaluateNumber };
}

/** The problem that names the first missing reference. */
function missing<S>(references: readonly Reading<S>[], scope: S): RatingProblem {
  const needed = [...references].sort((a, b) => Number(a.optional) - Number(b.optional));
  for (const { operator, name, read } of needed) {
    if (operator === 'answer' && read(scope) === null) {
      return new RatingProblem('MISSING_ANSWER', `the question "${name}" is not answered`, { qid: name });
    }
    if (operator === 'value' && read(scope) === null) {
      return new RatingProblem('MISSING_VALUE', `the value "${name}" was not computed`);
    }
  }
  return new RatingProblem('MISSING_VALUE', 'the expression has no value');
}

/** Adds the question to a type mismatch: the first answer that is not a number. */
function withQuestion<S>(error: unknown, references: readonly Reading<S>[], scope: S): unknown {
  if (!(error instanceof RatingProblem) || error.place.qid !== undefined) return error;
  const answers = references.filter(({ operator }) => operator === 'answer');
  const mistyped = answers.find(({ read }) => {
    const value = read(scope);
    return value !== null && !isDecimal(value) && toDecimal(value) === null;
  });
  const blamed = mistyped ?? (answers.length === 1 ? answers[0] : undefined);
  return blamed ? error.at({ qid: blamed.name }) : error;
}
