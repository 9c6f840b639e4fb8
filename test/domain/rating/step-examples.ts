import type { z } from 'zod';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import type { StepOp } from '../../../domain/rating/run/worksheet-line.js';
import type { ratingTable } from '../../../domain/rating/tables/table.js';
import { aCoverage, aLine, answers, type PlanInput } from './rating-factory.js';

interface StepExample {
  plan: PlanInput;
  /** The premium for `exampleIntake`. */
  premium: string;
  /** The last line of the kind, in words. */
  says: string;
  /** Whether a spreadsheet computes that line's result. */
  computed: boolean;
}

export const exampleTypes = questionTypesOf(
  aLine([
    { qid: 'sales', answerType: 'MONEY', required: true, min: 0, max: 1000 },
    { qid: 'state', answerType: 'SELECT', required: true, answerChoices: ['CA', 'NY', 'TX'] },
    {
      ...{ qid: 'locations', answerType: 'TEXT', required: true },
      loop: {
        minIterations: 1,
        questions: [{ qid: 'location.area', answerType: 'NUMBER', required: true, min: 1, max: 10 }],
      },
    },
  ]),
);

export const exampleIntake = answers({
  sales: '90',
  state: 'CA',
  locations: [{ 'location.area': '3' }, { 'location.area': '7' }],
});

export const exampleTables: Record<string, z.input<typeof ratingTable>> = {
  states: {
    keys: [{ name: 'state', match: 'exact' }],
    columns: [{ name: 'factor', type: 'number' }],
    rows: [
      ['CA', '1.5'],
      ['NY', '2'],
      ['TX', '3'],
    ],
  },
};

const base = { name: 'Base', op: 'set', by: { '+': [{ answer: 'sales' }, 10] } };
const inCoverage = (step: object): PlanInput => ({ coverages: [aCoverage('MAIN', [base, step])] });
/** The value that the step keeps as `found` is the factor of the premium. */
const kept = (step: object, by: object = { value: 'found' }): PlanInput => ({
  allowZeroPremium: true,
  derive: [{ ...step, as: 'found' } as never],
  coverages: [aCoverage('MAIN', [base, { name: 'Factor', op: 'multiply', by }])],
});
const arithmetic = (op: string, by: number) => inCoverage({ name: 'Tested', op, by });
const areas = [{ name: 'Area', op: 'set', by: { answer: 'location.area' } }];
const takenOverLoop = (op: string) =>
  inCoverage({ name: 'Tested', op, loop: 'locations', steps: areas, apply: 'add' });
const condition = { '>': [{ answer: 'location.area' }, 5] };
const askedOverLoop = (op: string, by?: object) =>
  kept({ name: 'Tested', op, loop: 'locations', condition }, by);
/** Compared, as the library that computes the sheet takes a reference to a cell for true. */
const ifFound = { if: [{ '==': [{ value: 'found' }, true] }, 2, 3] };

/** One plan for each kind of step, whose step "Tested" is of that kind. */
export const stepExamples = {
  lookup: {
    plan: inCoverage({
      ...{ name: 'Tested', op: 'lookup', table: 'states' },
      ...{ keys: { state: { answer: 'state' } }, apply: 'multiply' },
    }),
    ...{ premium: '150.00', says: '× factor of states', computed: true },
  },
  set: {
    plan: { coverages: [aCoverage('MAIN', [{ ...base, name: 'Tested' }])] },
    ...{ premium: '100.00', says: '= sales + 10', computed: true },
  },
  multiply: { plan: arithmetic('multiply', 2), premium: '200.00', says: '× 2', computed: true },
  add: { plan: arithmetic('add', 2), premium: '102.00', says: '+ 2', computed: true },
  subtract: { plan: arithmetic('subtract', 2), premium: '98.00', says: '− 2', computed: true },
  divide: { plan: arithmetic('divide', 8), premium: '12.50', says: '÷ 8', computed: true },
  min: { plan: arithmetic('min', 60), premium: '60.00', says: 'at most 60', computed: true },
  max: { plan: arithmetic('max', 120), premium: '120.00', says: 'at least 120', computed: true },
  minimum: {
    plan: { ...inCoverage({ name: 'Tested', op: 'minimum', by: 120, scaledByTerm: true }) },
    ...{ premium: '120.00', says: 'at least 120', computed: true },
  },
  round: {
    plan: inCoverage({ name: 'Tested', op: 'round', digits: -1, mode: 'UP' }),
    ...{ premium: '100.00', says: 'rounded to -1 digits, up', computed: true },
  },
  name: {
    plan: inCoverage({ name: 'Tested', op: 'name', as: 'manualPremium' }),
    ...{ premium: '100.00', says: 'kept as manualPremium', computed: true },
  },
  derive: {
    plan: kept({ name: 'Tested', op: 'derive', value: { '/': [{ answer: 'sales' }, 2] } }),
    ...{ premium: '4500.00', says: 'found = sales ÷ 2', computed: true },
  },
  rank: {
    plan: {
      loops: [
        {
          loop: 'locations',
          derive: [{ name: 'Tested', op: 'rank', by: { answer: 'location.area' }, as: 'place' } as never],
        },
      ],
      coverages: [
        aCoverage('MAIN', [
          {
            ...{ name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set' },
            steps: [...areas, { name: 'Share', op: 'divide', by: { value: 'place' } }],
          },
        ]),
      ],
    },
    ...{ premium: '8.50', says: 'place = rank by location.area, highest first', computed: true },
  },
  sumOverLoop: {
    plan: takenOverLoop('sumOverLoop'),
    premium: '110.00',
    says: '+ sum over locations (2)',
    computed: true,
  },
  maxOverLoop: {
    plan: takenOverLoop('maxOverLoop'),
    premium: '107.00',
    says: '+ max over locations (2)',
    computed: true,
  },
  minOverLoop: {
    plan: takenOverLoop('minOverLoop'),
    premium: '103.00',
    says: '+ min over locations (2)',
    computed: true,
  },
  averageOverLoop: {
    plan: takenOverLoop('averageOverLoop'),
    premium: '105.00',
    says: '+ average over locations (2)',
    computed: true,
  },
  countOverLoop: {
    plan: askedOverLoop('countOverLoop'),
    premium: '100.00',
    says: 'found = number of locations with location.area > 5',
    computed: true,
  },
  anyOverLoop: {
    plan: askedOverLoop('anyOverLoop', ifFound),
    premium: '200.00',
    says: 'found = any of locations with location.area > 5',
    computed: true,
  },
  allOverLoop: {
    plan: askedOverLoop('allOverLoop', ifFound),
    premium: '300.00',
    says: 'found = all of locations with location.area > 5',
    computed: true,
  },
  if: {
    plan: inCoverage({
      ...{ name: 'Tested', op: 'if', condition: { '==': [{ answer: 'state' }, 'CA'] } },
      then: [{ name: 'Plus', op: 'add', by: 1 }],
    }),
    ...{ premium: '101.00', says: 'state = CA?', computed: false },
  },
} satisfies Record<StepOp, StepExample>;
