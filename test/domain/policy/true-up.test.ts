import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AnswerMap, Loop } from '../../../domain/intake/answers.js';
import { truedUp } from '../../../domain/policy/true-up.js';
import { intakeOf } from '../../support/event-factory.js';

const payrolls = (...amounts: string[]): Loop => ({
  type: 'LOOP',
  qid: 'locations',
  iterations: amounts.map((amount) => ({
    iterationId: randomUUID(),
    answers: intakeOf({ payroll: amount, city: 'Springfield' }) as Loop['iterations'][number]['answers'],
  })),
});
const answers = (...amounts: string[]): AnswerMap => ({
  ...intakeOf({ revenue: '1000.50', name: 'Shop' }),
  locations: payrolls(...amounts),
});
const exposure = (type: string, previousAmount: number, updatedAmount: number) => ({
  type,
  previousAmount,
  updatedAmount,
});

describe('an exposure', () => {
  it('is not what only a source answers', () => {
    const isLookedUp = (qid: string) => qid === 'revenue';
    expect(truedUp(answers('1'), [exposure('revenue', 1000.5, 2000)], isLookedUp)).toEqual({
      ...{ index: 0, reason: 'only a source answers "revenue"' },
    });
  });

  it('is found by its question and what was rated, however that was written', () => {
    expect(truedUp(answers('1'), [exposure('revenue', 1000.5, 2000)])).toEqual({
      answers: intakeOf({ revenue: '2000' }),
    });
  });

  it('in a loop is that of the iteration with the amount, and leaves the others', () => {
    const before = answers('100', '200');
    const result = truedUp(before, [exposure('payroll', 200, 250), exposure('payroll', 100, 90)]);
    const { locations } = (result as { answers: { locations: Loop } }).answers;
    expect(locations.iterations.map((one) => one.answers.payroll?.answer)).toEqual(['90', '250']);
    expect(locations.iterations.map((one) => one.answers.city?.answer)).toEqual([
      'Springfield',
      'Springfield',
    ]);
    expect((before.locations as Loop).iterations[0]?.answers.payroll?.answer).toBe('100');
  });

  it.each([
    [exposure('payroll', 300, 1), 'rated at 100, 100, not at 300'],
    [exposure('payroll', 100, 1), 'more than once'],
    [exposure('area', 100, 1), 'no answer to "area"'],
    [exposure('name', 100, 1), 'rated at Shop'],
  ])('that is not what was rated is refused: %j', (wrong, reason) => {
    const result = truedUp(answers('100', '100'), [exposure('revenue', 1000.5, 1), wrong]);
    expect(result).toMatchObject({ index: 1, reason: expect.stringContaining(reason) });
  });
});
