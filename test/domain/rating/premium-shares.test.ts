import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type QuoteToShow, quoteRecord } from '../../../domain/forms/quote-record.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { quoteDetailsOf } from '../../../domain/quote/quote-details.js';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import type { CoverageDetail, QuotedRating } from '../../../domain/rating/run/result.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  answers,
  aPlan,
  commonTypes,
  compiled,
  iterationId,
  type PlanInput,
  quoted,
  rate,
  refusals,
} from './rating-factory.js';

const label = { cat: ['In ', { answer: 'location.state' }] };
const allocated = {
  ...{ key: 'premium', loop: 'locations', allocate: { value: 'rated' }, scopeLabel: label },
  when: { '!=': [{ answer: 'location.state' }, 'TX'] },
};
const deductible = {
  ...{ key: 'deductible', loop: 'locations', amountType: 'DEDUCTIBLE', description: 'All perils' },
  ...{ amount: { '*': [{ answer: 'location.area' }, 100] }, scopeLabel: label },
};
const overLocations = {
  ...{ name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set' },
  steps: [{ name: 'Area', op: 'set', by: { answer: 'location.area' }, as: 'rated' }],
};
const planOf = (details: object[], more: PlanInput = {}): PlanInput => ({
  coverages: [
    aCoverage('MAIN', [overLocations], { details }),
    aCoverage('FEE', [{ name: 'Fee', op: 'set', by: 10 }]),
  ],
  ...more,
});
const inStates = (...given: [state: string, area: number][]) => ({
  locations: given.map(([state, area]) => ({ 'location.state': state, 'location.area': String(area) })),
});
const detailsOf = ({ coverages }: QuotedRating, key = 'premium'): CoverageDetail[] =>
  coverages[0]!.details[key] ?? [];

describe('a detail of a loop', () => {
  it('has an entry for each iteration to which it applies, which reads its answers and values', () => {
    const plan = compiled(planOf([allocated, deductible]));
    const result = quoted(rate(plan, inStates(['CA', 3], ['TX', 1], ['NY', 6])));
    expect(detailsOf(result, 'deductible')).toEqual(
      [300, 100, 600].map((amount, index) => ({
        amount: String(amount),
        amountType: 'DEDUCTIBLE',
        description: 'All perils',
        scope: iterationId(index),
        scopeLabel: `In ${['CA', 'TX', 'NY'][index]}`,
      })),
    );
    // 10 in three parts to six.
    expect(detailsOf(result)).toEqual([
      { amount: '3.33', amountType: 'PREMIUM', scope: iterationId(0), scopeLabel: 'In CA' },
      { amount: '6.67', amountType: 'PREMIUM', scope: iterationId(2), scopeLabel: 'In NY' },
    ]);
  });

  it('declines with the iteration where an entry cannot be computed', () => {
    const plan = compiled(planOf([{ ...deductible, amount: { answer: 'location.area' } }]));
    const given = {
      locations: [
        { 'location.state': 'CA', 'location.area': '1' },
        { 'location.state': 'NY' } as Record<string, string>,
      ],
    };
    const derived = compiled({
      coverages: [aCoverage('MAIN', [{ name: 'Base', op: 'set', by: 1 }], { details: [deductible] })],
    });
    expect(refusals(rate(derived, given))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'location.area', iterationId: iterationId(1), step: 'Coverage details' },
    ]);
    expect(rate(plan, given).outcome).toBe('DECLINED');
  });

  it('is refused where its fields do not fit', () => {
    const issues = (...details: object[]) =>
      checkPlan(aPlan(planOf(details)), {}, commonTypes).map(({ path, message }) => `${path}: ${message}`);
    const at = 'coverages[0].details';
    expect(issues(allocated, deductible)).toEqual([]);
    expect(issues(allocated, allocated)).toEqual([
      `${at}: the premium can be allocated once; leave one detail with "allocate"`,
    ]);
    expect(issues({ key: 'limits' }, { ...allocated, amount: 1 })).toEqual([
      `${at}[0]: needs either "amount" or "allocate"`,
      `${at}[1]: needs either "amount" or "allocate"`,
    ]);
    expect(issues({ key: 'premium', allocate: 1 })).toEqual([
      `${at}[0]: "allocate" divides the premium among the iterations of a loop; add "loop"`,
    ]);
    expect(issues({ ...allocated, scope: 'CLAIM', amountType: 'LIMIT' })).toEqual([
      `${at}[0].amountType: that of a premium is PREMIUM; leave "amountType" out`,
      `${at}[0].scope: the scope is the id of the iteration; leave "scope" out`,
    ]);
    expect(issues({ ...deductible, loop: 'sites' })).toContain(
      `${at}[0].loop: no line asks the loop "sites"`,
    );
    const { loop: _loop, ...outside } = deductible;
    expect(issues(outside)[0]).toBe(
      `${at}[0].amount: "location.area" is answered only inside the loop "locations"`,
    );
  });
});

