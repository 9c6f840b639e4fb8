import type { AnswerMap } from '../domain/intake/answers.js';
import type { CompiledPlan } from '../domain/rating/plan/compiled-plan.js';
import { type RatingTable, ratingTable } from '../domain/rating/tables/table.js';
import { builtModule } from './built-module.js';

const answer = (qid: string) => ({ answer: qid });
const value = (name: string) => ({ value: name });
const product = (...names: string[]) => ({ '*': names.map(value) });
const yes = (qid: string) => ({ '==': [answer(qid), true] });

type Key = { name: string; type?: 'number'; match?: 'range' };
type Cell = RatingTable['rows'][number][number];

const text = (name: string): Key => ({ name });
const number = (name: string): Key => ({ name, type: 'number' });
const range = (name: string): Key => ({ name, type: 'number', match: 'range' });
const table = (keys: Key[], columns: string, rows: Cell[][]) =>
  ratingTable.parse({
    keys,
    columns: columns.split(' ').map((name) => (name === 'territory' ? { name, type: 'text' } : { name })),
    rows,
  });

/** Rows by ranges between ascending ends, the last one without an end. */
const rangeRows = (...rows: [number, ...number[]][]): Cell[][] =>
  rows.map(([from, ...found], index) => [[from, rows[index + 1]?.[0] ?? null], ...found]);

