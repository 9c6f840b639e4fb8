/**
 * The expression language: JSON Logic over answers and derived values, with exact decimals.
 *
 * ```ts
 * questionTypesOf(line: Line): QuestionTypes                       // domain/questions/question-types.ts
 * answersOf(answers: AnswerMap, types: AskedTypes): AnswerScope // a scope of the policy's answers
 *   scope.answer(qid): Value | null                                // null: unanswered or not of its type
 *   scope.iterations(loopQid): AnswerScope[]                       // own answers first, then the policy's;
 *                                                                  //   each has its `iterationId`
 * compileCondition(condition: unknown, types: AskedTypes): (scope: Scope) => boolean    // never throws
 * compileTest(condition, types): (scope) => boolean                // raises RatingProblem on wrong types
 * compileExpression(expression: unknown, types): { evaluate(scope): Value, constant, references }
 * referencesOf(expression: unknown, types): { operator, name, optional }[]
 * ```
 *
 * Compiling throws an `ExpressionError` for an unknown operator, an unknown question id or a wrong number of
 * operands. Operators: `answer`, `answered`, `iterations` (of a loop), `value`; `+ - * / % min max abs round`;
 * `< <= > >= == !=` (`===`, `!==`), `in`; `and or ! !! if ??`; `cat substr length`; `power`; `yearsBetween
 * monthsBetween daysBetween proRata year month day`.
 */
export {
  type CompiledExpression,
  type CompiledTest,
  compileCondition,
  compileExpression,
  compileExpressionWith,
  compileTest,
  compileTestWith,
  readableReferences,
  referencesOf,
  sizeOf,
} from './compile.js';
export { isDate } from './dates.js';
export { Decimal, type Numeric } from './decimal.js';
export { isRoundingMode, type RoundingMode, roundingModes } from './digits.js';
export {
  isOperation,
  isReferenceOperator,
  type Logic,
  normalize,
  type Operator,
  type Reference,
  type ReferenceOperator,
} from './normalize.js';
export { ExpressionError, type ProblemCode, RatingProblem } from './problem.js';
export type { Readers, Reading } from './readers.js';
export {
  AnswerScope,
  type AskedTypes,
  answerParsers,
  answersOf,
  isBlank,
  parseAnswer,
  type Scope,
} from './scope.js';
export {
  constantAmount,
  isDecimal,
  parseBoolean,
  parseDecimal,
  toDecimal,
  toText,
  type Value,
} from './value.js';
export { asAmount, isWrittenRatio, type Ratio, ratioIn } from './written-number.js';
