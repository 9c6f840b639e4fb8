import { policySettings } from '../../domain/policy/policy-settings.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { product } from '../domain/simulation/steps.js';
import { shopProduct } from './shop-product.js';

/** The reason that cancels pro rata; without it, at short rate by a penalty. */
export const proRataReason = '7a6d0a4e-57f4-4ac0-8f0b-9b8b9df0b6a1';

/** The shop as the simulation's model prices it: revenue and staff, a tax by days, a kept fee, a returned one. */
export function simulatedShop(): ProductDefinition {
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
    policy: policySettings.parse({
      paymentPlans: (['FULL_PAYMENT', 'MONTHLY', 'BI_ANNUALLY'] as const).map((plan) => ({
        ...{ plan, dueDays: product.dueDays, instalmentFee: 2 },
        ...(plan === 'MONTHLY' && { endorsements: 'SPREAD' as const }),
      })),
      billing: { nsfFee: { amount: product.nsfFee } },
      cancellation: {
        method: 'SHORT_RATE',
        shortRatePenalty: product.penalty,
        reasons: [{ configId: proRataReason, title: 'Pro rata', method: 'PRO_RATA' }],
        reinstatementDays: product.reinstatementDays,
      },
      renewal: { automatic: true },
      closeAfterDays: 3_650,
    }),
  });
}
