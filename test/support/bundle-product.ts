import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';

export const bundleIds = {
  product: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0001',
  house: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0002',
  car: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0003',
  boat: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0004',
  configuration: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0005',
  action: '5c7a8d10-6f0e-4d0c-9f60-3a1b7c2e0006',
} as const;

const loyal = { '==': [{ answer: 'owner.loyal' }, true] };
const wanted = { '==': [{ answer: 'boat.wanted' }, true] };

/**
 * House (1% of its value), cars (5% of theirs) and, where wanted, a boat (2%) in one package: 10% credit from two
 * components on, 20 more for a loyal owner. A house over 900,000 declines, over 500,000 is referred; a damaged
 * one is ineligible.
 *
 * @param settings of the bundle that differ.
 */
export function bundleProduct(settings: Record<string, unknown> = {}): ProductDefinition {
  return productDefinition.parse({
    key: 'bundle',
    version: '1.0.0',
    product: {
      ...line(bundleIds.product, 'Everything', [
        { qid: 'client.name', question: 'Name', answerType: 'TEXT' },
        { qid: 'owner.loyal', question: 'Loyal?', answerType: 'BOOLEAN', required: true },
      ]),
      lines: [
        line(bundleIds.house, 'House', [
          { qid: 'house.value', question: 'Value', answerType: 'MONEY', required: true, min: 1 },
          { qid: 'house.damaged', question: 'Damaged?', answerType: 'BOOLEAN', defaultAnswer: 'false' },
        ]),
        line(bundleIds.car, 'Cars', [
          {
            qid: 'cars',
            question: 'Cars',
            answerType: 'TEXT',
            required: true,
            loop: {
              iterationLabel: 'Car',
              questions: [{ qid: 'car.value', question: 'Value', answerType: 'MONEY', required: true }],
            },
          },
        ]),
        line(bundleIds.boat, 'Boat', [
          { qid: 'boat.wanted', question: 'A boat?', answerType: 'BOOLEAN', defaultAnswer: 'false' },
          { qid: 'boat.value', question: 'Value', answerType: 'MONEY', required: true, condition: wanted },
        ]),
      ],
    },
    configurations: [
      {
        id: bundleIds.configuration,
        title: 'Quoting',
        events: {
          GET_QUOTES: [
            {
              id: bundleIds.action,
              type: 'BUNDLE_RATING',
              name: 'Package',
              components: [
                { key: 'house', lineId: bundleIds.house, plan: 'house' },
                { key: 'car', lineId: bundleIds.car, plan: 'car' },
                { key: 'boat', lineId: bundleIds.boat, plan: 'boat', when: wanted },
              ],
              package: packagePlan,
              ...settings,
            },
          ],
        },
      },
    ],
    ratingPlans: {
      house: plan(
        'House',
        { '*': [{ answer: 'house.value' }, '0.01'] },
        { quoteValidDays: 20, ...houseRules },
      ),
      car: {
        ...plan('Car', 0, { taxesAndFees: [fee(10)] }),
        coverages: [
          {
            code: 'CAR',
            title: 'Cars',
            type: 'Motor',
            steps: [
              {
                name: 'Each car',
                op: 'sumOverLoop',
                loop: 'cars',
                apply: 'set',
                steps: [
                  { name: 'Rate', op: 'set', by: { '*': [{ answer: 'car.value' }, '0.05'] }, as: 'rated' },
                ],
              },
            ],
            details: [{ key: 'premium', loop: 'cars', allocate: { value: 'rated' } }],
          },
        ],
      },
      boat: plan('Boat', { '*': [{ answer: 'boat.value' }, '0.02'] }, {}),
    },
  });
}

const packagePlan = {
  policy: [
    { name: 'Package credit', op: 'multiply', by: '0.9', when: { '>=': [{ value: 'components' }, 2] } },
    { name: 'Loyalty', op: 'subtract', by: 20, when: loyal },
  ],
  taxesAndFees: [
    fee(5),
    {
      type: 'STAMP',
      steps: [
        { name: 'Stamp', op: 'set', by: { value: 'premium' } },
        { name: 'Rate', op: 'multiply', by: '0.01' },
      ],
    },
  ],
  underwriting: [
    {
      id: 'no-castles',
      outcome: 'DECLINE',
      when: { '>': [{ value: 'house.HOUSE' }, 8000] },
      message: 'No castles.',
    },
  ],
};

const houseRules = {
  underwriting: [
    {
      id: 'damaged',
      outcome: 'INELIGIBLE',
      when: { '==': [{ answer: 'house.damaged' }, true] },
      message: 'Not while damaged.',
    },
    rule('too-dear', 'DECLINE', 900_000, 'Too dear.'),
    rule('dear', 'REFER', 500_000, 'Ask somebody.'),
    rule('terms', 'ACCEPTANCE', 400_000, 'Accept this.'),
  ],
};

function rule(id: string, outcome: string, limit: number, message: string) {
  return { id, outcome, when: { '>': [{ answer: 'house.value' }, limit] }, message };
}

function fee(amount: number) {
  return { type: 'FEE', steps: [{ name: 'Fee', op: 'set', by: amount }] };
}

function plan(title: string, premium: unknown, more: Record<string, unknown>) {
  return {
    title,
    terms: [
      { term: 'ANNUAL', factor: 1 },
      { term: 'HALF_YEAR', factor: '0.5' },
    ],
    coverages: [
      {
        code: title.toUpperCase(),
        title,
        type: 'Property',
        steps: [{ name: 'Rate', op: 'set', by: premium }],
      },
    ],
    ...more,
  };
}

function line(id: string, title: string, questions: Record<string, unknown>[]) {
  return {
    id,
    title,
    clientType: 'PERSONAL',
    display: { sections: [{ title, subsections: [{ title, questions }] }] },
  };
}