export const autoTables: Record<string, RatingTable> = {
  states: table([text('state')], 'bi pd med um comp coll fee', [
    ['FL', 310, 205, 44, 132, 118, 296, 25],
    ['NY', 268, 214, 52, 48, 124, 338, 10],
    ['OH', 148, 152, 31, 36, 104, 262, 24],
    ['TX', 214, 236, 38, 74, 168, 318, 30],
  ]),
  zips: table([text('state'), text('prefix')], 'territory', [
    ['FL', ['330', '331', '332', '333'], 'MIAMI'],
    ['FL', 'otherwise', 'FLORIDA'],
    ['OH', ['440', '441'], 'CLEVELAND'],
    ['OH', ['430', '431', '432', '450', '451', '452'], 'COLUMBUS'],
    ['OH', 'otherwise', 'OHIO'],
    ['TX', ['770', '771', '772', '773', '774', '775'], 'HOUSTON'],
    ['TX', 'otherwise', 'TEXAS'],
    ['NY', '*', 'NEW_YORK'],
  ]),
  territories: table([text('territory')], 'bi pd med um comp coll', [
    ['MIAMI', 1.62, 1.31, 1.85, 1.85, 1.18, 1.34],
    ['FLORIDA', 0.9, 0.94, 0.92, 0.92, 0.95, 0.94],
    ['CLEVELAND', 1.15, 1.08, 1.12, 1.12, 1.06, 1.1],
    ['COLUMBUS', 1.06, 1.03, 1.04, 1.04, 1.01, 1.04],
    ['OHIO', 0.91, 0.93, 0.92, 0.92, 1.05, 0.94],
    ['HOUSTON', 1.34, 1.22, 1.3, 1.3, 1.22, 1.21],
    ['TEXAS', 0.88, 0.92, 0.9, 0.9, 1.2, 0.93],
    ['NEW_YORK', 1.28, 1.17, 1.3, 1.3, 1.01, 1.15],
  ]),
  ages: table(
    [text('marital'), range('age')],
    'liability collision',
    ['SINGLE', 'MARRIED'].flatMap((marital, index) =>
      rangeRows(
        [14, 2.9, 2.7],
        [19, 2.1, 2.05],
        [21, 1.62, 1.6],
        [25, 1.12, 1.1],
        [30, 0.98, 0.97],
        [60, 1.02, 1],
        [75, 1.3, 1.22],
      ).map(([ages = '', ...factors]) => [
        marital,
        ages,
        ...factors.map((factor) => Math.round(Number(factor) * (100 - index * 7)) / 100),
      ]),
    ),
  ),
  licensed: table([range('years')], 'factor', rangeRows([0, 1.35], [1, 1.2], [3, 1.05], [6, 1])),
  points: table(
    [range('points')],
    'liability collision',
    rangeRows([0, 1, 1], [1, 1.12, 1.1], [2, 1.28, 1.22], [4, 1.6, 1.5], [7, 2.15, 1.95]),
  ),
  uses: table([text('use')], 'factor', [
    ['PLEASURE', 0.93],
    ['COMMUTE', 1.04],
    ['BUSINESS', 1.25],
    ['FARM', 0.8],
  ]),
  mileage: table(
    [range('miles')],
    'factor',
    rangeRows([0, 0.88], [5000, 0.94], [8000, 1], [12000, 1.07], [18000, 1.18]),
  ),
  prior: table([text('prior')], 'factor', [
    ['NONE', 1.25],
    ['UNDER_1', 1.1],
    ['1_TO_3', 1.02],
    ['OVER_3', 0.95],
  ]),
  credit: table(
    [range('score')],
    'factor',
    rangeRows([300, 1.42], [560, 1.21], [640, 1.06], [700, 0.96], [760, 0.87]),
  ),
  education: table([text('education')], 'factor', [
    ['SCHOOL', 1.03],
    ['COLLEGE', 0.99],
    ['GRADUATE', 0.96],
  ]),
  occupations: table([text('occupation')], 'factor', [
    ['TEACHER', 0.94],
    ['NURSE', 0.95],
    ['ENGINEER', 0.96],
    ['SALES', 1.04],
    ['OTHER', 1],
  ]),
  symbols: table(
    [range('price')],
    'comp coll',
    rangeRows(
      [0, 0.7, 0.73],
      [16000, 0.92, 0.93],
      [25000, 1.12, 1.09],
      [37500, 1.45, 1.3],
      [60000, 2.12, 1.7],
    ),
  ),
  models: table(
    [range('age')],
    'comp coll',
    rangeRows([-2, 1.05, 1.1], [1, 1, 1], [3, 0.92, 0.88], [6, 0.8, 0.7], [10, 0.66, 0.52]),
  ),
  biLimits: table([text('limit')], 'factor', [
    ['25/50', 1],
    ['50/100', 1.2],
    ['100/300', 1.42],
    ['250/500', 1.68],
  ]),
  pdLimits: table([number('limit')], 'factor', [
    [25000, 1],
    [50000, 1.04],
    [100000, 1.08],
  ]),
  medLimits: table([number('limit')], 'factor', [
    [1000, 0.4],
    [5000, 1],
    [10000, 1.6],
  ]),
  umLimits: table([text('limit')], 'factor', [
    ['25/50', 1],
    ['50/100', 1.5],
    ['100/300', 2.1],
  ]),
  compDeductibles: table([number('deductible')], 'factor', [
    [100, 1.25],
    [250, 1.1],
    [500, 1],
    [1000, 0.84],
  ]),
  collDeductibles: table([number('deductible')], 'factor', [
    [250, 1.18],
    [500, 1],
    [1000, 0.82],
  ]),
  antiTheft: table([text('device')], 'factor', [
    ['NONE', 1],
    ['ALARM', 0.95],
    ['TRACKING', 0.88],
  ]),
  rental: table([text('limit')], 'premium', [
    ['30/900', 38],
    ['50/1500', 62],
  ]),
  towing: table([number('miles')], 'premium', [
    [15, 9],
    [50, 17],
  ]),
  payments: table([text('plan')], 'factor', [
    ['FULL', 0.95],
    ['MONTHLY', 1],
  ]),
};

const select = (qid: string, ...answerChoices: string[]) => ({ qid, answerType: 'SELECT', answerChoices });
const amount = (qid: string, min: number, max: number) => ({ qid, answerType: 'NUMBER', min, max });
const flag = (qid: string) => ({ qid, answerType: 'BOOLEAN' });
const free = (qid: string) => ({ qid, answerType: 'TEXT' });

interface AutoQuestion {
  qid: string;
  answerType: string;
  answerChoices?: string[];
  max?: number;
}

