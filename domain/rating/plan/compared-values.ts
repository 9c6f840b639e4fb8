import { compareValues } from '../../expression/comparison.js';
import {
  type CompiledExpression,
  type CompiledTest,
  compileExpressionWith,
  ExpressionError,
  isReferenceOperator,
  RatingProblem,
  type Readers,
  type ReferenceOperator,
  toText,
  type Value,
} from '../../expression/index.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { operatorOf } from '../cells/translate.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { ComparedValue } from '../run/result.js';

type Order = ComparedValue['operator'];
type Test = CompiledTest<RatingScope>;

/** Each order with the one that says the same of exchanged operands. */
const exchanged: { readonly [order in Order]: Order } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const holds: { readonly [order in Order]: (order: number) => boolean } = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

interface Comparison {
  operator: Order;
  value: Operand;
  limit: Operand;
}

interface Operand {
  compiled: CompiledExpression<RatingScope>;
  reads: { operator: ReferenceOperator; name: string } | undefined;
}

/**
 * Compiles what a rule that held tells of its condition: each value that is over or under a limit in it. Only comparisons by
 * size that the condition joins with `and` and `or` are told; what it negates or chooses says nothing by itself.
 */
export function comparedValues(
  when: unknown,
  test: Test,
  questions: QuestionTypes,
): (scope: RatingScope) => ComparedValue[] {
  const readers = readersOf(test);
  const comparisons = comparisonsIn(when, (written) => operandOf(written, questions, readers));
  return (scope) => comparisons.flatMap((comparison) => told(comparison, scope));
}

function comparisonsIn(when: unknown, compile: (written: unknown) => Operand | undefined): Comparison[] {
  const part = operatorOf(when);
  if (part === null) return [];
  const { operator, operands } = part;
  if (operator === 'and' || operator === 'or')
    return operands.flatMap((operand) => comparisonsIn(operand, compile));
  if (!isOrder(operator) || operands.length !== 2) return [];
  const [first, second] = operands.map(compile);
  if (first === undefined || second === undefined) return [];
  const isTurned = first.compiled.constant !== null;
  return [
    isTurned
      ? { operator: exchanged[operator], value: second, limit: first }
      : { operator, value: first, limit: second },
  ];
}

const isOrder = (operator: string): operator is Order => Object.hasOwn(exchanged, operator);

function operandOf(
  written: unknown,
  questions: QuestionTypes,
  readers: Readers<RatingScope>,
): Operand | undefined {
  try {
    const part = operatorOf(written);
    const name = part?.operands[0];
    const isRead = part !== null && isReferenceOperator(part.operator) && typeof name === 'string';
    const reads = isRead ? { operator: part.operator as ReferenceOperator, name } : undefined;
    return { compiled: compileExpressionWith(written, questions, readers), reads };
  } catch (error) {
    // The condition's own compiler has reported it.
    if (error instanceof ExpressionError || error instanceof RatingProblem) return undefined;
    throw error;
  }
}

function told({ operator, value, limit }: Comparison, scope: RatingScope): ComparedValue[] {
  const [is, bound] = [computed(value, scope), computed(limit, scope)];
  if (is === null || bound === null || !holds[operator](compareValues(is, bound))) return [];
  return [
    {
      ...(value.reads && { reads: value.reads.operator, name: value.reads.name }),
      value: toText(is),
      operator,
      limit: toText(bound),
    },
  ];
}

/** Null for what is not answered or cannot be computed: the condition held for something else. */
function computed({ compiled }: Operand, scope: RatingScope): Value | null {
  try {
    return compiled.evaluate(scope);
  } catch (error) {
    if (error instanceof RatingProblem) return null;
    throw error;
  }
}

/** Reads as the condition does, whose references are all that its parts read. */
function readersOf({ references }: Test): Readers<RatingScope> {
  const reader = (operator: ReferenceOperator, name: string) => {
    const found = references.find((each) => each.operator === operator && each.name === name);
    return found?.read ?? (() => null);
  };
  return {
    answer: (qid) => {
      const own = references.find(
        ({ operator, name }) => (operator === 'answer' || operator === 'answered') && name === qid,
      );
      return own?.read ?? (() => null);
    },
    value: (name) => reader('value', name),
    iterationCount: (loop) => {
      const read = reader('iterations', loop);
      return (scope) => Number(toText(read(scope) ?? '0'));
    },
  };
}
