import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { aProduct } from '../../support/product-factory.js';
import {
  aCoverage,
  aLine,
  answers,
  aPlan,
  commonQuestions,
  compiled,
  iterationId,
  quoted,
  rate,
  refusals,
  set,
} from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const areaOf = { name: 'Area', op: 'set', by: { answer: 'location.area' } };
const over = (op: string, more: object = {}) => ({ name: 'Locations', op, loop: 'locations', ...more });
const taken = (op: string, more: object = {}) => over(op, { steps: [areaOf], apply: 'set', ...more });
const asked = (op: string, condition: object) => over(op, { condition, as: 'found' });
const areas = (...given: string[]) => ({ locations: given.map((area) => ({ 'location.area': area })) });
const large = { '>=': [{ answer: 'location.area' }, 10] };

describe('an amount over a loop', () => {
  it.each([
    ['sumOverLoop', '47.50'],
    ['maxOverLoop', '30.00'],
    ['minOverLoop', '7.50'],
    ['averageOverLoop', '15.83'],
  ])('%s gives %s', (op, premium) => {
    const plan = compiled({ coverages: [aCoverage('MAIN', [taken(op)])] });
    expect(quoted(rate(plan, areas('10', '7.5', '30'))).premium).toBe(premium);
  });

  it('leaves out iterations that no step gives an amount', () => {
    const steps = [{ ...areaOf, when: large }];
    const plan = (op: string) => compiled({ coverages: [aCoverage('MAIN', [taken(op, { steps })])] });
    expect(quoted(rate(plan('minOverLoop'), areas('10', '7.5', '30'))).premium).toBe('10.00');
    expect(quoted(rate(plan('averageOverLoop'), areas('10', '7.5', '30'))).premium).toBe('20.00');
  });

  it('of no iteration is unknown: kept it has a replacement, applied it declines', () => {
    const most = taken('maxOverLoop', { apply: undefined, as: 'most' });
    const kept = (by: object) => compiled({ derive: [most], coverages: [aCoverage('MAIN', [set(by)])] });
    const replaced = quoted(rate(kept({ '??': [{ value: 'most' }, 5] })));
    expect(replaced.premium).toBe('5.00');
    expect(replaced.rateMeta.most).toBeUndefined();
    expect(refusals(rate(kept({ value: 'most' })))).toEqual([{ code: 'MISSING_VALUE', step: 'Base' }]);

    const applied = rate(compiled({ coverages: [aCoverage('MAIN', [taken('minOverLoop')])] }));
    expect(refusals(applied)).toEqual([{ code: 'MISSING_VALUE', step: 'Locations' }]);
    expect(applied.messages[0]?.message).toContain('no iteration of "locations" has an amount');
  });
});

describe('a condition over a loop', () => {
  const found = (op: string, given: Parameters<typeof rate>[1]) =>
    rate(compiled({ derive: [asked(op, large)] }), given).rateMeta.found;

  it.each([
    ['countOverLoop', '2', '0', '0'],
    ['anyOverLoop', 'true', 'false', 'false'],
    ['allOverLoop', 'false', 'false', 'true'],
  ])(
    '%s tells for how many it holds: %s, of none that holds %s, of no iterations %s',
    (op, some, none, empty) => {
      expect(found(op, areas('10', '7.5', '30'))).toBe(some);
      expect(found(op, areas('1', ''))).toBe(none);
      expect(found(op, {})).toBe(empty);
    },
  );

  it('is there for rules, which see no single iteration', () => {
    const plan = compiled({
      derive: [asked('anyOverLoop', { '==': [{ answer: 'location.state' }, 'TX'] })],
      underwriting: [
        {
          id: 'texas',
          outcome: 'INELIGIBLE',
          when: { '==': [{ value: 'found' }, true] },
          message: 'Not TX.',
        },
      ],
    });
    expect(rate(plan, { locations: [{ 'location.state': 'CA' }] }).outcome).toBe('QUOTED');
    expect(rate(plan, { locations: [{ 'location.state': 'CA' }, { 'location.state': 'TX' }] })).toMatchObject(
      {
        type: 'RULE_BASED_INELIGIBILITY',
      },
    );
  });

  it('names the iteration that cannot be tested', () => {
    const condition = { '>': [{ answer: 'location.state' }, 3] };
    const result = rate(compiled({ derive: [asked('countOverLoop', condition)] }), {
      locations: [{}, { 'location.state': 'CA' }],
    });
    expect(refusals(result)).toEqual([
      { code: 'TYPE_MISMATCH', qid: 'location.state', iterationId: iterationId(1), step: 'Locations' },
    ]);
  });
});

describe('the worksheet', () => {
  const sheetOf = (plan: Parameters<typeof compiled>[0]) => {
    const intake = answers(areas('10', '7.5', '30'));
    const { worksheet } = compiled(plan).rate({ answers: intake, effectiveDate: '2026-01-01' });
    return buildWorksheet(worksheet, intake).lines.filter(({ source }) => source.step === 'Locations');
  };

  it('takes the amount from what each iteration came to', () => {
    const [line] = sheetOf({
      coverages: [aCoverage('MAIN', [set(1), taken('maxOverLoop', { apply: 'add' })])],
    });
    expect(line?.source).toMatchObject({
      op: 'maxOverLoop',
      inputs: { iterations: '3', max: '30' },
      before: '1',
      after: '31',
    });
    expect(line && describeLine(line.source)).toBe('+ max over locations (3)');
    expect(line?.operand?.formula).toMatchObject({
      kind: 'max',
      cells: [{ value: '10' }, {}, { value: '30' }],
    });
  });

  it('shows what was found for each iteration, and concludes from it', () => {
    const lines = sheetOf({ derive: [asked('countOverLoop', large)] });
    expect(lines.map(({ source, after }) => [describeLine(source), after.value])).toEqual([
      ['location.area ≥ 10', true],
      ['location.area ≥ 10', false],
      ['location.area ≥ 10', true],
      ['found = number of locations with location.area ≥ 10', '2'],
    ]);
    expect(lines.at(-1)?.after.formula).toMatchObject({ kind: 'count', cells: { length: 3 } });
  });
});

