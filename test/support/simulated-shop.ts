import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { simulatedSettings } from '../domain/simulation/settings.js';
import { shopProduct } from './shop-product.js';

/** The shop as the simulation's model prices it: revenue and staff, a tax by days, a kept fee, a returned one. */
export function simulatedShop(policy = simulatedSettings()): ProductDefinition {
  const shop = structuredClone(shopProduct()) as unknown as {
    product: { display: { sections: { subsections: { questions: object[] }[] }[] } };
    ratingPlans: { standard: { coverages: { steps: object[] }[] } };
  };
  const { standard } = shop.ratingPlans;
  shop.product.display.sections[0]!.subsections[0]!.questions.push({
    ...{ qid: 'shop.staff', question: 'Staff', answerType: 'NUMBER', decimals: 0, required: true, min: 0 },
  });
  standard.coverages[0]!.steps.push({ name: 'Staff', op: 'add', by: { '*': [{ answer: 'shop.staff' }, 5] } });
  const set = (by: unknown) => [{ name: 'Amount', op: 'set', by }];
  const tax = [...set({ value: 'premium' }), { name: 'Rate', op: 'multiply', by: '0.05' }];
  return productDefinition.parse({
    ...shop,
    ratingPlans: {
      standard: {
        ...standard,
        taxesAndFees: [
          { type: 'TAX', steps: [...tax, { name: 'Cents', op: 'round', digits: 2 }] },
          {
            type: 'FEE',
            onCancellation: 'KEPT',
            steps: set({ if: [{ '<': [{ value: 'premium' }, 5_000] }, 25, 40] }),
          },
          { type: 'INSPECTION', onCancellation: 'RETURNED', steps: set({ answer: 'shop.staff' }) },
        ],
      },
      preferred: shopProduct().ratingPlans.preferred,
    },
    policy,
  });
}
