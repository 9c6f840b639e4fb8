import { describe, expect, it } from 'vitest';
import { type Content, issuesOf } from './lint-factory.js';

const driverQuestions = [
  { qid: 'driver.age', question: 'Age?', answerType: 'NUMBER', required: true, min: 16, max: 99 },
  { qid: 'driver.spouse', question: 'Spouse?', answerType: 'TEXT', iterationOf: 'drivers' },
];
const carQuestions = [
  { qid: 'car.value', question: 'Value?', answerType: 'NUMBER', required: true, min: 1, max: 10 },
  { qid: 'car.driver', question: 'Driver?', answerType: 'TEXT', required: true, iterationOf: 'drivers' },
];
const loop = (qid: string, questions: Content[]) => ({
  ...{ qid, question: `${qid}?`, answerType: 'TEXT', required: true },
  loop: { iterationLabel: 'One', minIterations: 1, maxIterations: 4, questions },
});
const questions = [loop('drivers', driverQuestions), loop('cars', carQuestions)];

const age = { name: 'Age', op: 'set', by: { answer: 'driver.age' } };
const over = (name: string, more: object) => ({
  name: 'Over',
  op: 'sumOverLoop',
  loop: name,
  apply: 'add',
  ...more,
});
const carsOver = (more: object) => over('cars', { steps: [over('drivers', { steps: [age], ...more })] });
const issues = (...steps: object[]) => issuesOf({ steps: steps as Content[], questions });

describe('loops inside loops', () => {
  it('are clean in every form', () => {
    expect(issues(carsOver({}))).toEqual([]);
    expect(issues(carsOver({ of: 'car.driver' }))).toEqual([]);
    expect(issues(carsOver({ where: { '>': [{ answer: 'driver.age' }, { answer: 'car.value' }] } }))).toEqual(
      [
        'WARNING ratingPlans.standard.coverages[0].steps[1].steps[0].where: this condition holds for every iteration; leave it out',
      ],
    );
    expect(
      issues(over('drivers', { steps: [over('cars', { of: 'car.driver', steps: [{ ...age, by: 1 }] })] })),
    ).toEqual([]);
  });

  it('know what both iterations can be, and what is selected', () => {
    const where = { '>': [{ answer: 'driver.age' }, 99] };
    expect(issues(carsOver({ where }))[0]).toContain('this can never hold: "driver.age" is never > 99');
    const read = (condition: object) => ({ name: 'Read', op: 'multiply', by: 2, when: condition });
    const kept = { steps: [age], op: 'maxOverLoop', apply: undefined, as: 'oldest' };
    const oldest = over('cars', { steps: [over('drivers', kept), read({ '>': [{ value: 'oldest' }, 99] })] });
    expect(issues(oldest)[0]).toContain('this can never hold: "oldest" is never > 99');
    const counted = (more: object, than: number) => [
      {
        name: 'Many',
        op: 'countOverLoop',
        loop: 'drivers',
        condition: { '>': [{ answer: 'driver.age' }, 30] },
        as: 'many',
        ...more,
      },
      read({ '>': [{ value: 'many' }, than] }),
    ];
    expect(issues(...counted({}, 3))).toEqual([]);
    expect(issues(...counted({}, 4))[0]).toContain('"many" is never > 4');
  });

  it('want an amount even if nothing is selected', () => {
    const where = { '>': [{ answer: 'driver.age' }, 60] };
    const most = over('drivers', { op: 'maxOverLoop', steps: [age] });
    expect(issues(most)).toEqual([]);
    expect(issues({ ...most, where })).toEqual([
      `WARNING ratingPlans.standard.coverages[0].steps[1]: declines where no iteration of "drivers" is selected; keep the amount with "as", and read \`{ '??': [{ value: … }, 0] }\` in a later step`,
    ]);
  });

  it('want answers that name iterations', () => {
    const optional = carQuestions.map((each) => ({ ...each, required: each.qid === 'car.value' }));
    const asked = [loop('drivers', driverQuestions), loop('cars', optional)];
    const [named] = issuesOf({ steps: [carsOver({ of: 'car.driver' })], questions: asked });
    expect(named).toContain('"car.driver" need not be answered, and without it the rating declines here');
    const cars = over('drivers', { steps: [over('cars', { of: 'car.driver', steps: [{ ...age, by: 1 }] })] });
    expect(issuesOf({ steps: [cars], questions: asked })).toEqual([
      'WARNING ratingPlans.standard.coverages[0].steps[1].steps[0].of: "car.driver" need not be answered, and iterations without it are left out here; make it required',
    ]);
  });

  it('keep values for a pair, or for the selected', () => {
    const kept = { name: 'Kept', op: 'derive', value: 1, as: 'kept' };
    const read = { name: 'Read', op: 'add', by: { value: 'kept' } };
    const [outside] = issues(over('cars', { steps: [over('drivers', { steps: [kept, read] }), read] }));
    expect(outside).toContain('no value "kept" is derived before this');
    const where = { '>': [{ answer: 'driver.age' }, 60] };
    const later = (more: object) => [
      over('drivers', { where, steps: [kept, age] }),
      over('drivers', { steps: [read], ...more }),
    ];
    expect(issues(...later({ where }))).toEqual([]);
    expect(issues(...later({}))[0]).toContain('"kept" is not always derived');
  });
});

describe('the choices of a question as a loop', () => {
  const perils = (more: object) =>
    over('perils', {
      steps: [
        { name: 'Rate', op: 'lookup', table: 'rates', keys: { peril: { answer: 'perils' } }, apply: 'set' },
      ],
      ...more,
    });
  const rates = (...rows: unknown[][]) => ({
    rates: { keys: [{ name: 'peril' }], columns: [{ name: 'rate' }], rows },
  });
  const of = (tables: Content, more: object = {}) => issuesOf({ steps: [perils(more)], tables });

  it('find the missing and the unreached rows of a table', () => {
    expect(of(rates(['FIRE', 2], ['WIND', 3]))).toEqual([]);
    expect(of(rates(['FIRE', 2]))).toEqual(['ERROR tables.rates: there is no row for peril "WIND"']);
    expect(of(rates(['FIRE', 2], ['WIND', 3], ['HAIL', 4]))).toHaveLength(1);
  });

  it('know that each is one of the choices', () => {
    const where = (peril: string) => ({ where: { '==': [{ answer: 'perils' }, peril] } });
    const both = rates(['FIRE', 2], ['WIND', 3]);
    expect(of(both, where('HAIL'))[0]).toContain('"perils" is never "HAIL": it is one of "FIRE", "WIND"');
    expect(of(rates(['FIRE', 2]), where('FIRE'))).toEqual([]);
    const in_ = { where: { in: [{ answer: 'perils' }, ['FIRE']] } };
    expect(of(rates(['FIRE', 2]), in_)).toEqual([]);
  });
});

describe('a question that names an iteration', () => {
  const asked = (more: object) =>
    issuesOf({ questions: [...questions, { qid: 'main', question: 'Main?', answerType: 'TEXT', ...more }] });

  it('names a loop, with a text', () => {
    expect(asked({ iterationOf: 'drivers' })).toEqual([]);
    expect(asked({ iterationOf: 'driver' })[0]).toMatch(
      /no line asks the loop "driver"; did you mean "drivers"\?$/,
    );
    expect(asked({ iterationOf: 'sales' })[0]).toMatch(/no line asks the loop "sales"$/);
    expect(asked({ iterationOf: 'drivers', answerType: 'NUMBER' })[0]).toMatch(
      /only a TEXT question names an iteration, not a NUMBER question$/,
    );
  });
});