describe('lint', () => {
  const issuesOf = (steps: object[], loop: object = {}) =>
    lintDefinition(
      aProduct((content) => {
        content.product.display.sections[0]!.subsections[0]!.questions.push({
          qid: 'sites',
          question: 'Sites?',
          answerType: 'TEXT',
          loop: {
            iterationLabel: 'Site',
            questions: [
              { qid: 'site.area', question: 'Area?', answerType: 'NUMBER', required: true, min: 1, max: 50 },
            ],
            ...loop,
          },
        });
        Object.assign(content.ratingPlans.standard as object, {
          coverages: [aCoverage('BASE', [set(500), ...steps])],
        });
      }),
    ).map(({ severity, message }) => `${severity} ${message}`);
  const area = { name: 'Area', op: 'set', by: { answer: 'site.area' } };
  const most = { name: 'Most', op: 'maxOverLoop', loop: 'sites', steps: [area], apply: 'multiply' };
  const many = {
    name: 'Many',
    op: 'countOverLoop',
    loop: 'sites',
    condition: { '>': [{ answer: 'site.area' }, 10] },
    as: 'many',
  };
  const read = (condition: object) => ({ name: 'Read', op: 'multiply', by: 2, when: condition });

  it('wants a loop that may be empty to be guarded', () => {
    expect(issuesOf([most])).toEqual([
      `WARNING declines where "sites" has no iterations; add \`when: { '>': [{ iterations: sites }, 0] }\`, or require one`,
    ]);
    expect(issuesOf([{ ...most, when: { '>': [{ iterations: 'sites' }, 0] } }])).toEqual([]);
    expect(issuesOf([most], { minIterations: 1 })).toEqual([]);
  });

  it('knows what comes out', () => {
    expect(issuesOf([many, read({ '>': [{ value: 'many' }, 2] })], { maxIterations: 5 })).toEqual([]);
    expect(issuesOf([many, read({ '>': [{ value: 'many' }, 5] })], { maxIterations: 5 })[0]).toContain(
      'WARNING this can never hold: "many" is never > 5',
    );
    const kept = { ...most, apply: undefined, as: 'most' };
    expect(issuesOf([kept, read({ '>': [{ value: 'most' }, 50] })])[0]).toContain('"most" is never > 50');
  });

  it('follows conditions and references', () => {
    expect(issuesOf([{ ...many, condition: { '>': [{ answer: 'site.area' }, 50] } }])[0]).toContain(
      'this can never hold: "site.area" is never > 50',
    );
    expect(issuesOf([{ ...many, condition: { '>': [{ answer: 'site.area' }, 0] } }])[0]).toBe(
      'WARNING this condition holds for every iteration',
    );
    expect(issuesOf([{ ...many, loop: 'stores' }])[0]).toContain('no line asks the loop "stores"');
  });
});

describe('rated again by the independent implementation', () => {
  const amounts = ['sumOverLoop', 'maxOverLoop', 'minOverLoop', 'averageOverLoop'];
  const conditions = ['countOverLoop', 'anyOverLoop', 'allOverLoop'];
  const condition = fc.constantFrom(
    large,
    { '==': [{ answer: 'location.state' }, 'CA'] },
    { '!=': [{ answer: 'location.state' }, 'NY'] },
    { answered: 'location.area' },
  );
  const location = fc.record(
    {
      'location.area': fc.integer({ min: 0, max: 40 }).map((area) => String(area / 2)),
      'location.state': fc.constantFrom('CA', 'NY', 'TX'),
    },
    { requiredKeys: [] },
  );

  it('gives the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...amounts),
        fc.constantFrom(...conditions),
        condition,
        fc.option(condition, { nil: undefined }),
        fc.boolean(),
        fc.array(location, { maxLength: 5 }),
        (amountOp, conditionOp, tested, when, keeps, locations) => {
          const found = { value: 'found' };
          const by = { if: [{ '>=': [found, 2] }, 2, { '==': [found, true] }, 3, 1] };
          const amount = taken(amountOp, {
            steps: [{ ...areaOf, ...(when && { when }) }],
            apply: keeps ? undefined : 'add',
            as: keeps ? 'kept' : undefined,
          });
          const definition = {
            allowZeroPremium: true,
            derive: [asked(conditionOp, tested)],
            coverages: [
              aCoverage('MAIN', [
                set(100),
                amount,
                { name: 'Found', op: 'multiply', by },
                ...(keeps ? [{ name: 'Kept', op: 'add', by: { '??': [{ value: 'kept' }, 1000] } }] : []),
              ]),
            ],
          };
          const given = answers({ locations });
          const engine = compiled(definition).rate({ answers: given, effectiveDate: '2026-01-01' });
          const root = aLine(commonQuestions);
          const reference = ratePlan(
            aPlan(definition),
            {
              root,
              tables: {},
              intake: readIntake(root, given, '2026-01-01'),
              effectiveDate: '2026-01-01',
              term: 'ANNUAL',
            },
            everything,
          );
          expect(engine.outcome).toBe(reference.outcome);
          if (engine.outcome === 'QUOTED' && reference.outcome === 'QUOTED') {
            expect(engine.premium).toBe(reference.premium.toCents());
          }
        },
      ),
      { numRuns: 1000, seed: 13 },
    );
  });
});
