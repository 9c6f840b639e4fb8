import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileQuestionTree } from '../../../domain/questions/question-tree.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { compareReplay } from '../../../domain/rating/comparison/replay.js';
import { waterfallOf } from '../../../domain/rating/comparison/waterfall.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { mostInnerSteps } from '../../../domain/rating/run/run.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  aLine,
  answers,
  aPlan,
  compiled,
  iterationId,
  type PlanInput,
  quoted,
  rate,
  refusals,
} from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const questions = [
  { qid: 'base', answerType: 'MONEY', required: true },
  { qid: 'primary', answerType: 'TEXT', iterationOf: 'drivers' },
  { qid: 'extras', answerType: 'MULTI_SELECT', answerChoices: ['GLASS', 'TOWING', 'RENTAL'] },
  {
    ...{ qid: 'drivers', answerType: 'TEXT' },
    loop: {
      questions: [
        { qid: 'driver.age', answerType: 'NUMBER', required: true },
        { qid: 'driver.courses', answerType: 'MULTI_SELECT', answerChoices: ['SAFE', 'SENIOR'] },
      ],
    },
  },
  {
    ...{ qid: 'vehicles', answerType: 'TEXT' },
    loop: {
      questions: [
        { qid: 'vehicle.value', answerType: 'NUMBER', required: true },
        { qid: 'vehicle.driver', answerType: 'TEXT', required: true, iterationOf: 'drivers' },
      ],
    },
  },
  {
    ...{ qid: 'violations', answerType: 'TEXT' },
    loop: {
      questions: [
        { qid: 'violation.points', answerType: 'NUMBER', required: true },
        { qid: 'violation.driver', answerType: 'TEXT', required: true, iterationOf: 'drivers' },
      ],
    },
  },
] satisfies Parameters<typeof aLine>[0];

const types = questionTypesOf(aLine(questions));
const planOf = (plan: PlanInput) => compiled(plan, {}, types);

const intake = {
  base: '100',
  drivers: [{ 'driver.age': '40' }, { 'driver.age': '19' }, { 'driver.age': '70' }],
  vehicles: [
    { 'vehicle.value': '10', 'vehicle.driver': '2' },
    { 'vehicle.value': '20', 'vehicle.driver': iterationId(0) },
  ],
  violations: [
    { 'violation.points': '3', 'violation.driver': '2' },
    { 'violation.points': '1', 'violation.driver': '1' },
    { 'violation.points': '5', 'violation.driver': iterationId(1) },
  ],
};

const set = (name: string, by: unknown) => ({ name, op: 'set', by });
const pointsOfDriver = {
  ...{ name: 'Points', op: 'sumOverLoop', loop: 'violations', of: 'violation.driver', as: 'points' },
  steps: [set('Points of one', { answer: 'violation.points' })],
};
const over = (loop: string, steps: object[], more: object = {}) => ({
  ...{ name: `Over ${loop}`, op: 'sumOverLoop', loop, apply: 'set', steps },
  ...more,
});
const premium = (plan: PlanInput, given: Parameters<typeof rate>[1] = intake) =>
  quoted(rate(planOf(plan), given)).premium;

/** Answers whose iterations have ids of their own in each loop. */
function withOwnIds(given: Parameters<typeof answers>[0]): AnswerMap {
  return Object.fromEntries(
    Object.entries(answers(given)).map(([qid, entry]) => {
      if (entry.type === 'ANSWER') return [qid, entry];
      const iterations = entry.iterations.map((each, index) => ({
        ...each,
        iterationId: `${qid}-${index + 1}`,
      }));
      return [qid, { ...entry, iterations }];
    }),
  );
}

