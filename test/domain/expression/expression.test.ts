import { describe, expect, it } from 'vitest';
import {
  answersOf,
  compileCondition,
  compileExpression,
  compileTest,
  ExpressionError,
  RatingProblem,
  type Scope,
  toText,
} from '../../../domain/expression/index.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { line } from '../../../domain/questions/line.js';
import { questionConflicts, questionTypesOf } from '../../../domain/questions/question-types.js';

const root = line.parse({
  id: '11111111-1111-1111-1111-111111111111',
  title: 'Root',
  clientType: 'COMMERCIAL',
  display: {
    sections: [
      {
        title: 'S',
        subsections: [
          {
            title: 'SS',
            questions: [
              { qid: 'gl.sales', question: 'Sales?', answerType: 'MONEY' },
              {
                qid: 'gl.limit',
                question: 'Limit?',
                answerType: 'SELECT',
                answerChoices: ['500000', '1000000'],
              },
              { qid: 'gl.class', question: 'Class?', answerType: 'TEXT' },
              { qid: 'gl.sprinklers', question: 'Sprinklers?', answerType: 'BOOLEAN' },
              { qid: 'gl.perils', question: 'Perils?', answerType: 'MULTI_SELECT' },
              { qid: 'gl.founded', question: 'Founded?', answerType: 'DATE' },
              {
                qid: 'gl.locations',
                question: 'Locations',
                answerType: 'TEXT',
                loop: {
                  iterationLabel: 'Location',
                  questions: [{ qid: 'gl.location.area', question: 'Area?', answerType: 'NUMBER' }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
});
const types = questionTypesOf(root);

function map(answers: Record<string, string>, areas: string[] = []): AnswerMap {
  const result: AnswerMap = {};
  for (const [qid, answer] of Object.entries(answers)) result[qid] = { type: 'ANSWER', qid, answer };
  if (areas.length > 0) {
    result['gl.locations'] = {
      type: 'LOOP',
      qid: 'gl.locations',
      iterations: areas.map((answer, index) => ({
        iterationId: `00000000-0000-0000-0000-00000000000${index}`,
        answers: { 'gl.location.area': { type: 'ANSWER', qid: 'gl.location.area', answer } },
      })),
    };
  }
  return result;
}

const holds = (condition: unknown, answers: Record<string, string> = {}) =>
  compileCondition(condition, types)(answersOf(map(answers), types));
const compute = (expression: unknown, answers: Record<string, string> = {}) =>
  toText(compileExpression(expression, types).evaluate(answersOf(map(answers), types)));

describe('question types', () => {
  it('knows each question with its type and loop, and the reserved ids', () => {
    expect(types.get('gl.sales')).toMatchObject({ answerType: 'MONEY', loop: null, isLoop: false });
    expect(types.get('gl.location.area')).toMatchObject({ answerType: 'NUMBER', loop: 'gl.locations' });
    expect(types.get('gl.locations')).toMatchObject({ isLoop: true });
    expect(types.get('client.state')).toMatchObject({ answerType: 'TEXT', definition: null });
    expect(questionConflicts(root)).toEqual([]);
  });
});

describe('conditions', () => {
  it.each([
    [{ '>': [{ answer: 'gl.sales' }, 1000] }, { 'gl.sales': '1000.01' }, true],
    [{ '>': [{ answer: 'gl.sales' }, 1000] }, { 'gl.sales': '1000.00' }, false],
    [{ '==': [{ answer: 'gl.limit' }, 1000000] }, { 'gl.limit': '1000000' }, true],
    [{ '==': [{ answer: 'gl.limit' }, '1000000'] }, { 'gl.limit': '1000000' }, true],
    [{ '>=': [{ answer: 'gl.limit' }, 600000] }, { 'gl.limit': '1000000' }, true],
    [{ '<': [{ answer: 'gl.limit' }, '500000'] }, { 'gl.limit': '1000000' }, false],
    [{ '==': [{ answer: 'gl.class' }, '1'] }, { 'gl.class': '01' }, false],
    [{ '==': [{ answer: 'gl.sprinklers' }, true] }, { 'gl.sprinklers': 'Yes' }, true],
    [{ '==': [{ answer: 'gl.sprinklers' }, 'true'] }, { 'gl.sprinklers': 'Y' }, true],
    [{ answer: 'gl.sprinklers' }, { 'gl.sprinklers': 'no' }, false],
    [{ '!': { answer: 'gl.sprinklers' } }, { 'gl.sprinklers': 'no' }, true],
    [{ in: [{ answer: 'gl.class' }, ['A', 'B']] }, { 'gl.class': 'B' }, true],
    [{ in: [{ answer: 'gl.sales' }, [1, 2.5]] }, { 'gl.sales': '2.50' }, true],
    [{ in: ['B', [{ answer: 'gl.class' }, null, 'B']] }, {}, true],
    [{ in: ['C', [{ answer: 'gl.class' }, null, 'B']] }, {}, false],
    [{ in: ['wind', { answer: 'gl.perils' }] }, { 'gl.perils': 'fire, wind' }, true],
    [{ in: ['wind', { answer: 'gl.perils' }] }, { 'gl.perils': '["fire"]' }, false],
    [{ '<': [{ answer: 'gl.founded' }, '2020-01-01'] }, { 'gl.founded': '2019-12-31' }, true],
    [{ '<=': [1, { answer: 'gl.sales' }, 3] }, { 'gl.sales': '3' }, true],
    [{ '<=': [1, { answer: 'gl.sales' }, 3] }, { 'gl.sales': '3.1' }, false],
    [{ and: [{ '>': [{ answer: 'gl.sales' }, 1] }, { answered: 'gl.class' }] }, { 'gl.sales': '2' }, false],
    [{ '>': [{ '*': [{ answer: 'gl.sales' }, 2, 3] }, 11] }, { 'gl.sales': '2' }, true],
    [{ '==': [{ '+': [0.1, 0.2] }, 0.3] }, {}, true],
  ])('%j with %j is %s', (condition, answers, expected) => {
    expect(holds(condition, answers)).toBe(expected);
  });

  it.each([
    [{ '==': [{ answer: 'gl.class' }, 'A'] }],
    [{ '!=': [{ answer: 'gl.class' }, 'A'] }],
    [{ '!': [{ '==': [{ answer: 'gl.class' }, 'A'] }] }],
    [{ '<': [{ answer: 'gl.sales' }, 1] }],
    [{ and: [{ '!=': [{ answer: 'gl.class' }, 'A'] }, true] }],
    [{ '!': [{ in: [{ answer: 'gl.class' }, ['A']] }] }],
    [{ '>': [{ '+': [{ answer: 'gl.sales' }, 5] }, 1] }],
  ])('%j does not hold over an unanswered question', (condition) => {
    expect(holds(condition)).toBe(false);
    expect(holds(condition, { 'gl.class': '', 'gl.sales': 'a lot' })).toBe(false);
  });

  it('holds where another alternative is known', () => {
    const either = { or: [{ '==': [{ answer: 'gl.class' }, 'A'] }, { '>': [{ answer: 'gl.sales' }, 5] }] };
    expect(holds(either, { 'gl.sales': '6' })).toBe(true);
    expect(holds({ or: [{ '>': [{ '/': [1, { answer: 'gl.sales' }] }, 0] }] }, { 'gl.sales': '6' })).toBe(
      true,
    );
  });

  it('can ask for a missing answer', () => {
    expect(holds({ '!': [{ answered: 'gl.class' }] })).toBe(true);
    expect(holds({ '==': [{ answer: 'gl.class' }, null] })).toBe(true);
    expect(holds({ '!=': [{ answer: 'gl.class' }, null] }, { 'gl.class': 'A' })).toBe(true);
  });

  it('never throws, while a test tells what is wrong and where', () => {
    const condition = { '>': [{ answer: 'gl.class' }, 5] };
    expect(holds(condition, { 'gl.class': 'A' })).toBe(false);
    const test = compileTest(condition, types);
    const scope = answersOf(map({ 'gl.class': 'A' }), types);
    expect(() => test(scope)).toThrow(RatingProblem);
    expect(() => test(scope)).toThrow(/"A" cannot be compared with a number/);
  });

  it('reads the iteration first, then the policy, and counts iterations', () => {
    const scope = answersOf(map({ 'gl.sales': '7' }, ['10', '']), types);
    const [first, second] = scope.iterations('gl.locations');
    const area = compileCondition({ '==': [{ answer: 'gl.location.area' }, 10] }, types);
    expect([area(first as Scope), area(second as Scope), area(scope)]).toEqual([true, false, false]);
    expect(compileCondition({ '==': [{ answer: 'gl.sales' }, 7] }, types)(first as Scope)).toBe(true);
    expect(compileCondition({ '==': [{ iterations: 'gl.locations' }, 2] }, types)(scope)).toBe(true);
  });

  it('ignores inherited names in answers', () => {
    expect(answersOf({}, types).answer('constructor')).toBeNull();
  });
});

describe('expressions', () => {
  it.each([
    [5, {}, '5'],
    ['CA', {}, 'CA'],
    [{ '/': [{ answer: 'gl.sales' }, 1000] }, { 'gl.sales': '1234567.89' }, '1234.56789'],
    [{ '-': [{ answer: 'gl.sales' }] }, { 'gl.sales': '2' }, '-2'],
    [{ '+': [0.1, 0.2, { answer: 'gl.sales' }] }, { 'gl.sales': '0' }, '0.3'],
    [{ min: [{ answer: 'gl.sales' }, 3, 2] }, { 'gl.sales': '9' }, '2'],
    [{ max: [{ answer: 'gl.limit' }, 3] }, { 'gl.limit': '500000' }, '500000'],
    [{ '??': [{ answer: 'gl.sales' }, 42] }, {}, '42'],
    [{ if: [{ '>': [{ answer: 'gl.sales' }, 5] }, 'big', 'small'] }, { 'gl.sales': '6' }, 'big'],
    [{ if: [{ '>': [{ answer: 'gl.sales' }, 5] }, 'big', 'small'] }, {}, 'small'],
    [
      { if: [{ '==': [{ answer: 'gl.sales' }, 0] }, 0, { '/': [8, { answer: 'gl.sales' }] }] },
      { 'gl.sales': '0' },
      '0',
    ],
    [{ round: [{ answer: 'gl.sales' }, 1] }, { 'gl.sales': '2.25' }, '2.3'],
    [{ round: [{ answer: 'gl.sales' }, -2, 'UP'] }, { 'gl.sales': '1201' }, '1300'],
    [{ yearsBetween: [{ answer: 'gl.founded' }, '2024-02-29'] }, { 'gl.founded': '2000-03-01' }, '23'],
    [{ monthsBetween: [{ answer: 'gl.founded' }, '2024-02-29'] }, { 'gl.founded': '2024-01-31' }, '0'],
    [{ monthsBetween: [{ answer: 'gl.founded' }, '2024-03-15'] }, { 'gl.founded': '2021-03-15' }, '36'],
    [{ monthsBetween: ['2024-03-15', '2023-12-16'] }, {}, '-2'],
    [{ daysBetween: ['2024-02-28', '2024-03-01'] }, {}, '2'],
    [
      { proRata: ['2024-01-01', '2024-03-01', '2024-01-01', '2025-01-01'] },
      {},
      '0.1639344262295081967213114754098361',
    ],
    [{ proRata: ['2025-01-01', '2025-03-15', '2025-01-01', '2026-01-01'] }, {}, '0.2'],
    [
      { proRata: [{ answer: 'gl.founded' }, '2027-01-01', '2025-01-01', '2026-01-01'] },
      { 'gl.founded': '2025-10-20' },
      '0.2',
    ],
    [{ proRata: ['2020-01-01', '2030-01-01', '2025-01-01', '2026-01-01'] }, {}, '1'],
    [{ proRata: ['2026-01-01', '2030-01-01', '2025-01-01', '2026-01-01'] }, {}, '0'],
    [{ proRata: ['2025-06-01', '2025-05-01', '2025-01-01', '2026-01-01'] }, {}, '0'],
    [{ year: [{ answer: 'gl.founded' }] }, { 'gl.founded': '2000-03-09' }, '2000'],
    [{ month: { answer: 'gl.founded' } }, { 'gl.founded': '2000-03-09' }, '3'],
    [{ day: ['2024-02-29'] }, {}, '29'],
    [{ power: [1.05, 3] }, {}, '1.157625'],
    [{ power: [{ answer: 'gl.sales' }, -1] }, { 'gl.sales': '8' }, '0.125'],
    [{ power: [{ answer: 'gl.sales' }, 0.5] }, { 'gl.sales': '2' }, '1.414213562373095048801688724209698'],
    [{ power: [0, 0] }, {}, '1'],
    [{ substr: [{ answer: 'gl.class' }, 0, 3] }, { 'gl.class': '722511' }, '722'],
    [
      { cat: [{ answer: 'gl.class' }, '-', { answer: 'gl.sales' }] },
      { 'gl.class': 'A', 'gl.sales': '1.50' },
      'A-1.5',
    ],
    [{ length: [{ answer: 'gl.perils' }] }, { 'gl.perils': 'fire,wind' }, '2'],
    [{ '%': [{ '+': [{ answer: 'gl.sales' }, 1, 1] }, 4] }, { 'gl.sales': '5' }, '3'],
  ])('%j with %j is %s', (expression, answers, expected) => {
    expect(compute(expression, answers as Record<string, string>)).toBe(expected);
  });

  it('names the question that is missing or not a number', () => {
    const problemOf = (expression: unknown, answers: Record<string, string> = {}) => {
      try {
        compute(expression, answers);
      } catch (error) {
        return error instanceof RatingProblem ? { code: error.code, qid: error.place.qid } : error;
      }
      return undefined;
    };
    expect(problemOf({ '*': [{ answer: 'gl.sales' }, 2, 3] })).toEqual({
      code: 'MISSING_ANSWER',
      qid: 'gl.sales',
    });
    expect(problemOf({ '*': [{ answer: 'gl.class' }, 2] }, { 'gl.class': 'A' })).toEqual({
      code: 'TYPE_MISMATCH',
      qid: 'gl.class',
    });
    expect(problemOf({ '/': [2, { answer: 'gl.sales' }] }, { 'gl.sales': '0' })).toEqual({
      code: 'DIVISION_BY_ZERO',
      qid: 'gl.sales',
    });
    const power = (sales: string, exponent: number) =>
      problemOf({ power: [{ answer: 'gl.sales' }, exponent] }, { 'gl.sales': sales });
    expect(power('-2', 0.5)).toMatchObject({ code: 'MISSING_VALUE' });
    expect(power('0', -1)).toMatchObject({ code: 'DIVISION_BY_ZERO' });
    expect(power('10', 61)).toMatchObject({ code: 'MISSING_VALUE' });
    expect(power('1', 100_000)).toMatchObject({ code: 'MISSING_VALUE' });
    expect(problemOf({ month: [{ answer: 'gl.class' }] }, { 'gl.class': 'May' })).toEqual({
      code: 'TYPE_MISMATCH',
      qid: 'gl.class',
    });
    expect(problemOf({ value: 'score' })).toEqual({ code: 'MISSING_VALUE', qid: undefined });
  });

  it.each([
    [{ explode: [1] }, /unknown operator "explode"/],
    [{ constructor: [1] }, /unknown operator/],
    [{ var: 'gl.sales' }, /read answers with "answer"/],
    [{ answer: 'gl.nothing' }, /no line asks the question "gl.nothing"/],
    [{ answer: 'gl.locations' }, /is a loop/],
    [{ '>': [1] }, /takes 2 to 3 operands/],
    [{ '+': [1], '-': [2] }, /exactly one operator/],
    [{ answer: { cat: ['a'] } }, /takes a name/],
  ])('refuses %j when it is compiled', (expression, message) => {
    expect(() => compileExpression(expression, types)).toThrow(ExpressionError);
    expect(() => compileExpression(expression, types)).toThrow(message);
  });

  it('quotes question ids and texts into the compiled code safely', () => {
    const expression = { cat: ['"]); throw 1; //', { '??': [{ answer: 'gl.class' }, '`backtick`'] }] };
    expect(compute(expression)).toBe('"]); throw 1; //`backtick`');
  });
});
