import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';

export const shopIds = {
  line: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001',
  configuration: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0002',
  standard: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0003',
  preferred: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0004',
} as const;

/** Any date within ten years of today can be bound. */
export const anyDate = {
  backDays: { issuer: 3_650, seller: 3_650 },
  aheadDays: { issuer: 3_650, seller: 3_650 },
};

/**
 * A small product: standard premium = revenue × 0.01, preferred = × 0.008 where the shop has no claims.
 * Declined over 9,000,000 of revenue, referred over 1,000,000.
 */
export function shopProduct(): ProductDefinition {
  return productDefinition.parse({
    key: 'shop',
    version: '1.0.0',
    policy: { binding: anyDate },
    product: {
      id: shopIds.line,
      title: 'Shop',
      clientType: 'COMMERCIAL',
      display: {
        sections: [
          {
            title: 'Business',
            subsections: [
              {
                title: 'About',
                questions: [
                  { qid: 'client.name', question: 'Name of the business', answerType: 'TEXT' },
                  {
                    qid: 'shop.revenue',
                    question: 'Annual revenue',
                    answerType: 'MONEY',
                    required: true,
                    min: 0,
                  },
                  {
                    qid: 'shop.claims',
                    question: 'Any claims?',
                    answerType: 'BOOLEAN',
                    defaultAnswer: 'false',
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
        id: shopIds.configuration,
        title: 'Quoting',
        events: {
          GET_QUOTES: [
            { id: shopIds.standard, type: 'IOI_RATING', name: 'Standard shop rating', plan: 'standard' },
            {
              id: shopIds.preferred,
              type: 'IOI_RATING',
              name: 'Preferred shop rating',
              plan: 'preferred',
              when: { '==': [{ answer: 'shop.claims' }, false] },
            },
          ],
        },
      },
    ],
    ratingPlans: { standard: plan('Standard', '0.01'), preferred: plan('Preferred', '0.008') },
  });
}

function plan(title: string, rate: string) {
  return {
    title,
    terms: [
      { term: 'ANNUAL', factor: 1 },
      { term: 'HALF_YEAR', factor: '0.55' },
    ],
    coverages: [
      {
        code: 'LIABILITY',
        title: 'Liability',
        type: 'Liability',
        steps: [
          { name: 'Revenue', op: 'set', by: { answer: 'shop.revenue' } },
          { name: 'Rate', op: 'multiply', by: rate },
        ],
        details: [{ key: 'limits', amount: '1000000', amountType: 'PER_OCCURRENCE' }],
      },
    ],
    underwriting: [
      {
        id: 'too-large',
        outcome: 'DECLINE',
        when: { '>': [{ answer: 'shop.revenue' }, 9000000] },
        message: 'Revenue is over what we insure',
      },
      {
        id: 'large',
        outcome: 'REFER',
        when: { '>': [{ answer: 'shop.revenue' }, 1000000] },
        message: 'Revenue needs an underwriter',
      },
    ],
  };
}