describe('a loop inside another', () => {
  it('goes through the iterations that refer to the one around it', () => {
    const plan = {
      loops: [{ loop: 'drivers', derive: [pointsOfDriver] }],
      coverages: [
        aCoverage('MAIN', [
          over('drivers', [
            set('Squared', { '*': [{ value: 'points' }, { value: 'points' }, { answer: 'base' }] }),
          ]),
        ]),
      ],
    } as PlanInput;
    // (1² + 8² + 0²) × 100
    expect(premium(plan)).toBe('6500.00');
  });

  it('goes through the iteration that one around it refers to, and reads both', () => {
    const plan = {
      loops: [
        {
          loop: 'drivers',
          derive: [
            { name: 'Youth', op: 'derive', as: 'youth', value: { '-': [100, { answer: 'driver.age' }] } },
          ],
        },
      ],
      coverages: [
        aCoverage('MAIN', [
          over('vehicles', [
            over('drivers', [set('Both', { '*': [{ value: 'youth' }, { answer: 'vehicle.value' }] })], {
              of: 'vehicle.driver',
            }),
          ]),
        ]),
      ],
    } as PlanInput;
    // 81 × 10 + 60 × 20
    expect(premium(plan)).toBe('2010.00');
  });

  it('goes through an iteration that an answer of the policy names', () => {
    const plan = {
      coverages: [
        aCoverage('MAIN', [over('drivers', [set('Age', { answer: 'driver.age' })], { of: 'primary' })]),
      ],
    };
    expect(premium(plan, { ...intake, primary: '3' })).toBe('70.00');
    expect(refusals(rate(planOf(plan), intake))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'primary', step: 'Over drivers' },
    ]);
  });

  it('goes through pairs, of which a condition on both selects some', () => {
    const ranked = (loop: string, by: object, as: string) => ({
      loop,
      derive: [{ name: 'Rank', op: 'rank', by, as, ...(loop === 'drivers' && { first: 'lowest' }) }],
    });
    const plan = {
      loops: [
        ranked('drivers', { answer: 'driver.age' }, 'driverRank'),
        ranked('vehicles', { answer: 'vehicle.value' }, 'vehicleRank'),
      ],
      coverages: [
        aCoverage('MAIN', [
          over('vehicles', [
            over('drivers', [set('Both', { '*': [{ answer: 'driver.age' }, { answer: 'vehicle.value' }] })], {
              where: { '==': [{ value: 'driverRank' }, { value: 'vehicleRank' }] },
            }),
          ]),
        ]),
      ],
    } as PlanInput;
    // The dearest vehicle and the youngest driver, then the next of both.
    expect(premium(plan)).toBe('780.00');
  });

  it('selects iterations outside of other loops, too', () => {
    const where = { '>': [{ answer: 'driver.age' }, 30] };
    const plan = (op: string, more: object) =>
      ({
        derive: [{ name: 'Found', op, loop: 'drivers', where, as: 'found', ...more }],
        coverages: [
          aCoverage('MAIN', [
            set('Found', { if: [{ '==': [{ value: 'found' }, true] }, 1, { value: 'found' }] }),
          ]),
        ],
      }) as PlanInput;
    const ages = { steps: [set('Age', { answer: 'driver.age' })] };
    const old = { condition: { '>': [{ answer: 'driver.age' }, 60] } };
    expect(premium(plan('minOverLoop', ages))).toBe('40.00');
    expect(premium(plan('averageOverLoop', ages))).toBe('55.00');
    expect(premium(plan('countOverLoop', old))).toBe('1.00');
    expect(premium(plan('allOverLoop', { condition: where }))).toBe('1.00');
  });

  it('keeps values of a pair for that pair only', () => {
    const steps = [
      {
        ...set('Kept', 7),
        op: 'derive',
        value: 7,
        by: undefined,
        as: 'kept',
        when: { '<': [{ answer: 'driver.age' }, 20] },
      },
      set('Read', { '??': [{ value: 'kept' }, 1] }),
    ].map(({ by, ...step }) => (by === undefined ? step : { ...step, by }));
    const plan = { coverages: [aCoverage('MAIN', [over('vehicles', [over('drivers', steps)])])] };
    // Twice 1 + 7 + 1.
    expect(premium(plan)).toBe('18.00');

    const outside = aCoverage('MAIN', [
      over('vehicles', [over('drivers', steps), { name: 'Again', op: 'add', by: { value: 'kept' } }]),
    ]);
    expect(checkPlan(aPlan({ coverages: [outside] }), {}, types).map(({ message }) => message)).toEqual([
      'no value "kept" is derived before this',
    ]);
  });

  it('goes three loops deep', () => {
    const product = {
      '*': [{ answer: 'vehicle.value' }, { answer: 'driver.age' }, { answer: 'violation.points' }],
    };
    const plan = {
      coverages: [
        aCoverage('MAIN', [over('vehicles', [over('drivers', [over('violations', [set('All', product)])])])]),
      ],
    };
    expect(premium(plan)).toBe(`${30 * 129 * 9}.00`);
  });

  it('declines with the name of the step if there are too many iterations', () => {
    const many = Array.from({ length: 400 }, () => ({ 'driver.age': '30' }));
    const vehicles = Array.from({ length: 400 }, () => ({ 'vehicle.value': '1', 'vehicle.driver': '1' }));
    const plan = { coverages: [aCoverage('MAIN', [over('vehicles', [over('drivers', [set('One', 1)])])])] };
    const result = rate(planOf(plan), { ...intake, drivers: many, vehicles });
    expect(refusals(result)).toMatchObject([{ code: 'TOO_MANY_STEPS', step: 'Over drivers' }]);
    expect(result.messages[0]?.message).toContain(String(mostInnerSteps));
  });

  it('counts the steps of each pair, so that no worksheet has more lines', () => {
    const many = (count: number, entry: object) => Array.from({ length: count }, () => ({ ...entry }));
    const drivers = many(50, { 'driver.age': '30' });
    const vehicles = many(50, { 'vehicle.value': '1', 'vehicle.driver': '1' });
    const steps = (count: number) => Array.from({ length: count }, (_, index) => set(`Step ${index}`, 1));
    const rated = (count: number) =>
      rate(planOf({ coverages: [aCoverage('MAIN', [over('vehicles', [over('drivers', steps(count))])])] }), {
        ...intake,
        drivers,
        vehicles,
      });
    expect(rated(38).outcome).toBe('QUOTED');
    expect(refusals(rated(40))).toMatchObject([{ code: 'TOO_MANY_STEPS' }]);
  });
});

