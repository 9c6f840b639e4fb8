import { describe, expect, it } from 'vitest';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import {
  aCoverage,
  aLine,
  answers,
  compiled,
  iterationId,
  quoted,
  rate,
  refusals,
  set,
} from './rating-factory.js';

type Questions = Parameters<typeof aLine>[0];

function planOver(questions: Questions, by: unknown = 100) {
  return compiled({ coverages: [aCoverage('MAIN', [set(by)])] }, {}, questionTypesOf(aLine(questions)));
}

const loop = (more: object = {}, child: object = {}, bounds: object = {}) => ({
  qid: 'cars',
  answerType: 'TEXT' as const,
  ...more,
  loop: { questions: [{ qid: 'car.value', answerType: 'MONEY' as const, ...child }], ...bounds },
});

describe('required questions', () => {
  it('are all named where they are not answered', () => {
    const plan = planOver([
      { qid: 'a', answerType: 'TEXT', required: true },
      { qid: 'b', answerType: 'NUMBER', required: true },
      { qid: 'c', answerType: 'TEXT' },
      loop({}, { required: true }),
    ]);
    expect(refusals(rate(plan, { a: '', cars: [{ 'car.value': '1' }, {}] }))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'a' },
      { code: 'MISSING_ANSWER', qid: 'b' },
      { code: 'MISSING_ANSWER', qid: 'car.value', iterationId: iterationId(1) },
    ]);
  });

  it('take their default answer', () => {
    const plan = planOver([{ qid: 'a', answerType: 'NUMBER', required: true, defaultAnswer: '7' }], {
      answer: 'a',
    });
    expect(quoted(rate(plan)).premium).toBe('7.00');
    expect(quoted(rate(plan, { a: '' })).premium).toBe('7.00');
    expect(quoted(rate(plan, { a: '8' })).premium).toBe('8.00');
  });

  it('matter only where they are visible', () => {
    const condition = { '==': [{ answer: 'has' }, true] };
    const plan = planOver([
      { qid: 'count', answerType: 'NUMBER', required: true, condition },
      { qid: 'has', answerType: 'BOOLEAN', defaultAnswer: 'false' },
    ]);
    expect(quoted(rate(plan)).premium).toBe('100.00');
    expect(refusals(rate(plan, { has: 'yes' }))).toEqual([{ code: 'MISSING_ANSWER', qid: 'count' }]);
  });
});

describe('answers without effect', () => {
  const chained: Questions = [
    { qid: 'c', answerType: 'NUMBER', condition: { '==': [{ answer: 'b' }, true] } },
    { qid: 'b', answerType: 'BOOLEAN', condition: { '==': [{ answer: 'a' }, true] } },
    { qid: 'a', answerType: 'BOOLEAN' },
  ];

  it('are those to questions that are not visible, also through other questions, and a message says so', () => {
    const plan = planOver(chained, { '??': [{ answer: 'c' }, 1] });
    expect(quoted(rate(plan, { a: 'yes', b: 'yes', c: '5' })).premium).toBe('5.00');
    const result = quoted(rate(plan, { a: 'no', b: 'yes', c: '5' }));
    expect(result.premium).toBe('1.00');
    expect(result.messages.map(({ code, severity, qid }) => [code, severity, qid])).toEqual([
      ['QUESTION_NOT_VISIBLE', 'INFO', 'b'],
      ['QUESTION_NOT_VISIBLE', 'INFO', 'c'],
    ]);
  });

  it('are those to unknown questions, with a warning', () => {
    const plan = planOver([loop()]);
    const result = quoted(
      rate(plan, { nobody: '1', 'car.value': '2', 'client.city': 'Rome', cars: [{ other: '3' }] }),
    );
    expect(result.messages.map(({ code, severity, qid }) => [code, severity, qid])).toEqual([
      ['UNKNOWN_QUESTION', 'WARNING', 'other'],
      ['UNKNOWN_QUESTION', 'WARNING', 'nobody'],
      ['UNKNOWN_QUESTION', 'WARNING', 'car.value'],
    ]);
  });

  it('do not drown everything else', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`q${n}`, '1']));
    const { messages } = rate(planOver([]), unknown);
    expect(messages).toHaveLength(51);
    expect(messages[50]).toEqual({
      severity: 'WARNING',
      code: 'MORE_MESSAGES',
      message: 'and 4950 more about the answers',
    });
  });
});