/** Each question with the answer of the risk. */
const asked: [AutoQuestion, string][] = [
  [free('client.name'), 'Ada Lovelace'],
  [free('client.email'), 'ada@example.com'],
  [free('client.phoneNumber'), '+1 614 555 0100'],
  [free('client.address1'), '12 Gear Street'],
  [free('client.city'), 'Columbus'],
  [select('client.state', 'FL', 'NY', 'OH', 'TX'), 'OH'],
  [free('client.zipcode'), '43215'],
  [select('prior', 'NONE', 'UNDER_1', '1_TO_3', 'OVER_3'), '1_TO_3'],
  [amount('credit', 300, 850), '712'],
  [select('education', 'SCHOOL', 'COLLEGE', 'GRADUATE'), 'COLLEGE'],
  [select('occupation', 'TEACHER', 'NURSE', 'ENGINEER', 'SALES', 'OTHER'), 'ENGINEER'],
  [flag('homeowner'), 'true'],
  [flag('otherPolicy'), 'false'],
  [select('payment', 'FULL', 'MONTHLY'), 'FULL'],
  [free('driver.name'), 'Ada Lovelace'],
  [{ qid: 'driver.birthDate', answerType: 'DATE' }, '1991-12-10'],
  [{ qid: 'driver.licenseDate', answerType: 'DATE' }, '2010-03-04'],
  [select('driver.marital', 'SINGLE', 'MARRIED'), 'MARRIED'],
  [flag('driver.student'), 'false'],
  [flag('driver.course'), 'true'],
  [flag('driver.filing'), 'false'],
  [amount('driver.violations', 0, 20), '1'],
  [amount('driver.majors', 0, 20), '0'],
  [amount('driver.accidents', 0, 20), '1'],
  [amount('vehicles', 1, 8), '2'],
  [amount('vehicle.year', 1981, 2100), '2023'],
  [free('vehicle.make'), 'Subaru'],
  [free('vehicle.model'), 'Outback'],
  [free('vehicle.vin'), '4S4BTACC1L3100000'],
  [{ qid: 'vehicle.cost', answerType: 'MONEY' }, '31250.50'],
  [select('vehicle.use', 'PLEASURE', 'COMMUTE', 'BUSINESS', 'FARM'), 'COMMUTE'],
  [amount('vehicle.miles', 0, 100000), '11200'],
  [select('vehicle.antiTheft', 'NONE', 'ALARM', 'TRACKING'), 'ALARM'],
  [flag('vehicle.airbags'), 'true'],
  [flag('vehicle.brakes'), 'true'],
  [select('limit.bi', '25/50', '50/100', '100/300', '250/500'), '100/300'],
  [select('limit.pd', '25000', '50000', '100000'), '50000'],
  [select('limit.med', '1000', '5000', '10000'), '5000'],
  [select('limit.um', '25/50', '50/100', '100/300'), '50/100'],
  [select('deductible.comp', '100', '250', '500', '1000'), '250'],
  [select('deductible.coll', '250', '500', '1000'), '500'],
  [select('rental', '30/900', '50/1500'), '30/900'],
  [select('towing', '15', '50'), '15'],
];

export const autoQuestions: readonly AutoQuestion[] = asked.map(([question]) => question);

const autoAnswers: AnswerMap = Object.fromEntries(
  asked.map(([{ qid }, written]) => [qid, { type: 'ANSWER' as const, qid, answer: written }]),
);

const find = (as: string, of: string, column: string, keys: object) => ({
  name: `Find ${as}`,
  op: 'lookup',
  table: of,
  column,
  keys,
  as,
});
const multiplyBy = (of: string, key: string, qid: string) => ({
  name: `Factor of ${of}`,
  op: 'lookup',
  table: of,
  keys: { [key]: answer(qid) },
  apply: 'multiply',
});
const derive = (as: string, what: object) => ({ name: `Derive ${as}`, op: 'derive', as, value: what });
const step = (op: string, by: object | number) => ({ name: `${op} step`, op, by });
const dollars = { name: 'Whole dollars', op: 'round', digits: 0 };
const coverages = ['bi', 'pd', 'med', 'um', 'comp', 'coll'] as const;