describe('the choices of a question as a loop', () => {
  const letters = { name: 'Letters', op: 'set', by: { length: [{ answer: 'extras' }] } };

  it('answers the question with one choice in each iteration', () => {
    const plan = { allowZeroPremium: true, coverages: [aCoverage('MAIN', [over('extras', [letters])])] };
    expect(premium(plan, { ...intake, extras: 'GLASS,RENTAL' })).toBe('11.00');
    expect(premium(plan)).toBe('0.00');
  });

  it('works for a question of an iteration', () => {
    const condition = { '==': [{ answer: 'driver.courses' }, 'SAFE'] };
    const plan = {
      loops: [
        {
          loop: 'drivers',
          derive: [{ name: 'Safe', op: 'anyOverLoop', loop: 'driver.courses', condition, as: 'safe' }],
        },
      ],
      coverages: [aCoverage('MAIN', [over('drivers', [set('Safe', { if: [{ value: 'safe' }, 5, 9] })])])],
    } as PlanInput;
    const drivers: Record<string, string>[] = [
      { 'driver.age': '40', 'driver.courses': 'SAFE,SENIOR' },
      { 'driver.age': '40', 'driver.courses': 'SENIOR' },
      { 'driver.age': '40' },
    ];
    expect(premium(plan, { base: '1', drivers })).toBe('23.00');
  });
});

describe('an answer that names an iteration', () => {
  const plan = planOf({ coverages: [aCoverage('MAIN', [set('Base', { answer: 'base' })])] });

  it.each(['0', '4', 'Jane', iterationId(3)])('is refused if there is none: %s', (named) => {
    const violations = [{ 'violation.points': '1', 'violation.driver': named }];
    const result = rate(plan, { ...intake, violations });
    expect(refusals(result)).toEqual([
      { code: 'UNKNOWN_ITERATION', qid: 'violation.driver', iterationId: iterationId(0) },
    ]);
    expect(result.messages[0]?.message).toBe(
      `the answer to "violation.driver" names no iteration of "drivers": ${JSON.stringify(named)}; write its iterationId, or its number from 1 to 3`,
    );
  });
});

it('is asked by the question tree with the loop that it refers to', () => {
  const request = { answers: {}, skipLineQuestions: [], excludeQuestions: false };
  const { product } = compileQuestionTree(aLine(questions)).display(request);
  const shown = product.display?.sections[0]?.subsections[0]?.questions ?? [];
  expect(shown.find(({ qid }) => qid === 'primary')).toMatchObject({ iterationOf: 'drivers' });
});