describe('an allocated premium', () => {
  const discount = { name: 'Discount', op: 'multiply', by: 0.777 };
  const more = { policy: [discount] as never, terms: [{ term: 'ANNUAL', factor: 0.5 }] } satisfies PlanInput;

  it('adds up to the premium of its coverage, whatever the policy steps, the term and the rounding do', () => {
    const areas = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(areas, fc.constantFrom(0, 1, 2), (given, digits) => {
        const plan = compiled(planOf([allocated], { ...more, rounding: { digits, mode: 'HALF_UP' } }));
        const result = quoted(rate(plan, inStates(...given.map((area): [string, number] => ['CA', area]))));
        const cents = detailsOf(result).map(({ amount }) => Math.round(Number(amount) * 100));
        expect(cents.reduce((sum, each) => sum + each, 0)).toBe(
          Math.round(Number(result.coverages[0]!.premium) * 100),
        );
        expect(cents.every((each) => each % 10 ** (2 - digits) === 0)).toBe(true);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('is on the worksheet, whose cells compute it', () => {
    const given = inStates(['CA', 3], ['NY', 6]);
    const { worksheet, coverages } = quoted(rate(compiled(planOf([allocated], more)), given));
    const sheet = buildWorksheet(worksheet, answers(given));
    const { allocation, lines } = sheet.sections.find(({ key }) => key === 'shares:MAIN')!;
    expect(lines.map(({ source }) => describeLine(source))).toEqual(
      Array(2).fill("part of the coverage's premium, in proportion to rated"),
    );
    expect(allocation?.rows.map(({ title, rated, part }) => [title, rated.value, part.value])).toEqual([
      ['Locations 1', '3', '1.17'],
      ['Locations 2', '6', '2.33'],
    ]);
    expect(coverages[0]?.premium).toBe('3.50');
    for (const { rated, part } of allocation?.rows ?? []) {
      expect(rated.formula?.kind).toBe('cell');
      expect(String(evaluate(part.formula!))).toBe(part.value);
    }
    expect(allocation?.premium).toBe(sheet.allocation?.rows[0]?.part);
  });

  it('is in the schedule of documents, by item and coverage', () => {
    const rating = quoted(
      rate(compiled(planOf([allocated, deductible], more)), inStates(['CA', 3], ['NY', 6])),
    );
    const quote = {
      requestId: 'x',
      messages: [],
      metadata: {},
      quoteTimestamp: new Date(0),
      expiresAt: null,
    };
    const record = quoteRecord(
      {
        ...({ ...quote, effectiveDate: '2026-01-01', term: 'ANNUAL' } as unknown as QuoteToShow),
        quoteDetails: quoteDetailsOf(rating, '2026-02-01T00:00:00Z'),
      },
      utcDate,
      'USD',
    );
    expect(record.schedule).toEqual(
      [
        { index: 0, label: 'In CA', premium: '1.17', limits: '$300 deductible: All perils' },
        { index: 1, label: 'In NY', premium: '2.33', limits: '$600 deductible: All perils' },
      ].map(({ index, label: name, premium, limits }) => ({
        ...{ id: iterationId(index), label: name, premium, premiums: { MAIN: premium } },
        coverages: [{ code: 'MAIN', title: 'MAIN', premium, limits }],
      })),
    );
    expect(record.coverages).toMatchObject([
      { limits: '$300 deductible: All perils, In CA\n$600 deductible: All perils, In NY' },
      { limits: '' },
    ]);
  });
});
