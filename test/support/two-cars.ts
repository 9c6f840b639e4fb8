import type { LoopIteration } from '../../domain/intake/answers.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { intakeOf } from './event-factory.js';
import { anyDate, shopProduct } from './shop-product.js';

/** The ids of the page's cars. */
export const carIds = {
  A: '5c1d7a10-0000-4000-8000-00000000000a',
  B: '5c1d7a10-0000-4000-8000-00000000000b',
};

/** The page's product: liability and collision of cars, less a tenth, in whole dollars, with a tax of Texas. */
export function carProduct(): ProductDefinition {
  const shop = structuredClone(shopProduct()) as unknown as {
    product: { display: { sections: { subsections: { questions: object[] }[] }[] } };
    ratingPlans: Record<string, object>;
  };
  shop.product.display.sections[0]!.subsections[0]!.questions.push({
    ...{ qid: 'cars', question: 'Cars', answerType: 'TEXT' },
    loop: {
      iterationLabel: 'Car',
      questions: [
        { qid: 'car.value', question: 'Value', answerType: 'MONEY', required: true },
        { qid: 'car.use', question: 'Use', answerType: 'TEXT', required: true },
      ],
    },
  });
  const coverage = (code: string, title: string, by: unknown) => ({
    ...{ code, title, type: 'Auto' },
    steps: [
      {
        ...{ name: 'Cars', op: 'sumOverLoop', loop: 'cars', apply: 'set' },
        steps: [{ name: title, op: 'set', by, as: code.toLowerCase() }],
      },
    ],
    details: [{ key: 'premium', loop: 'cars', allocate: { value: code.toLowerCase() } }],
  });
  const { standard, ...plans } = shop.ratingPlans;
  return productDefinition.parse({
    ...shop,
    ratingPlans: {
      ...plans,
      standard: {
        ...standard,
        coverages: [
          coverage('LIABILITY', 'Liability', 146),
          coverage('COLLISION', 'Collision', { '*': [{ answer: 'car.value' }, '0.01'] }),
        ],
        policy: [
          { name: 'Package', op: 'multiply', by: '0.9' },
          { name: 'Whole dollars', op: 'round', digits: 0 },
        ],
        taxesAndFees: [
          {
            ...{ type: 'PREMIUM_TAX', authority: 'State of Texas' },
            steps: [
              { name: 'Premium', op: 'set', by: { value: 'premium' } },
              { name: 'Rate', op: 'multiply', by: '0.05' },
            ],
          },
        ],
        underwriting: [],
      },
    },
    policy: {
      cancellation: { method: 'SHORT_RATE', shortRatePenalty: '0.1' },
      binding: anyDate,
      reporting: { unitClassQuestion: 'car.use' },
    },
  });
}

const car = (iterationId: string, value: number, use: string) => ({
  iterationId,
  answers: intakeOf({ 'car.value': String(value), 'car.use': use }) as LoopIteration['answers'],
});

/** The answers that the page's policy begins with. */
export const twoCars = () => ({
  ...intakeOf({ 'client.name': 'Two Cars', 'client.state': 'TX', 'shop.revenue': '1' }),
  cars: {
    ...{ type: 'LOOP' as const, qid: 'cars' },
    iterations: [car(carIds.A, 36_500, 'PERSONAL'), car(carIds.B, 14_600, 'BUSINESS')],
  },
});