describe('the compiler', () => {
  const messages = (steps: object[]) =>
    checkPlan(aPlan({ coverages: [aCoverage('MAIN', steps)] }), {}, types).map(({ message }) => message);
  const age = set('Age', { answer: 'driver.age' });

  it('refuses a loop inside itself, and a question that relates nothing', () => {
    expect(messages([over('drivers', [over('drivers', [age])])])).toEqual([
      'this step runs for each iteration of "drivers" already; name another loop',
    ]);
    expect(messages([over('drivers', [age], { of: 'base' })])).toEqual([
      '"base" refers to no iterations; give the question `iterationOf`, or select iterations with "where"',
    ]);
    expect(messages([over('violations', [age], { of: 'violation.driver' })])).toEqual([
      '"violation.driver" is asked in "violations" and refers to "drivers"; "of" takes a question of "violations" that refers to a loop around this step, or one around it that refers to "violations"',
      '"driver.age" is answered only inside the loop "drivers"',
    ]);
    expect(messages([over('drivers', [age], { of: 'primery' })])).toEqual([
      'no line asks the question "primery"; did you mean "primary"?',
    ]);
  });
});

describe('the worksheet', () => {
  const plan = planOf({
    loops: [{ loop: 'drivers', derive: [pointsOfDriver as never] }],
    coverages: [
      aCoverage('MAIN', [
        over('vehicles', [
          over('drivers', [set('Both', { '*': [{ value: 'points' }, { answer: 'vehicle.value' }] })], {
            of: 'vehicle.driver',
          }),
        ]),
      ]),
    ],
  });
  const given = withOwnIds({
    ...intake,
    vehicles: [
      { 'vehicle.value': '10', 'vehicle.driver': '2' },
      { 'vehicle.value': '20', 'vehicle.driver': '1' },
    ],
    violations: intake.violations.map((each, index) => ({
      ...each,
      'violation.driver': index === 1 ? '1' : '2',
    })),
  });
  const { worksheet } = plan.rate({ answers: given, effectiveDate: '2026-01-01' });
  const { lines, iterationName } = buildWorksheet(worksheet, given);

  it('names the iterations around each line', () => {
    const shown = lines
      .filter(({ source }) => source.iterationId !== undefined)
      .map(({ source, after }) => [
        iterationName(source.iterationId ?? '', source.within),
        source.step,
        describeLine(source),
        after.value,
      ]);
    expect(shown).toEqual([
      ['Drivers 1, Violations 2', 'Points of one', '= violation.points', '1'],
      ['Drivers 1', 'Points', 'sum over violations by violation.driver (1), kept as points', '1'],
      ['Drivers 2, Violations 1', 'Points of one', '= violation.points', '3'],
      ['Drivers 2, Violations 3', 'Points of one', '= violation.points', '5'],
      ['Drivers 2', 'Points', 'sum over violations by violation.driver (2), kept as points', '8'],
      ['Drivers 3', 'Points', 'sum over violations by violation.driver (0), kept as points', '0'],
      ['Vehicles 1, Drivers 2', 'Both', '= points × vehicle.value', '80'],
      ['Vehicles 1', 'Over drivers', '= sum over drivers by vehicle.driver (1)', '80'],
      ['Vehicles 2, Drivers 1', 'Both', '= points × vehicle.value', '20'],
      ['Vehicles 2', 'Over drivers', '= sum over drivers by vehicle.driver (1)', '20'],
    ]);
  });

  it('computes each line from cells of others', () => {
    const computedSteps = lines
      .filter(({ after }) => after.formula !== null)
      .map(({ source }) => source.step);
    expect(new Set(computedSteps)).toEqual(
      new Set([
        'Points of one',
        'Points',
        'Both',
        'Over drivers',
        'Over vehicles',
        'MAIN',
        'Sum of the coverages',
        'Term factor',
        'Rounding',
      ]),
    );
    const both = lines.find(({ source }) => source.step === 'Both');
    expect(both?.operand?.formula).toMatchObject({
      kind: 'operation',
      operands: [{ cell: { value: '8', formula: { kind: 'sum', cells: { length: 2 } } } }, {}],
    });
  });
});