const derived = [
  ...coverages.map((code) => find(`base.${code}`, 'states', code, { state: answer('client.state') })),
  find('territory', 'zips', 'territory', {
    state: answer('client.state'),
    prefix: { substr: [answer('client.zipcode'), 0, 3] },
  }),
  ...coverages.map((code) =>
    find(`territory.${code}`, 'territories', code, { territory: value('territory') }),
  ),
  derive('age', { yearsBetween: [answer('driver.birthDate'), value('effectiveDate')] }),
  derive('years', { yearsBetween: [answer('driver.licenseDate'), value('effectiveDate')] }),
  derive('modelAge', { '-': [{ year: [value('effectiveDate')] }, answer('vehicle.year')] }),
  derive('points', {
    '+': [
      answer('driver.violations'),
      { '*': [answer('driver.majors'), 3] },
      { '*': [answer('driver.accidents'), 2] },
    ],
  }),
  ...['liability', 'collision'].flatMap((column) => [
    find(`age.${column}`, 'ages', column, { marital: answer('driver.marital'), age: value('age') }),
    find(`points.${column}`, 'points', column, { points: value('points') }),
  ]),
  find('licensed', 'licensed', 'factor', { years: value('years') }),
  find('use', 'uses', 'factor', { use: answer('vehicle.use') }),
  find('mileage', 'mileage', 'factor', { miles: answer('vehicle.miles') }),
  find('prior', 'prior', 'factor', { prior: answer('prior') }),
  find('credit', 'credit', 'factor', { score: answer('credit') }),
  find('education', 'education', 'factor', { education: answer('education') }),
  find('occupation', 'occupations', 'factor', { occupation: answer('occupation') }),
  ...['comp', 'coll'].flatMap((column) => [
    find(`symbol.${column}`, 'symbols', column, { price: answer('vehicle.cost') }),
    find(`model.${column}`, 'models', column, { age: value('modelAge') }),
  ]),
  derive('student', { if: [{ and: [yes('driver.student'), { '<': [value('age'), 25] }] }, 0.88, 1] }),
  derive('course', { if: [yes('driver.course'), 0.95, 1] }),
  derive('filing', { if: [yes('driver.filing'), 1.15, 1] }),
  derive('safety', { if: [{ and: [yes('vehicle.airbags'), yes('vehicle.brakes')] }, 0.9, 1] }),
  derive('several', { if: [{ '>': [answer('vehicles'), 1] }, 0.88, 1] }),
  derive('insured', product('prior', 'credit', 'education', 'occupation')),
  derive('record', product('licensed', 'student', 'course', 'filing')),
  derive('liability', product('age.liability', 'points.liability', 'record', 'insured')),
  derive('collision', product('age.collision', 'points.collision', 'record', 'insured')),
  derive('usage', product('use', 'mileage', 'several')),
];

const plan = {
  title: 'Auto',
  derive: derived,
  coverages: [
    ...(['bi', 'pd'] as const).map((code) => ({
      code: code.toUpperCase(),
      title: code,
      type: 'Liability',
      steps: [
        step('set', value(`base.${code}`)),
        step('multiply', value(`territory.${code}`)),
        step('multiply', value('liability')),
        step('multiply', value('usage')),
        multiplyBy(`${code}Limits`, 'limit', `limit.${code}`),
        dollars,
      ],
    })),
    ...(['med', 'um'] as const).map((code) => ({
      code: code.toUpperCase(),
      title: code,
      type: 'Injuries',
      steps: [
        step('set', value(`base.${code}`)),
        step('multiply', product(`territory.${code}`, 'safety')),
        multiplyBy(`${code}Limits`, 'limit', `limit.${code}`),
        dollars,
      ],
    })),
    ...(['comp', 'coll'] as const).map((code) => ({
      code: code.toUpperCase(),
      title: code,
      type: 'Damage',
      steps: [
        step('set', value(`base.${code}`)),
        step('multiply', product(`territory.${code}`, `symbol.${code}`, `model.${code}`)),
        multiplyBy(`${code}Deductibles`, 'deductible', `deductible.${code}`),
        ...(code === 'coll'
          ? [step('multiply', product('collision', 'usage'))]
          : [multiplyBy('antiTheft', 'device', 'vehicle.antiTheft')]),
        dollars,
      ],
    })),
    {
      code: 'EXTRAS',
      title: 'Rental and towing',
      type: 'Damage',
      steps: [
        { name: 'Rental', op: 'lookup', table: 'rental', keys: { limit: answer('rental') }, apply: 'set' },
        { name: 'Towing', op: 'lookup', table: 'towing', keys: { miles: answer('towing') }, apply: 'add' },
      ],
    },
  ],
  policy: [
    multiplyBy('payments', 'plan', 'payment'),
    step('multiply', { '*': [{ if: [yes('homeowner'), 0.97, 1] }, { if: [yes('otherPolicy'), 0.95, 1] }] }),
    step('max', 250),
  ],
  rounding: { digits: 0, mode: 'HALF_UP' },
  taxesAndFees: [
    {
      type: 'POLICY_FEE',
      steps: [
        {
          name: 'Fee',
          op: 'lookup',
          table: 'states',
          column: 'fee',
          apply: 'set',
          keys: { state: answer('client.state') },
        },
      ],
    },
  ],
};

