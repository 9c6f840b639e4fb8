import { stringify } from 'yaml';
import { countrywideRates, deductibles, type Filing, filingsOf, protection, stateCodes } from './states.js';

export const homeownersId = '3a3a0c1e-4f6b-4e0a-9d0e-6c2a51f10001';

const thousandths = (number: number) => number / 1000;
const hundredths = (number: number) => number / 100;

function base() {
  return {
    key: 'homeowners-countrywide',
    version: '1.0.0',
    include: stateCodes.map((state) => `states/${state.toLowerCase()}.yaml`),
    product: {
      id: homeownersId,
      title: 'Homeowners',
      clientType: 'PERSONAL',
      type: 'PRODUCT',
      display: {
        sections: [
          {
            title: 'The home',
            subsections: [
              {
                title: 'Home',
                questions: [
                  { qid: 'client.name', question: 'Your name', answerType: 'TEXT', required: true },
                  {
                    qid: 'client.state',
                    question: 'State of the home',
                    answerType: 'SELECT',
                    required: true,
                    answerChoices: stateCodes,
                  },
                  {
                    qid: 'home.insured',
                    question: 'Sum insured of the dwelling',
                    answerType: 'MONEY',
                    decimals: 0,
                    required: true,
                    min: 50_000,
                    max: 2_000_000,
                  },
                  {
                    qid: 'home.construction',
                    question: 'Construction',
                    answerType: 'SELECT',
                    required: true,
                    answerChoices: Object.keys(countrywideRates),
                  },
                  {
                    qid: 'home.protection',
                    question: 'Protection class',
                    answerType: 'NUMBER',
                    decimals: 0,
                    required: true,
                    min: 1,
                    max: 10,
                  },
                  {
                    qid: 'home.deductible',
                    question: 'Deductible',
                    answerType: 'SELECT',
                    required: true,
                    answerChoices: Object.keys(deductibles),
                  },
                  {
                    qid: 'claims.count',
                    question: 'Claims in five years',
                    answerType: 'NUMBER',
                    decimals: 0,
                    required: true,
                    min: 0,
                    max: 9,
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    configurations: [
      {
        id: '3a3a0c1e-4f6b-4e0a-9d0e-6c2a51f10002',
        title: 'Quoting',
        events: {
          GET_QUOTES: [
            {
              id: '3a3a0c1e-4f6b-4e0a-9d0e-6c2a51f10003',
              name: 'Rate',
              type: 'IOI_RATING',
              plan: 'standard',
            },
          ],
        },
      },
    ],
    tables: {
      rates: {
        title: 'Rate for each 1,000 of the sum insured',
        keys: [{ name: 'construction' }],
        columns: [{ name: 'rate' }],
        rows: Object.entries(countrywideRates).map(([kind, rate]) => [kind, hundredths(rate)]),
      },
      protection: {
        title: 'Protection classes',
        keys: [{ name: 'class', type: 'number' }],
        columns: [{ name: 'factor' }],
        rows: protection.map((factor, index) => [index + 1, thousandths(factor)]),
      },
      deductibles: {
        title: 'Deductibles',
        keys: [{ name: 'deductible' }],
        columns: [{ name: 'factor' }],
        rows: Object.entries(deductibles).map(([amount, factor]) => [amount, thousandths(factor)]),
      },
    },
    ratingPlans: {
      standard: {
        title: 'Homeowners',
        coverages: [
          {
            code: 'DWELLING',
            title: 'Dwelling',
            type: 'Property',
            steps: [
              { name: 'Thousands insured', op: 'set', by: { '/': [{ answer: 'home.insured' }, 1000] } },
              {
                name: 'Rate',
                op: 'lookup',
                table: 'rates',
                keys: { construction: { answer: 'home.construction' } },
                apply: 'multiply',
              },
              {
                name: 'Protection class',
                op: 'lookup',
                table: 'protection',
                keys: { class: { answer: 'home.protection' } },
                apply: 'multiply',
              },
              {
                name: 'Deductible',
                op: 'lookup',
                table: 'deductibles',
                keys: { deductible: { answer: 'home.deductible' } },
                apply: 'multiply',
              },
            ],
          },
        ],
        policy: [
          { name: 'Expense constant', op: 'add', by: 35 },
          { name: 'Minimum premium', op: 'minimum', by: 250, scaledByTerm: true },
        ],
        rounding: { digits: 0, mode: 'HALF_UP' },
        taxesAndFees: [{ type: 'POLICY_FEE', steps: [{ name: 'Policy fee', op: 'set', by: 10 }] }],
        underwriting: [
          {
            id: 'claims',
            outcome: 'REFER',
            when: { '>=': [{ answer: 'claims.count' }, 4] },
            message: 'Several claims.',
          },
        ],
      },
    },
  };
}

function overlayOf(state: string, filing: Filing) {
  const { name, from, until, rates, classTen, expense, tax, referredClaims, wind, mostInsured } = filing;
  return {
    ...{ name, state, from },
    ...(until !== undefined && { until }),
    changes: [
      ...Object.entries(rates).map(([kind, rate]) => ({
        table: 'rates',
        row: [kind],
        set: { rate: hundredths(rate) },
      })),
      ...(classTen === undefined
        ? []
        : [{ table: 'protection', row: [10], set: { factor: thousandths(classTen) } }]),
      ...(expense === undefined ? [] : [{ step: 'Expense constant', set: { by: expense } }]),
      ...(tax === undefined
        ? []
        : [
            {
              tax: 'POLICY_FEE',
              after: [
                {
                  type: 'PREMIUM_TAX',
                  steps: [
                    { name: 'Premium', op: 'set', by: { value: 'premium' } },
                    { name: 'Premium tax', op: 'multiply', by: tax / 10_000 },
                    { name: 'To the cent', op: 'round', digits: 2 },
                  ],
                },
              ],
            },
          ]),
      ...(referredClaims === undefined
        ? []
        : [{ rule: 'claims', set: { when: { '>=': [{ answer: 'claims.count' }, referredClaims] } } }]),
      ...(wind === undefined
        ? []
        : [{ step: 'Expense constant', before: [{ name: 'Wind', op: 'multiply', by: thousandths(wind) }] }]),
      ...(mostInsured === undefined ? [] : [{ question: 'home.insured', set: { max: mostInsured } }]),
    ],
  };
}

/** The product file and a file of overlays for each state, by their names. */
export function homeownersFiles(): Map<string, string> {
  const states = stateCodes.map(
    (state) =>
      [
        `states/${state.toLowerCase()}.yaml`,
        stringify({ overlays: filingsOf(state).map((filing) => overlayOf(state, filing)) }),
      ] as const,
  );
  return new Map([['homeowners.yaml', stringify(base())], ...states]);
}