describe('a replay', () => {
  const plan = planOf({
    coverages: [
      aCoverage('MAIN', [
        over('vehicles', [
          over('drivers', [set('Both', { '*': [{ answer: 'driver.age' }, { answer: 'vehicle.value' }] })]),
        ]),
      ]),
    ],
  });
  const { worksheet } = plan.rate({ answers: answers(intake), effectiveDate: '2026-01-01' });
  const replayOf = (stored: typeof worksheet) =>
    compareReplay({ result: {}, worksheet: stored }, { result: {}, worksheet });

  it('names the pair whose step was tampered with', () => {
    expect(replayOf(worksheet).result).toBe('identical');
    // The youngest driver in the second vehicle.
    const place = 5;
    const tampered = worksheet.with(place, { ...worksheet[place]!, after: '1' });
    expect(replayOf(tampered).stepDifferences).toEqual([
      {
        ...{ kind: 'CHANGED', number: place + 1, section: 'coverage:MAIN', step: 'Both', op: 'set' },
        ...{ iterationId: iterationId(1), within: [iterationId(1)] },
        fields: [{ field: 'after', stored: '1', replayed: '380' }],
      },
    ]);
    expect(replayOf(worksheet.toSpliced(place, 1)).stepDifferences).toMatchObject([
      { kind: 'ONLY_REPLAYED', iterationId: iterationId(1), within: [iterationId(1)] },
    ]);
  });

  it('explains a changed answer by the pairs that read it', () => {
    const drivers = intake.drivers.with(1, { 'driver.age': '20' });
    const other = plan.rate({ answers: answers({ ...intake, drivers }), effectiveDate: '2026-01-01' });
    const { steps, unexplained } = waterfallOf(quoted(rate(plan, intake)), quoted(other), 2);
    expect(steps.map(({ within, iterationId: id, explains }) => [within, id, explains?.toFixed()])).toEqual([
      [[iterationId(0)], iterationId(1), '10'],
      [[iterationId(1)], iterationId(1), '20'],
    ]);
    expect(unexplained.isZero()).toBe(true);
  });
});

