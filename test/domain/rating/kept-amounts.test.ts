import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import { waterfallOf } from '../../../domain/rating/comparison/waterfall.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  aLine,
  answers,
  aPlan,
  commonQuestions,
  compiled,
  quoted,
  rate,
  refusals,
} from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const overLocations = (steps: object[]) => ({
  ...{ name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set' },
  steps,
});
const area = { name: 'Area', op: 'set', by: { answer: 'location.area' } };
const rated = { name: 'Rated', op: 'multiply', by: 10, as: 'rated' };
/** The second coverage is a fifth of each location's part of the first, rounded and kept as well. */
const planOf = (inner: object = rated, by: unknown = { value: 'rated' }) => ({
  coverages: [
    aCoverage('FIRST', [overLocations([area, inner])]),
    aCoverage('SECOND', [
      overLocations([
        { name: 'Of the first', op: 'set', by },
        { name: 'A fifth', op: 'divide', by: 5 },
      ]),
      { name: 'Whole tens', op: 'round', digits: -1, as: 'tens' },
      { name: 'And its tens', op: 'add', by: { value: 'tens' } },
    ]),
  ],
});
const intake = { locations: [{ 'location.area': '3' }, { 'location.area': '5' }] };

describe('a step with `as`', () => {
  it('keeps its amount: of an iteration for the later steps of the loop, of a coverage for all', () => {
    const plan = planOf();
    const result = quoted(rate(compiled(plan), intake));
    // 80 of the first; (6 + 10) rounded to 20, twice.
    expect(result.coverages.map(({ premium }) => premium)).toEqual(['80.00', '40.00']);
    expect(result.rateMeta).toMatchObject({ tens: '20', FIRST: '80' });

    const root = aLine(commonQuestions);
    const asked = { root, tables: {}, effectiveDate: '2026-01-01', term: 'ANNUAL' } as const;
    const reference = ratePlan(
      aPlan(plan),
      { ...asked, intake: readIntake(root, answers(intake), '2026-01-01') },
      everything,
    );
    expect(reference.outcome === 'QUOTED' && reference.premium.toCents()).toBe(result.premium);
  });

  it('is on the worksheet, where later cells refer to it', () => {
    const { worksheet } = quoted(rate(compiled(planOf()), intake));
    const { lines } = buildWorksheet(worksheet, answers(intake));
    const of = (step: string) => lines.filter(({ source }) => source.step === step);
    expect(of('Rated').map(({ source }) => describeLine(source))).toEqual([
      '× 10, kept as rated',
      '× 10, kept as rated',
    ]);
    expect(describeLine(of('Whole tens')[0]!.source)).toBe('rounded to -1 digits, half up, kept as tens');
    expect(of('Of the first').map(({ operand }) => operand?.formula)).toEqual(
      of('Rated').map(({ after }) => ({ kind: 'cell', cell: after })),
    );
    for (const { after } of lines)
      if (after.formula) expect(String(evaluate(after.formula))).toBe(after.value);
  });

  it('explains a difference of the steps that read it', () => {
    const sheet = (inner: object) => quoted(rate(compiled(planOf(inner)), intake));
    const { steps, unexplained } = waterfallOf(sheet(rated), sheet({ ...rated, by: 20 }), 2);
    expect(unexplained.toFixed()).toBe('0');
    expect(steps.map(({ step, explains }) => [step, explains?.toFixed()])).toEqual([
      ['Rated', '30'],
      ['Rated', '50'],
      ['Of the first', '0'],
      ['Of the first', '10'],
      ['And its tens', '10'],
    ]);
  });

  it('is unknown where the step did not run', () => {
    const when = { '>': [{ answer: 'location.area' }, 4] };
    expect(refusals(rate(compiled(planOf({ ...rated, when })), intake))).toMatchObject([
      { code: 'MISSING_VALUE', step: 'Of the first', iterationId: expect.stringMatching(/0$/) },
    ]);
    const orNothing = { '??': [{ value: 'rated' }, 0] };
    // (0 + 10) rounded to 10, twice.
    const { coverages } = quoted(rate(compiled(planOf({ ...rated, when }, orNothing)), intake));
    expect(coverages.map(({ premium }) => premium)).toEqual(['53.00', '20.00']);
  });
});
