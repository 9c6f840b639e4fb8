import type { z } from 'zod';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { anyDate, shopProduct } from './shop-product.js';

/** The shop with a tax of 5 % and settings for the life of its policies. */
export function shopOfLives(settings: z.input<typeof policySettings> = {}): ProductDefinition {
  const shop = shopProduct();
  const [standard] = Object.values(shop.ratingPlans);
  const tax = {
    type: 'PREMIUM_TAX',
    steps: [
      { name: 'Premium', op: 'set', by: { value: 'premium' } },
      { name: 'Rate', op: 'multiply', by: '0.05' },
      { name: 'Cents', op: 'round', digits: 2 },
    ],
  };
  return productDefinition.parse({
    ...shop,
    ratingPlans: { ...shop.ratingPlans, standard: { ...standard, taxesAndFees: [tax] } },
    policy: policySettings.parse({
      binding: anyDate,
      paymentPlans: [{ plan: 'FULL_PAYMENT' }, { plan: 'MONTHLY' }],
      ...settings,
    }),
  });
}
