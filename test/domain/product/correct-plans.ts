import { productContent } from '../../support/product-factory.js';
import { randomFrom } from '../../support/random.js';
import type { Json, JsonMap } from './slips/walk.js';

/** A random product whose plan is right: each answer that the questions allow is quoted, and everything is read. */
export function correctProduct(seed: number): JsonMap {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;
  const factor = () => Math.round((0.7 + random()) * 100) / 100;
  const maker = { random, upTo, oneOf, factor };
  const parts = [choices(maker), amounts(maker), years(maker), riders(maker), sites(maker), editions(maker)];
  const used = parts.filter((_, index) => index < 2 || random() < 0.7);
  const content = JSON.parse(JSON.stringify(productContent())) as JsonMap & { tables: JsonMap };
  const asked = (content as ReturnType<typeof productContent> & JsonMap).product.display.sections[0]!
    .subsections[0]!;
  asked.questions = [asked.questions[0]!, ...used.flatMap(({ questions }) => questions)];
  content.tables = Object.assign({}, ...used.map(({ tables }) => tables)) as JsonMap;
  content.ratingPlans = {
    standard: {
      title: 'Standard',
      derive: used.flatMap(({ derive }) => derive),
      ...(used.some(({ loops }) => loops.length > 0) && { loops: used.flatMap(({ loops }) => loops) }),
      coverages: [
        {
          code: 'BASE',
          title: 'Base',
          type: 'Liability',
          steps: [{ name: 'Base', op: 'set', by: 100 + upTo(900) }, ...used.flatMap(({ steps }) => steps)],
        },
      ],
      policy: [{ name: 'Minimum', op: 'max', by: 25 }],
    },
  };
  return content;
}

interface Maker {
  random: () => number;
  upTo(most: number): number;
  oneOf<T>(items: readonly T[]): T;
  factor(): number;
}

interface Part {
  questions: JsonMap[];
  tables: JsonMap;
  derive: JsonMap[];
  loops: JsonMap[];
  steps: JsonMap[];
}

const nothing: Part = { questions: [], tables: {}, derive: [], loops: [], steps: [] };
const by = (name: string, value: Json): JsonMap => ({ name, op: 'multiply', by: value });

/** A factor by choice, and a value that is derived again for fewer of them. */
function choices({ upTo, factor, oneOf }: Maker): Part {
  const all = ['NY', 'CA', 'TX', 'OH', 'NJ', 'WA'].slice(0, 3 + upTo(4));
  const [first = '', second = ''] = all;
  const state = { answer: 'state' };
  const some = { in: [state, [first, second]] };
  const covered = oneOf([all.length, 2]);
  const rest: Json[] = covered < all.length ? [['otherwise', factor(), factor()]] : [];
  const rows: Json[] = [
    ...all.slice(0, covered).map((choice): Json => [choice, factor(), factor()]),
    ...rest,
  ];
  return {
    ...nothing,
    questions: [{ qid: 'state', question: '?', answerType: 'SELECT', required: true, answerChoices: all }],
    tables: { states: { keys: [{ name: 'state' }], columns: [{ name: 'base' }, { name: 'storm' }], rows } },
    derive: [
      { name: 'Share', op: 'derive', as: 'share', value: 1.5, when: some },
      { name: 'Narrower', op: 'derive', as: 'share', value: 1.25, when: { '==': [state, first] } },
      { name: 'Storm', op: 'lookup', table: 'states', column: 'storm', keys: { state }, as: 'storm' },
    ],
    steps: [
      { name: 'State', op: 'lookup', table: 'states', column: 'base', keys: { state }, apply: 'multiply' },
      { ...by('Share', { value: 'share' }), when: oneOf([some, { '==': [state, second] }]) },
      by('Storm', { value: 'storm' }),
    ],
  };
}

/** Ranges, or a curve, of a number; a discount with a cap. */
function amounts({ upTo, factor, random }: Maker): Part {
  const most = 100 * (5 + upTo(10));
  const count = 4 + upTo(4);
  const ends = Array.from({ length: count }, (_, index) => Math.round((index * most) / count));
  const isCurve = random() < 0.5;
  const falling = (index: number) => Math.round((1.5 - index / (2 * count)) * 1000) / 1000;
  const points = [...ends, most].map((at, index): Json => [at, falling(index)]);
  const ranges = ends.map((at, index): Json => [[at, ends[index + 1] ?? null], factor()]);
  const key = { name: 'sales', type: 'number', ...(isCurve ? {} : { match: 'range' }) };
  const sales = { answer: 'sales' };
  return {
    ...nothing,
    questions: [
      { qid: 'sales', question: '?', answerType: 'NUMBER', required: true, min: 0, max: most, decimals: 0 },
    ],
    tables: {
      sizes: {
        keys: [key],
        columns: [{ name: 'factor' }],
        ...(isCurve && { interpolate: 'linear' }),
        rows: isCurve ? points : ranges,
      },
    },
    steps: [
      { name: 'Size', op: 'lookup', table: 'sizes', keys: { sales }, apply: 'multiply' },
      by('Discount', { '-': [1, { min: [{ '/': [sales, 2 * most] }, 0.25] }] }),
    ],
  };
}

