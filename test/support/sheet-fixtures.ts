import { questionTypesOf } from '../../domain/questions/question-types.js';
import { aCoverage, aLine, answers, aTable, compiled } from '../domain/rating/rating-factory.js';
import type { SheetSubject } from './sheet-changes.js';

const questions = questionTypesOf(
  aLine([
    { qid: 'sales', answerType: 'MONEY', min: 0, max: 1_000_000 },
    { qid: 'age', answerType: 'NUMBER', min: 0, max: 120 },
    { qid: 'limit', answerType: 'NUMBER', min: 0, max: 6000 },
    { qid: 'state', answerType: 'SELECT', answerChoices: ['CA', 'NY', 'TX', 'OH'] },
    { qid: 'class', answerType: 'SELECT', answerChoices: ['01', '02', '1', '3', 'a', 'A'] },
    { qid: 'zip', answerType: 'TEXT' },
    { qid: 'sprinklers', answerType: 'BOOLEAN' },
    { qid: 'alarm', answerType: 'BOOLEAN' },
    { qid: 'built', answerType: 'DATE' },
    {
      ...{ qid: 'locations', answerType: 'TEXT' },
      loop: {
        questions: [
          { qid: 'location.area', answerType: 'NUMBER', min: 0, max: 100 },
          { qid: 'location.state', answerType: 'SELECT', answerChoices: ['CA', 'NY', 'TX', 'OH'] },
        ],
      },
    },
  ]),
);

const given = answers({
  ...{ sales: '30000', age: '40', limit: '1500', state: 'CA', class: '01', zip: '90210' },
  ...{ sprinklers: 'true', built: '1995-06-30' },
  locations: [
    { 'location.area': '3', 'location.state': 'CA' },
    { 'location.area': '70', 'location.state': 'NY' },
    { 'location.area': '12', 'location.state': 'TX' },
  ],
});

const numbers = (name: string, match: string, more: object = {}) => ({
  name,
  match,
  type: 'number',
  ...more,
});

