import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  compileCondition,
  compileExpression,
  RatingProblem,
  toDecimal,
  type Value,
} from '../../../domain/expression/index.js';
import { normalize } from '../../../domain/expression/normalize.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { Never } from '../../../domain/rating/lint/facts.js';
import { Knowledge } from '../../../domain/rating/lint/knowledge.js';
import { canBe, canBeZero, type Possible } from '../../../domain/rating/lint/possible.js';
import { evaluate, refine } from '../../../domain/rating/lint/reason.js';
import { aProduct } from '../../support/product-factory.js';

const questions = [
  { qid: 'state', question: '?', answerType: 'SELECT', answerChoices: ['NY', 'CA', '5', '0'] },
  { qid: 'small', question: '?', answerType: 'NUMBER', required: true, min: -2, max: 3 },
  { qid: 'large', question: '?', answerType: 'NUMBER', min: 1 },
  { qid: 'open', question: '?', answerType: 'BOOLEAN', required: true },
];
const { product } = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push(...questions);
});
const types = questionTypesOf(product);
const knowledge = new Knowledge(types);

const answers: fc.Arbitrary<AnswerMap> = fc
  .record({
    state: fc.option(fc.constantFrom('NY', 'CA', '5', '0')),
    small: fc.constantFrom('-2', '-1', '0', '0.5', '1', '2', '3'),
    large: fc.option(fc.constantFrom('1', '1.5', '2', '5', '1000000')),
    open: fc.constantFrom('true', 'false'),
  })
  .map((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([qid, answer]) =>
        answer === null ? [] : [[qid, { type: 'ANSWER', qid, answer }]],
      ),
    ),
  );

const numeric = fc.constantFrom<unknown>({ answer: 'small' }, { answer: 'large' }, 0, 1, 2, -1, 0.5, 5, '3');
const scalar = fc.oneof(
  numeric,
  fc.constantFrom<unknown>({ answer: 'state' }, { answer: 'open' }, 'NY', 'ZZ', true),
);
const { expression, condition } = fc.letrec((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numeric,
    fc
      .tuple(
        fc.constantFrom('+', '-', '*', '/', 'min', 'max'),
        fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, operands]) => ({ [operator]: operands })),
    fc.tuple(numeric, numeric).map((operands) => ({ power: operands })),
    fc
      .tuple(fc.constantFrom('abs', 'round'), tie('expression'))
      .map(([operator, operand]) => ({ [operator]: [operand] })),
    fc.tuple(tie('condition'), tie('expression'), tie('expression')).map((operands) => ({ if: operands })),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.oneof(scalar, tie('expression')), scalar)
      .map(([operator, a, b]) => ({ [operator]: [a, b] })),
    fc.tuple(numeric, numeric, numeric).map((operands) => ({ '<=': operands })),
    fc
      .tuple(
        scalar,
        fc.array(fc.constantFrom<unknown>('NY', 'CA', 'ZZ', '5', 1, 2), { minLength: 1, maxLength: 3 }),
      )
      .map(([item, list]) => ({ in: [item, list] })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('condition'), { minLength: 1, maxLength: 3 }))
      .map(([operator, operands]) => ({ [operator]: operands })),
    tie('condition').map((operand) => ({ '!': [operand] })),
  ),
}));

function holds(possible: Possible, value: Value): boolean {
  const number = toDecimal(value)?.toNumber();
  if (possible.range && number !== undefined) {
    const { from, to } = possible.range;
    const slack = 1e-9 * Math.max(1, Math.abs(number));
    return from - slack <= number && number <= to + slack;
  }
  return canBe(possible, value);
}

const runs = { numRuns: 5000 };

describe('what lint concludes', () => {
  it('of a condition that never holds, or always does, is so for every intake', () => {
    fc.assert(
      fc.property(condition, fc.array(answers, { minLength: 5, maxLength: 5 }), (written, intakes) => {
        const compiled = attempt(() => compileCondition(written, types));
        if (!compiled) return;
        const logic = normalize(written, types);
        const never = refine(logic, knowledge, true) instanceof Never;
        const always = refine(logic, knowledge, false) instanceof Never;
        for (const intake of intakes) {
          const held = compiled(answersOf(intake, types));
          if (never) expect(held).toBe(false);
          const raised = raises(written, intake);
          if (always && !raised) expect(held).toBe(true);
        }
      }),
      runs,
    );
  });

  it('of what is known where a condition holds is so for every intake that it holds for', () => {
    fc.assert(
      fc.property(
        condition,
        answers,
        fc.constantFrom('state', 'small', 'large', 'open'),
        (written, intake, qid) => {
          const compiled = attempt(() => compileCondition(written, types));
          if (!compiled) return;
          const scope = answersOf(intake, types);
          const value = scope.answer(qid);
          if (value === null || raises(written, intake)) return;
          const refined = refine(normalize(written, types), knowledge, compiled(scope));
          if (refined instanceof Knowledge) expect(holds(refined.read('answer', qid), value)).toBe(true);
        },
      ),
      runs,
    );
  });

  it('of the bounds of an expression is so for every intake', () => {
    fc.assert(
      fc.property(expression, answers, (written, intake) => {
        const compiled = attempt(() => compileExpression(written, types));
        if (!compiled) return;
        let zero = false;
        const possible = evaluate(normalize(written, types), knowledge, (_divisor, divisor) => {
          zero ||= canBeZero(divisor);
        });
        try {
          const value = compiled.evaluate(answersOf(intake, types));
          expect(holds(possible, value)).toBe(true);
        } catch (error) {
          if (!(error instanceof RatingProblem)) throw error;
          if (error.code === 'DIVISION_BY_ZERO') expect(zero).toBe(true);
        }
      }),
      runs,
    );
  });
});

/** Compiling computes what is constant, and fails where that does. */
function attempt<T>(compile: () => T): T | null {
  try {
    return compile();
  } catch (error) {
    if (error instanceof RatingProblem) return null;
    throw error;
  }
}

/** Whether a part of the condition cannot be computed for the intake: it then does not hold for that reason. */
function raises(written: unknown, intake: AnswerMap): boolean {
  try {
    compileExpression(written, types).evaluate(answersOf(intake, types));
    return false;
  } catch (error) {
    if (error instanceof RatingProblem) return true;
    throw error;
  }
}
