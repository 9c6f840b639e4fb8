import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { aProduct } from '../../support/product-factory.js';
import {
  aCoverage,
  aLine,
  answers,
  aPlan,
  commonQuestions,
  commonTypes,
  compiled,
  quoted,
  rate,
} from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const twice = {
  name: 'Twice',
  op: 'derive',
  as: 'twice',
  value: { '*': [{ answer: 'location.area' }, 2] },
} as const;
const rank = (more: object = {}) =>
  ({ name: 'Rank', op: 'rank', by: { value: 'twice' }, as: 'place', ...more }) as const;
/** 100 for the first, 10 for the second, 1 for every other one. */
const byRank = { if: [{ '==': [{ value: 'place' }, 1] }, 100, { '==': [{ value: 'place' }, 2] }, 10, 1] };
const steps = [{ name: 'By rank', op: 'set', by: { '*': [byRank, { answer: 'location.area' }] } }];
const planOf = (more: object = {}) => ({
  allowZeroPremium: true,
  loops: [{ loop: 'locations', derive: [twice, rank(more)] }],
  coverages: [
    aCoverage('MAIN', [{ name: 'All', op: 'sumOverLoop', loop: 'locations', steps, apply: 'set' }]),
  ],
});
const areas = (...given: number[]) => ({
  locations: given.map((area) => ({ 'location.area': String(area) })),
});

describe('a rank', () => {
  it('has the highest first, or the lowest, and the earlier of equals', () => {
    const premium = (more: object, ...given: number[]) =>
      quoted(rate(compiled(planOf(more) as never), areas(...given))).premium;
    expect(premium({}, 3, 7, 5)).toBe('753.00');
    expect(premium({ first: 'lowest' }, 3, 7, 5)).toBe('357.00');
    expect(premium({}, 4, 4, 4)).toBe('444.00');
  });

  it('stands on the worksheet of each iteration, after the steps before it', () => {
    const { worksheet } = rate(compiled(planOf() as never), areas(3, 7));
    const lines = worksheet.filter(({ section }) => section === 'loop:locations');
    expect(lines.map((line) => [line.step, describeLine(line), line.after])).toEqual([
      ['Twice', 'twice = location.area × 2', '6'],
      ['Twice', 'twice = location.area × 2', '14'],
      ['Rank', 'place = rank by twice, highest first', '2'],
      ['Rank', 'place = rank by twice, highest first', '1'],
    ]);
  });

  it('is refused where the other iterations are not known', () => {
    const issues = (plan: object) =>
      checkPlan(aPlan(plan), {}, commonTypes).map(({ path, message }) => `${path}: ${message}`);
    const message = '"rank" works only directly in `derive` of a loop; move it there';
    expect(issues(planOf())).toEqual([]);
    expect(issues({ derive: [rank({ by: 1 })] })).toContain(`derive[0]: ${message}`);
    const inside = {
      name: 'If',
      op: 'if',
      condition: { answered: 'location.area' },
      then: [rank({ by: 1 })],
    };
    expect(issues({ loops: [{ loop: 'locations', derive: [inside] }] })).toEqual([
      `loops[0].derive[0].then[0]: ${message}`,
    ]);
    expect(
      issues({ loops: [{ loop: 'locations', derive: [twice, rank({ by: { value: 'later' } })] }] }),
    ).toEqual(['loops[0].derive[1].by: no value "later" is derived before this']);
  });

  it('is at most the number of iterations, for lint', () => {
    const issues = (place: number) =>
      lintDefinition(
        aProduct((content) => {
          content.product.display.sections[0]!.subsections[0]!.questions.push({
            ...{ qid: 'sites', question: 'Sites?', answerType: 'TEXT', required: true },
            loop: {
              iterationLabel: 'Site',
              maxIterations: 3,
              questions: [{ qid: 'area', question: 'Area?', answerType: 'NUMBER', required: true }],
            },
          });
          const when = { '==': [{ value: 'place' }, place] };
          const inside = [{ name: 'Area', op: 'set', by: { answer: 'area' }, when }];
          Object.assign(content.ratingPlans.standard as object, {
            loops: [{ loop: 'sites', derive: [rank({ by: { answer: 'area' } })] }],
            coverages: [
              aCoverage('MAIN', [
                { name: 'All', op: 'sumOverLoop', loop: 'sites', steps: inside, apply: 'set' },
              ]),
            ],
          });
        }),
      ).map(({ message }) => message);
    expect(issues(3)).toEqual([]);
    expect(issues(4)).toEqual([expect.stringContaining('this can never hold: "place" is never 4')]);
  });

  it('is that of the independent implementation', () => {
    const when = fc.constantFrom(undefined, { '>': [{ answer: 'location.area' }, 3] });
    const all = fc.array(fc.nat(6), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom('highest', 'lowest'), when, all, (first, condition, given) => {
        const plan = planOf({ first, ...(condition && { when: condition }) });
        const intake = answers(areas(...given));
        const root = aLine(commonQuestions);
        const reference = ratePlan(
          aPlan(plan as never),
          {
            root,
            tables: {},
            intake: readIntake(root, intake, '2026-01-01'),
            effectiveDate: '2026-01-01',
            term: 'ANNUAL',
          },
          everything,
        );
        const engine = compiled(plan as never).rate({ answers: intake, effectiveDate: '2026-01-01' });
        expect(engine.outcome).toBe(reference.outcome);
        if (engine.outcome === 'QUOTED' && reference.outcome === 'QUOTED') {
          expect(engine.premium).toBe(reference.premium.toCents());
        }
      }),
      { numRuns: 500, seed: 18 },
    );
  });
});