const tables = {
  states: {
    keys: [{ name: 'state' }, { name: 'sprinklers', type: 'boolean' }],
    columns: [{ name: 'factor' }, { name: 'label', type: 'text' }, { name: 'sold', type: 'boolean' }],
    rows: [
      ['CA', true, 0.9, 'West', true],
      ['CA', false, 1.2, 'west', true],
      [['NY', 'OH'], '*', '1/3', 'East', true],
      ['otherwise', true, 2, 'Rest', false],
      ['otherwise', 'otherwise', 2.5, 'Rest, dry', false],
    ],
  },
  classes: {
    keys: [{ name: 'class' }],
    columns: [{ name: 'rate' }],
    rows: [
      ['01', 1.1],
      ['02', 1.2],
      ['1', 1.3],
      ['a', 1.4],
      ['A', 1.5],
    ],
  },
  bands: {
    keys: [numbers('sales', 'range')],
    columns: [{ name: 'rate' }],
    rows: [
      [[null, 10_000], 1],
      [[10_000, 25_000.5], 1.25],
      [[25_000.5, null], 1.5],
    ],
  },
  upper: {
    keys: [{ name: 'state' }, numbers('age', 'upTo')],
    columns: [{ name: 'rate' }],
    rows: [
      ['CA', 25, 2],
      ['CA', 60, 1],
      ['CA', '*', 1.7],
      ['otherwise', 30, 1.1],
      ['otherwise', 90, 1.9],
    ],
  },
  ends: {
    keys: [numbers('age', 'range', { from: 'excluded', to: 'included' })],
    columns: [{ name: 'rate' }],
    rows: [
      [[-1, 16], 3],
      [[16, 70], 1],
      [[70, 90], 2],
    ],
  },
  first: {
    keys: [numbers('sales', 'range'), { name: 'state' }],
    columns: [{ name: 'rate' }],
    hitPolicy: 'first',
    rows: [
      [[0, 50_000], 'TX', 1],
      [[40_000, null], '*', 2],
      ['*', '*', 3],
    ],
  },
  dates: {
    keys: [{ name: 'on', match: 'dateRange' }],
    columns: [{ name: 'rate' }],
    rows: [
      [[null, '2027-01-01'], 1],
      [['2027-01-01', '2027-07-01'], 1.1],
      [['2027-07-01', null], 1.21],
    ],
  },
  days: {
    keys: [{ name: 'built', match: 'range', type: 'date', to: 'included' }],
    columns: [{ name: 'rate' }],
    rows: [
      [[null, '1970-12-31'], 2],
      [['1971-01-01', '1999-12-31'], 1.5],
      [['2000-01-01', null], 1],
    ],
  },
  tariff: {
    keys: [{ name: 'state' }, numbers('sales', 'upTo')],
    columns: [{ name: 'rate' }, { name: 'other' }],
    graduated: { per: 1000 },
    rows: [
      ['CA', 10_000, 5, 1],
      ['CA', 40_000, 4, 2],
      ['CA', '*', 3, 3],
      ['NY', 20_000, 6, 1],
      ['NY', '*', 2, 1],
      ['TX', 50_000, 1, 1],
    ],
  },
  curve: {
    keys: [{ name: 'state' }, numbers('sales', 'exact')],
    columns: [{ name: 'rate' }],
    interpolate: 'linear',
    rows: [
      ['CA', 1000, 10],
      ['CA', 30_000, 20],
      ['CA', 90_000, 5],
      ['*', 0, 1],
      ['*', 500_000, 3],
    ],
    hitPolicy: 'first',
  },
  surface: {
    keys: [numbers('limit', 'exact'), numbers('age', 'exact')],
    columns: [{ name: 'rate' }],
    interpolate: 'bilinear',
    across: [0, 30, 80],
    rows: [
      [0, 1, 2, 4],
      [1000, 3, 5, 7],
      [5000, 11, 13, 20],
    ],
  },
  zips: {
    keys: [{ name: 'zip' }],
    columns: [{ name: 'territory', type: 'text' }],
    rows: [
      ['902', 'A'],
      ['100', 'B'],
      ['773', 'a'],
    ],
  },
  territories: {
    keys: [{ name: 'territory' }],
    columns: [{ name: 'factor' }],
    rows: [
      ['A', 1.5],
      ['B', 1.2],
      ['a', 0.7],
    ],
  },
  west: {
    keys: [{ name: 'age', type: 'number' }],
    columns: [{ name: 'rate' }],
    rows: [
      [40, 1],
      [41, 2],
    ],
  },
  east: {
    keys: [numbers('age', 'range')],
    columns: [{ name: 'rate' }],
    rows: [
      [[0, 50], 3],
      [[50, null], 4],
    ],
  },
};

const lookup = (table: unknown, keys: object, more: object = {}) => ({
  ...{
    name: `From ${typeof table === 'string' ? table : 'chosen'}`,
    op: 'lookup',
    table,
    keys,
    apply: 'multiply',
  },
  ...more,
});
const answer = (qid: string) => ({ answer: qid });
const value = (name: string) => ({ value: name });
const base = { name: 'Base', op: 'set', by: 100 };
const state = { state: answer('state') };
const is = (qid: string, wanted: unknown) => ({ '==': [answer(qid), wanted] });