/**
 * A plan for one car and one driver, without loops: 43 answers, 39 look-ups and 78 steps, all of which run. Compiled by
 * a checkout's build.
 */
export async function autoPlan(folder: string): Promise<CompiledPlan> {
  const [{ line }, { questionTypesOf }, { ratingPlan }, { compilePlan }] = await Promise.all([
    builtModule<typeof import('../domain/questions/line.js')>(folder, 'domain/questions/line.js'),
    builtModule<typeof import('../domain/questions/question-types.js')>(
      folder,
      'domain/questions/question-types.js',
    ),
    builtModule<typeof import('../domain/rating/plan/plan.js')>(folder, 'domain/rating/plan/plan.js'),
    builtModule<typeof import('../domain/rating/plan/compile-plan.js')>(
      folder,
      'domain/rating/plan/compile-plan.js',
    ),
  ]);
  const questions = autoQuestions.map((question) => ({ question: question.qid, ...question }));
  const root = line.parse({
    id: '8a1c77a0-2f9f-4f8b-9a35-0a4f3d0e0001',
    title: 'Auto',
    clientType: 'PERSONAL',
    display: { sections: [{ title: 'Auto', subsections: [{ title: 'Auto', questions }] }] },
  });
  return compilePlan(ratingPlan.parse(plan), autoTables, questionTypesOf(root));
}

const written: Record<string, (random: number) => string> = {
  'client.zipcode': (random) =>
    ['33101', '34101', '10001', '44101', '43215', '45501', '77001', '79901'][at(random, 8)] as string,
  'driver.birthDate': (random) => `${1930 + at(random, 75)}-0${1 + at(random, 9)}-1${at(random, 10)}`,
  'driver.licenseDate': (random) => `${2006 + at(random, 20)}-0${1 + at(random, 9)}-2${at(random, 9)}`,
  'vehicle.year': (random) => String(1995 + at(random, 33)),
  'vehicle.cost': (random) => (9_000 + at(random, 70_000) + 0.5).toFixed(2),
};

/** A risk of its own for each number. */
export function autoRisk(seed: number): AnswerMap {
  let state = seed + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const answers = autoQuestions.map(({ qid, answerType, answerChoices, max }) => {
    const fraction = random();
    if (written[qid]) return [qid, written[qid](fraction)];
    if (answerChoices) return [qid, answerChoices[at(fraction, answerChoices.length)]];
    if (answerType === 'BOOLEAN') return [qid, String(fraction < 0.5)];
    if (qid === 'credit') return [qid, String(300 + at(fraction, 551))];
    if (max !== undefined)
      return [qid, String(at(fraction, Math.min(max, 30_000)) + (qid === 'vehicles' ? 1 : 0))];
    return undefined;
  });
  const changed = answers.filter((each) => each !== undefined) as [string, string][];
  return {
    ...autoAnswers,
    ...Object.fromEntries(changed.map(([qid, answer]) => [qid, { type: 'ANSWER' as const, qid, answer }])),
  };
}

const at = (random: number, length: number): number => Math.floor(random * length);