describe('bad answers', () => {
  it.each([
    [{ answerType: 'NUMBER' }, 'ten', 'TYPE_MISMATCH'],
    [{ answerType: 'NUMBER' }, '1e5', 'TYPE_MISMATCH'],
    [{ answerType: 'MONEY' }, '1,000', 'TYPE_MISMATCH'],
    [{ answerType: 'NUMBER' }, '9'.repeat(400), 'TYPE_MISMATCH'],
    [{ answerType: 'NUMBER' }, 'Infinity', 'TYPE_MISMATCH'],
    [{ answerType: 'NUMBER' }, 'NaN', 'TYPE_MISMATCH'],
    [{ answerType: 'BOOLEAN' }, 'maybe', 'TYPE_MISMATCH'],
    [{ answerType: 'DATE' }, '2026-02-29', 'TYPE_MISMATCH'],
    [{ answerType: 'DATE' }, '01/02/2026', 'TYPE_MISMATCH'],
    [{ answerType: 'SELECT', answerChoices: ['A', 'B'] }, 'C', 'NOT_A_CHOICE'],
    [{ answerType: 'MULTI_SELECT', answerChoices: ['A', 'B'] }, 'A,C', 'NOT_A_CHOICE'],
    [{ answerType: 'NUMBER', min: 1 }, '0.99', 'OUT_OF_BOUNDS'],
    [{ answerType: 'PERCENT', min: 0, max: 100 }, '100.01', 'OUT_OF_BOUNDS'],
    [{ answerType: 'NUMBER', decimals: 0 }, '0.5', 'OUT_OF_BOUNDS'],
    [{ answerType: 'MONEY', decimals: 2 }, '1.005', 'OUT_OF_BOUNDS'],
    [{ answerType: 'DATE' }, '0000-01-01', 'TYPE_MISMATCH'],
    [{ answerType: 'DATE' }, '2199-01-01', 'OUT_OF_BOUNDS'],
    [{ answerType: 'DATE' }, '0019-01-01', 'OUT_OF_BOUNDS'],
  ] as const)('%j answered %j is %s', (question, answer, code) => {
    const plan = planOver([{ qid: 'q', ...question } as Questions[number]]);
    expect(refusals(rate(plan, { q: answer }))).toEqual([{ code, qid: 'q' }]);
  });

  it.each([
    [{ answerType: 'NUMBER', min: 1, max: 5 }, ' 5 '],
    [{ answerType: 'NUMBER', decimals: 0 }, '5.00'],
    [{ answerType: 'MONEY', decimals: 2 }, '1.05'],
    [{ answerType: 'BOOLEAN' }, 'N'],
    [{ answerType: 'DATE' }, '2028-02-29'],
    [{ answerType: 'MULTI_SELECT', answerChoices: ['A', 'B'] }, '["A","B"]'],
  ] as const)('%j answered %j is taken', (question, answer) => {
    expect(rate(planOver([{ qid: 'q', ...question } as Questions[number]]), { q: answer }).outcome).toBe(
      'QUOTED',
    );
  });

  it('are refused where they stand in the wrong shape', () => {
    const plan = planOver([{ qid: 'q', answerType: 'TEXT' }, loop()]);
    expect(refusals(rate(plan, { q: [{}], cars: 'two' }))).toEqual([
      { code: 'TYPE_MISMATCH', qid: 'q' },
      { code: 'TYPE_MISMATCH', qid: 'cars' },
    ]);
  });

  it('never make it throw', () => {
    const hostile = JSON.parse('{"__proto__":{"type":"ANSWER","qid":"__proto__","answer":"x"}}');
    expect(planOver([]).rate({ answers: hostile, effectiveDate: '2026-01-01' }).outcome).toBe('QUOTED');
    expect(rate(planOver([]), { constructor: '1', toString: '2' }).outcome).toBe('QUOTED');
  });
});

describe('loops', () => {
  const cars = (count: number) => ({ cars: Array.from({ length: count }, () => ({ 'car.value': '1' })) });
  const total = {
    name: 'All',
    op: 'sumOverLoop',
    loop: 'cars',
    apply: 'add',
    steps: [set({ answer: 'car.value' })],
  };

  it('need as many iterations as the question says', () => {
    const plan = planOver([loop({}, {}, { minIterations: 2, maxIterations: 3 })]);
    expect(refusals(rate(plan))).toEqual([{ code: 'MISSING_ANSWER', qid: 'cars' }]);
    expect(refusals(rate(plan, cars(1)))).toEqual([{ code: 'TOO_FEW_ITERATIONS', qid: 'cars' }]);
    expect(rate(plan, cars(3)).outcome).toBe('QUOTED');
    expect(refusals(rate(plan, cars(4)))).toEqual([{ code: 'TOO_MANY_ITERATIONS', qid: 'cars' }]);
  });

  it('need one where the loop is required, and take a thousand where nothing is said', () => {
    expect(refusals(rate(planOver([loop({ required: true })])))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'cars' },
    ]);
    expect(rate(planOver([loop()]), cars(1000)).outcome).toBe('QUOTED');
    expect(refusals(rate(planOver([loop()]), cars(10_000)))).toEqual([
      { code: 'TOO_MANY_ITERATIONS', qid: 'cars' },
    ]);
  });

  it('sum to zero where none are needed', () => {
    const types = questionTypesOf(aLine([loop()]));
    const plan = compiled({ coverages: [aCoverage('MAIN', [set(5), total])] }, {}, types);
    expect(quoted(rate(plan)).premium).toBe('5.00');
    expect(quoted(plan.rate({ answers: answers(cars(2)), effectiveDate: '2026-01-01' })).premium).toBe(
      '7.00',
    );
  });
});
