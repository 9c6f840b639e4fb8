import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../domain/ground/term.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { issuesOf } from '../product/lint-factory.js';
import { aCoverage, aLine, answers, aPlan, compiled, quoted, refusals } from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const line = aLine([{ qid: 'until', answerType: 'DATE', required: true }]);
const term = [{ value: 'effectiveDate' }, { value: 'expirationDate' }];
const untilThen = { proRata: [{ value: 'effectiveDate' }, { answer: 'until' }, ...term] };
const planOf = (by: unknown) => ({
  allowZeroPremium: true,
  terms: ['ANNUAL', 'HALF_YEAR'].map((each) => ({ term: each as Term, factor: 1 })),
  coverages: [
    aCoverage('MAIN', [
      { name: 'Rate', op: 'set', by: 3660 },
      { name: 'Until', op: 'multiply', by },
    ]),
  ],
});
const plan = compiled(planOf(untilThen), {}, questionTypesOf(line));
const rated = (until: string, effectiveDate: string, asked: Term = 'ANNUAL') =>
  plan.rate({ answers: answers({ until }), effectiveDate, term: asked });

describe('pro rata to a date', () => {
  it('is the share of the term, by days, in leap years, too', () => {
    // 60 of 366 days with a 29 February, and 59 of 365.
    expect(quoted(rated('2024-03-01', '2024-01-01')).premium).toBe('600.00');
    expect(quoted(rated('2025-03-01', '2025-01-01')).premium).toBe('591.62');
    expect(quoted(rated('2025-03-01', '2025-01-01', 'HALF_YEAR')).premium).toBe('1193.04');
    expect(quoted(rated('2024-03-01', '2024-01-01')).rateMeta).toMatchObject({
      expirationDate: '2025-01-01',
    });
  });

  it('is none before the term and all of it after', () => {
    expect(quoted(rated('2023-12-31', '2024-01-01')).premium).toBe('0.00');
    expect(quoted(rated('2099-01-01', '2024-01-01')).premium).toBe('3660.00');
  });

  it('declines with the step where there are no days to have a share of', () => {
    const odd = { proRata: ['2020-01-01', '2021-01-01', { answer: 'until' }, { value: 'effectiveDate' }] };
    const result = compiled(planOf(odd), {}, questionTypesOf(line)).rate({
      answers: answers({ until: '2026-01-01' }),
      effectiveDate: '2026-01-01',
    });
    expect(refusals(result)).toEqual([{ code: 'OUT_OF_BOUNDS', qid: 'until', step: 'Until' }]);
    expect(result.messages[0]?.message).toContain('there are no days from 2026-01-01 to 2026-01-01');
  });

  it('is that of the independent implementation, day by day', () => {
    const day = fc
      .date({ min: new Date('2023-06-01'), max: new Date('2026-06-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, fc.constantFrom<Term>('ANNUAL', 'HALF_YEAR'), (until, effectiveDate, asked) => {
        const intake = readIntake(line, answers({ until }), effectiveDate);
        const given = { root: line, tables: {}, intake, effectiveDate, term: asked };
        const reference = ratePlan(aPlan(planOf(untilThen)), given, everything);
        expect(reference.outcome === 'QUOTED' && reference.premium.toCents()).toBe(
          quoted(rated(until, effectiveDate, asked)).premium,
        );
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  it('takes dates and gives up to 1, for lint', () => {
    const step = (by: unknown) => issuesOf({ steps: [{ name: 'Step', op: 'multiply', by }] });
    const share = { proRata: [{ value: 'effectiveDate' }, { answer: 'opened' }, ...term] };
    expect(step(share)).toEqual([]);
    expect(step({ if: [{ '>': [share, 1] }, 2, 3] })).toEqual([expect.stringContaining('can never hold')]);
    expect(step({ proRata: [{ answer: 'sales' }, { answer: 'opened' }, ...term] })).toEqual([
      expect.stringContaining('"proRata" needs dates (YYYY-MM-DD), but "sales" is a number'),
    ]);
  });
});