const plans: Record<string, object> = {
  'exact keys, lists, any and otherwise': {
    derive: [
      lookup(
        'states',
        { ...state, sprinklers: answer('sprinklers') },
        { apply: undefined, values: { factor: 'factor', label: 'label', sold: 'sold' } },
      ),
    ],
    coverages: [
      aCoverage('MAIN', [
        base,
        { name: 'Factor', op: 'multiply', by: value('factor') },
        { name: 'West', op: 'add', by: 7, when: { '==': [value('label'), 'West'] } },
        { name: 'Sold', op: 'add', by: 11, when: value('sold') },
        lookup('classes', { class: answer('class') }),
      ]),
    ],
    underwriting: [
      { id: 'dry', outcome: 'DECLINE', when: { '==': [value('label'), 'Rest, dry'] }, message: 'No.' },
    ],
  },
  ranges: {
    coverages: [
      aCoverage('MAIN', [
        base,
        lookup('bands', { sales: answer('sales') }),
        lookup('upper', { ...state, age: answer('age') }),
        lookup('ends', { age: answer('age') }),
        lookup('first', { ...state, sales: { '*': [answer('sales'), '1.1'] } }),
      ]),
    ],
  },
  dates: {
    derive: [
      {
        name: 'Age',
        op: 'derive',
        as: 'years',
        value: { yearsBetween: [answer('built'), value('effectiveDate')] },
      },
      { name: 'Decade', op: 'derive', as: 'decade', value: { year: [answer('built')] } },
    ],
    coverages: [
      aCoverage('MAIN', [
        base,
        lookup('dates', { on: value('effectiveDate') }),
        lookup('days', { built: answer('built') }),
        { name: 'Old', op: 'add', by: value('years') },
        { name: 'Young', op: 'multiply', by: 2, when: { '>=': [value('decade'), 2000] } },
        { name: 'Late', op: 'multiply', by: 3, when: { '>': [value('effectiveDate'), '2027-06-30'] } },
        { name: 'Days', op: 'add', by: { daysBetween: [answer('built'), '2026-01-01'] } },
      ]),
    ],
  },
  graduated: {
    coverages: [
      aCoverage('MAIN', [
        lookup('tariff', { ...state, sales: answer('sales') }, { column: 'rate', apply: 'set', as: 'found' }),
        lookup(
          'tariff',
          { ...state, sales: { '/': [answer('sales'), 2] } },
          { name: 'Half', column: 'other', apply: 'add' },
        ),
        { name: 'More', op: 'add', by: value('found') },
      ]),
    ],
  },
  interpolated: {
    coverages: [
      aCoverage('MAIN', [
        base,
        lookup('curve', { ...state, sales: answer('sales') }),
        lookup('surface', { limit: answer('limit'), age: answer('age') }),
      ]),
    ],
  },
  'chosen tables': {
    coverages: [
      aCoverage('MAIN', [
        base,
        lookup({ by: answer('state'), of: { CA: 'west', NY: 'east', TX: 'east' } }, { age: answer('age') }),
        lookup(
          { by: answer('sprinklers'), of: { true: 'east', false: 'ends' } },
          { age: answer('age') },
          { name: 'By sprinklers', when: { '>': [answer('sales'), 20_000] } },
        ),
      ]),
    ],
  },
  'conditions and terms': {
    terms: [
      { term: 'ANNUAL', factor: 1 },
      { term: 'HALF_YEAR', factor: '0.52' },
    ],
    roundEachStep: { digits: 0, mode: 'HALF_EVEN' },
    derive: [
      { name: 'Zone', op: 'derive', as: 'zone', value: { substr: [answer('zip'), 0, 3] } },
      lookup('zips', { zip: value('zone') }, { name: 'Territory', apply: undefined, as: 'territory' }),
      { name: 'Credit', op: 'derive', as: 'credit', value: '0.95', when: answer('sprinklers') },
      { name: 'No credit', op: 'derive', as: 'credit', value: 1, when: { '!': [answer('sprinklers')] } },
      { name: 'Alarm', op: 'derive', as: 'alarmed', value: { '??': [answer('alarm'), false] } },
    ],
    coverages: [
      aCoverage('MAIN', [
        { ...base, when: is('state', 'CA') },
        { ...base, by: 333.5, when: { '!=': [answer('state'), 'CA'] } },
        lookup('territories', { territory: value('territory') }),
        { name: 'Credit', op: 'multiply', by: value('credit') },
        {
          ...{ name: 'Old', op: 'if', condition: { '>': [answer('age'), 50] } },
          then: [
            { name: 'Third', op: 'multiply', by: '4/3' },
            { name: 'Very', op: 'add', by: 50, when: { '>': [answer('age'), 80] } },
          ],
          else: [lookup('bands', { sales: answer('sales') }, { name: 'Sales' })],
        },
        { name: 'Alarm', op: 'subtract', by: 3, when: value('alarmed') },
        { name: 'Asked', op: 'add', by: 1, when: { answered: 'alarm' } },
        { name: 'Least', op: 'max', by: 60 },
      ]),
      aCoverage('MORE', [{ name: 'Share', op: 'set', by: { '*': [value('MAIN'), '0.333'] } }], {
        when: { in: [answer('state'), ['CA', 'NY']] },
      }),
      aCoverage('FLAT', [{ name: 'Flat', op: 'set', by: 77 }], { when: is('sprinklers', false) }),
    ],
    policy: [
      { name: 'Discount', op: 'multiply', by: '0.777' },
      { name: 'Yearly', op: 'minimum', by: 150, scaledByTerm: true },
      { name: 'Any term', op: 'minimum', by: 120, scaledByTerm: false },
    ],
    taxesAndFees: [
      {
        type: 'TAX',
        when: is('state', 'NY'),
        steps: [{ name: 'Tax', op: 'set', by: { '*': [value('premium'), '0.01234'] } }],
      },
      { type: 'FEE', steps: [{ name: 'Fee', op: 'set', by: { '/': [answer('age'), 3] } }] },
    ],
    underwriting: [
      { id: 'too-old', outcome: 'INELIGIBLE', when: { '>': [answer('age'), 110] }, message: 'Too old.' },
      { id: 'large', outcome: 'DECLINE', when: { '>': [value('premium'), 900] }, message: 'Too large.' },
    ],
  },
  loops: {
    loops: [
      {
        loop: 'locations',
        derive: [
          { name: 'Rank', op: 'rank', by: answer('location.area'), as: 'rank' },
          {
            name: 'State',
            op: 'lookup',
            table: 'states',
            keys: { state: answer('location.state'), sprinklers: answer('sprinklers') },
            column: 'factor',
            as: 'factor',
          },
        ],
      },
    ],
    derive: ['countOverLoop', 'anyOverLoop', 'allOverLoop'].map((op) => ({
      ...{ name: op, op, loop: 'locations', as: op },
      ...{
        condition: { '>': [answer('location.area'), 10] },
        where: { '!=': [answer('location.state'), 'OH'] },
      },
    })),
    coverages: [
      aCoverage(
        'DRY',
        [
          {
            ...{ name: 'Dry locations', op: 'sumOverLoop', loop: 'locations', apply: 'set', as: 'dry' },
            steps: [{ name: 'Area', op: 'set', by: answer('location.area') }],
          },
          {
            ...{ name: 'Large ones', op: 'countOverLoop', loop: 'locations', as: 'large' },
            ...{ condition: { '>': [answer('location.area'), 20] }, when: { '>': [value('dry'), 60] } },
          },
          { name: 'Large', op: 'multiply', by: { '+': [{ '??': [value('large'), 0] }, 1] } },
        ],
        { when: is('sprinklers', false) },
      ),
      ...['sumOverLoop', 'maxOverLoop', 'minOverLoop', 'averageOverLoop'].map((op) =>
        aCoverage(op, [
          base,
          {
            ...{
              name: 'Locations',
              op,
              loop: 'locations',
              apply: 'add',
              where: { '>': [answer('location.area'), 2] },
            },
            steps: [
              { name: 'Area', op: 'set', by: answer('location.area') },
              { name: 'State', op: 'multiply', by: value('factor') },
              { name: 'First', op: 'multiply', by: 2, when: { '==': [value('rank'), 1] } },
            ],
          },
          { name: 'Each', op: 'add', by: value('countOverLoop') },
          { name: 'Any', op: 'add', by: 3, when: value('anyOverLoop') },
          { name: 'All', op: 'add', by: 5, when: value('allOverLoop') },
        ]),
      ),
    ],
  },
};

/** A rating for each kind of table and of step, over answers that changes lead across its rows. */
export function sheetFixtures(): SheetSubject[] {
  const parsed = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, aTable(table as never)]),
  );
  return Object.entries(plans).map(([name, plan]) => ({
    name,
    plan: compiled(plan as never, tables as never, questions),
    tables: parsed,
    questions,
    answers: given,
  }));
}
