import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { compileDisplayedQuestion } from '../../../domain/questions/displayed-question.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { aProduct } from '../../support/product-factory.js';
import { aLine, answers, aPlan, compiled, refusals } from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

interface Bounds {
  min?: string | number;
  max?: string | number;
}

const lineOf = (bounds: Bounds) => aLine([{ qid: 'born', answerType: 'DATE', ...bounds }]);
const planOf = (bounds: Bounds) => compiled({}, {}, questionTypesOf(lineOf(bounds)));

describe('the bounds of a date', () => {
  it.each<[Bounds, string, string]>([
    [{ min: '2000-01-31' }, '2000-01-31', '2000-01-30'],
    [{ max: '2000-01-31' }, '2000-01-31', '2000-02-01'],
    [{ max: 'effectiveDate' }, '2024-02-29', '2024-03-01'],
    [{ min: 'effectiveDate + 30 days' }, '2024-03-30', '2024-03-29'],
    [{ max: 'effectiveDate + 1 day' }, '2024-03-01', '2024-03-02'],
    [{ min: 'effectiveDate - 6 months' }, '2023-08-29', '2023-08-28'],
    [{ max: 'effectiveDate - 15 years' }, '2009-02-28', '2009-03-01'],
    [{ max: 'today' }, '2024-02-01', '2024-02-02'],
    [{ min: 'today - 1 month', max: 'effectiveDate' }, '2024-01-01', '2023-12-31'],
  ])('%j on 2024-02-29, quoted on 2024-02-01, include %s and exclude %s', (bounds, inside, outside) => {
    const rated = (born: string) =>
      planOf(bounds).rate({ answers: answers({ born }), effectiveDate: '2024-02-29', today: '2024-02-01' });
    expect(rated(inside).outcome).toBe('QUOTED');
    expect(refusals(rated(outside))).toEqual([{ code: 'OUT_OF_BOUNDS', qid: 'born' }]);
  });

  it('are told with the date that they come to', () => {
    const result = planOf({ max: 'effectiveDate - 16 years' }).rate({
      answers: answers({ born: '2020-05-01' }),
      effectiveDate: '2026-07-01',
    });
    expect(result.messages[0]?.message).toBe(
      'the answer to "born" must be 2010-07-01 or earlier (effectiveDate - 16 years): "2020-05-01"',
    );
  });

  it('are kept by the default answer, too', () => {
    const types = questionTypesOf(
      aLine([{ qid: 'from', answerType: 'DATE', min: 'effectiveDate', defaultAnswer: '2026-01-01' }]),
    );
    const on = (effectiveDate: string) => compiled({}, {}, types).rate({ answers: {}, effectiveDate });
    expect(on('2026-01-01').outcome).toBe('QUOTED');
    expect(refusals(on('2026-01-02'))).toEqual([{ code: 'OUT_OF_BOUNDS', qid: 'from' }]);
  });

  it('are served apart from those of numbers', () => {
    const [section] = lineOf({ min: 'effectiveDate - 100 years' }).display?.sections ?? [];
    const question = section?.subsections[0]?.questions[0];
    if (!question) throw new Error('there is no question');
    const scope = { isVisible: () => true, iterations: () => [] };
    const shown = compileDisplayedQuestion(question, { lineId: 'line', order: 1 })(
      scope as unknown as Parameters<ReturnType<typeof compileDisplayedQuestion>>[0],
      new Map(),
    );
    expect(shown).toMatchObject({ minDate: 'effectiveDate - 100 years' });
    expect(shown).not.toHaveProperty('min');
  });

  it('are those of the independent implementation', () => {
    const day = fc
      .date({ min: new Date('2019-12-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const relative = fc
      .tuple(
        fc.constantFrom('effectiveDate', 'today'),
        fc.constantFrom('+', '-'),
        fc.nat(40),
        fc.constantFrom('day', 'days', 'month', 'months', 'years'),
      )
      .map(([base, sign, count, unit]) => `${base} ${sign} ${count} ${unit}`);
    const bound = fc.option(fc.oneof(day, relative, fc.constantFrom('effectiveDate', 'today')), {
      nil: undefined,
    });
    fc.assert(
      fc.property(bound, bound, day, day, day, (min, max, born, effectiveDate, today) => {
        const bounds = { ...(min && { min }), ...(max && { max }) };
        const given = answers({ born });
        const intake = readIntake(lineOf(bounds), given, effectiveDate, today);
        const asked = { root: lineOf(bounds), tables: {}, intake, effectiveDate, term: 'ANNUAL' as const };
        const engine = planOf(bounds).rate({ answers: given, effectiveDate, today });
        expect(engine.outcome).toBe(ratePlan(aPlan(), asked, everything).outcome);
      }),
      { numRuns: 1000, seed: 17 },
    );
  });
});

describe('lint of bounds', () => {
  const issuesOf = (question: object) =>
    lintDefinition(
      aProduct((content) => {
        content.product.display.sections[0]!.subsections[0]!.questions.push({
          qid: 'asked',
          question: 'Asked?',
          ...question,
        } as never);
      }),
    ).map(({ path, message }) => `${path.at(-1)}: ${message}`);

  it.each<[object, string[]]>([
    [{ answerType: 'DATE', min: '2020-01-31', max: 'effectiveDate - 1 year' }, []],
    [
      { answerType: 'DATE', min: '2020-02-30' },
      [
        'min: "2020-02-30" is not a date; a DATE question needs a date ("2020-01-31"), "effectiveDate - 16 years" or "today"',
      ],
    ],
    [
      { answerType: 'DATE', max: 2020 },
      [
        'max: 2020 is not a date; a DATE question needs a date ("2020-01-31"), "effectiveDate - 16 years" or "today"',
      ],
    ],
    [
      { answerType: 'NUMBER', max: 'effectiveDate' },
      ['max: "effectiveDate" is not a number; only a DATE question has a date as its max'],
    ],
    [
      { answerType: 'DATE', min: 'effectiveDate', max: 'effectiveDate - 1 day' },
      ['min: min effectiveDate is greater than max effectiveDate - 1 day'],
    ],
    [
      { answerType: 'DATE', min: '2021-01-01', max: '2020-01-01' },
      ['min: min 2021-01-01 is greater than max 2020-01-01'],
    ],
  ])('%j', (question, issues) => {
    expect(issuesOf(question)).toEqual(issues);
  });

  it.each(['yesterday', 'effectiveDate-1 year', 'effectiveDate + 1 week', '2020-1-1'])(
    'refuses %s',
    (min) => {
      expect(() => issuesOf({ answerType: 'DATE', min })).toThrow('a date (\\"2020-01-31\\")');
    },
  );
});