describe('rated again by the independent implementation', () => {
  const named = fc.constantFrom('1', '1', '1', '2', '3', iterationId(0), iterationId(1));
  const number = fc.integer({ min: 1, max: 9 }).map(String);
  const lists = fc.record({
    base: number,
    primary: fc.option(named, { nil: '' }),
    extras: fc.subarray(['GLASS', 'TOWING', 'RENTAL']).map((chosen) => chosen.join(',')),
    drivers: fc.array(
      fc.record({ 'driver.age': number, 'driver.courses': fc.constantFrom('', 'SAFE', 'SAFE,SENIOR') }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    vehicles: fc.array(fc.record({ 'vehicle.value': number, 'vehicle.driver': named }), { maxLength: 3 }),
    violations: fc.array(fc.record({ 'violation.points': number, 'violation.driver': named }), {
      maxLength: 4,
    }),
  });
  const value = fc.constantFrom({ answer: 'base' }, { value: 'points' }, { '??': [{ value: 'kept' }, 3] });
  const condition = fc.constantFrom(
    { '>': [{ answer: 'base' }, 4] },
    { '>': [{ value: 'points' }, 3] },
    { answered: 'primary' },
    { '==': [{ value: 'kept' }, 7] },
  );
  const ofLoop: Record<string, { own: object[]; of: (around: string[]) => string[] }> = {
    drivers: {
      own: [{ answer: 'driver.age' }, { value: 'points' }],
      of: (around) => [
        'primary',
        ...(around.includes('vehicles') ? ['vehicle.driver'] : []),
        ...(around.includes('violations') ? ['violation.driver'] : []),
      ],
    },
    vehicles: {
      own: [{ answer: 'vehicle.value' }],
      of: (around) => (around.includes('drivers') ? ['vehicle.driver'] : []),
    },
    violations: {
      own: [{ answer: 'violation.points' }],
      of: (around) => (around.includes('drivers') ? ['violation.driver'] : []),
    },
    extras: { own: [{ length: [{ answer: 'extras' }] }], of: () => [] },
    'driver.courses': {
      own: [{ if: [{ '==': [{ answer: 'driver.courses' }, 'SAFE'] }, 2, 5] }],
      of: () => [],
    },
  };
  const steps = (around: string[], readable: object[]): fc.Arbitrary<object[]> => {
    const loops = Object.keys(ofLoop).filter((loop) => !around.includes(loop));
    const read = fc.oneof(fc.constantFrom(...readable), value);
    const own = fc.record({ name: fc.constant('Own'), op: fc.constantFrom('add', 'set'), by: read });
    const kept = fc.record(
      {
        name: fc.constant('Kept'),
        op: fc.constant('derive'),
        value: fc.constantFrom(6, 7),
        as: fc.constant('kept'),
        when: condition,
      },
      { requiredKeys: ['name', 'op', 'value', 'as'] },
    );
    if (around.length === 3) return fc.array(fc.oneof(own, kept), { maxLength: 2 });
    const inner = fc.constantFrom(...loops).chain((loop) => {
      const { own: more, of } = ofLoop[loop] ?? { own: [], of: () => [] };
      return fc.record(
        {
          name: fc.constant(`Over ${loop}`),
          op: fc.constantFrom('sumOverLoop', 'maxOverLoop'),
          loop: fc.constant(loop),
          apply: fc.constant('add'),
          steps: steps([...around, loop], [...readable, ...more]),
          where: condition,
          of: fc.constantFrom(...of(around), undefined),
        },
        { requiredKeys: ['name', 'op', 'loop', 'apply', 'steps'] },
      );
    });
    const count = fc.constantFrom(...loops).chain((loop) =>
      fc.record({
        name: fc.constant('Count'),
        op: fc.constant('countOverLoop'),
        loop: fc.constant(loop),
        condition,
        as: fc.constant('counted'),
      }),
    );
    return fc.array(fc.oneof(inner, inner, own, kept, count), { maxLength: 3 });
  };

  it('gives the same', () => {
    const root = aLine(questions);
    const seen = { QUOTED: 0, DECLINED: 0, CLEAN: 0 };
    fc.assert(
      fc.property(steps([], [{ answer: 'base' }]), lists, (generated, given) => {
        const definition = {
          allowZeroPremium: true,
          derive: [
            { name: 'None', op: 'derive', value: 0, as: 'kept', when: { '<': [{ answer: 'base' }, 0] } },
            { name: 'None', op: 'derive', value: 1, as: 'points' },
          ],
          loops: [{ loop: 'drivers', derive: [pointsOfDriver] }],
          coverages: [aCoverage('MAIN', [set('Start', 1), ...generated])],
        } as PlanInput;
        const map = answers(given);
        // Steps that read an answer where it is not asked do not compile.
        if (checkPlan(aPlan(definition), {}, types).length > 0) return;
        const asked = { effectiveDate: '2026-01-01', term: 'ANNUAL' as const };
        const engine = planOf(definition).rate({ answers: map, ...asked });
        const intakeOf = readIntake(root, map, asked.effectiveDate);
        const reference = ratePlan(
          aPlan(definition),
          { root, tables: {}, intake: intakeOf, ...asked },
          everything,
        );
        expect(engine.outcome).toBe(reference.outcome);
        seen[engine.outcome] += 1;
        const findings = new Findings();
        lintPlans([{ plan: aPlan(definition), path: [], types }], {}, findings);
        if (findings.issues.every(({ message }) => !/declines/.test(message))) {
          const codes = engine.messages
            .filter(({ severity }) => severity === 'ERROR')
            .map(({ code }) => code);
          expect(codes.filter((code) => code !== 'UNKNOWN_ITERATION')).toEqual([]);
          seen.CLEAN += 1;
        }
        if (engine.outcome === 'QUOTED' && reference.outcome === 'QUOTED') {
          expect(engine.premium).toBe(reference.premium.toCents());
          const more = { ...map, base: { type: 'ANSWER', qid: 'base', answer: `${given.base}5` } } as const;
          const other = planOf(definition).rate({ answers: more, ...asked });
          if (other.outcome !== 'QUOTED') return;
          const { steps: differing, premium: change, unexplained } = waterfallOf(engine, other, 2);
          expect(unexplained.toFixed()).toBe('0');
          if (!change.a.equals(change.b)) expect(differing).not.toEqual([]);
        }
      }),
      { numRuns: 1000, seed: 7 },
    );
    expect(seen.QUOTED).toBeGreaterThan(100);
    expect(seen.DECLINED).toBeGreaterThan(100);
    expect(seen.CLEAN).toBeGreaterThan(100);
  });
});