/** Whole years since a date of the past, in bands that include their upper ends. */
function years({ factor, upTo }: Maker): Part {
  const first = 1 + upTo(4);
  const ages: Json = { yearsBetween: [{ answer: 'since' }, { value: 'effectiveDate' }] };
  return {
    ...nothing,
    questions: [{ qid: 'since', question: '?', answerType: 'DATE', required: true, max: 'effectiveDate' }],
    tables: {
      ages: {
        keys: [{ name: 'years', match: 'range', type: 'number', to: 'included' }],
        columns: [{ name: 'factor' }],
        rows: [
          [[0, first], factor()],
          [[first + 1, first + 10], factor()],
          [[first + 11, null], factor()],
        ],
      },
    },
    derive: [{ name: 'Age', op: 'lookup', table: 'ages', keys: { years: ages }, as: 'age' }],
    steps: [by('Age', { value: 'age' })],
  };
}

/** An answer that only some give, guarded by the condition of its question. */
function riders({ factor }: Maker): Part {
  const bought = { '==': [{ answer: 'rider' }, true] };
  return {
    ...nothing,
    questions: [
      { qid: 'rider', question: '?', answerType: 'BOOLEAN', required: true },
      {
        qid: 'limit',
        question: '?',
        answerType: 'SELECT',
        required: true,
        answerChoices: ['100', '200'],
        condition: bought,
      },
    ],
    tables: {
      limits: {
        keys: [{ name: 'limit', type: 'number' }],
        columns: [{ name: 'factor' }],
        rows: [
          [100, factor()],
          [200, factor()],
        ],
      },
    },
    steps: [
      {
        name: 'Rider',
        op: 'if',
        condition: bought,
        then: [
          {
            name: 'Limit',
            op: 'lookup',
            table: 'limits',
            keys: { limit: { answer: 'limit' } },
            apply: 'multiply',
          },
        ],
      },
    ],
  };
}

/** Iterations: their number in whole bands, and a sum over them. */
function sites({ factor }: Maker): Part {
  const area = { answer: 'site.area' };
  return {
    ...nothing,
    questions: [
      {
        qid: 'sites',
        question: '?',
        answerType: 'TEXT',
        required: true,
        loop: {
          iterationLabel: 'Site',
          minIterations: 1,
          questions: [
            { qid: 'site.area', question: '?', answerType: 'NUMBER', required: true, min: 1, max: 50 },
          ],
        },
      },
    ],
    tables: {
      counts: {
        keys: [{ name: 'sites', match: 'range', type: 'number', to: 'included' }],
        columns: [{ name: 'factor' }],
        rows: [
          [[1, 2], factor()],
          [[3, null], factor()],
        ],
      },
    },
    loops: [
      { loop: 'sites', derive: [{ name: 'Rated', op: 'derive', as: 'rated', value: { '*': [area, 2] } }] },
    ],
    steps: [
      {
        name: 'Count',
        op: 'lookup',
        table: 'counts',
        keys: { sites: { iterations: 'sites' } },
        apply: 'multiply',
      },
      {
        name: 'Sites',
        op: 'sumOverLoop',
        loop: 'sites',
        apply: 'add',
        steps: [{ name: 'Area', op: 'set', by: { value: 'rated' } }],
      },
    ],
  };
}

/** A table by edition, each of which is asked for by its dates only. */
function editions({ factor }: Maker): Part {
  const edition = { value: 'effectiveDate' };
  const look = (when: JsonMap): JsonMap => ({
    ...{ name: 'Trend', op: 'lookup', table: 'trends', keys: { edition, kind: 'A' }, apply: 'multiply' },
    when,
  });
  return {
    ...nothing,
    tables: {
      trends: {
        keys: [{ name: 'edition', match: 'dateRange' }, { name: 'kind' }],
        columns: [{ name: 'factor' }],
        rows: [
          [['2020-01-01', '2026-07-01'], 'A', factor()],
          [['2026-07-01', null], 'A', factor()],
        ],
      },
    },
    steps: [look({ '>=': [edition, '2026-07-01'] }), look({ '<': [edition, '2026-07-01'] })],
  };
}
