import type { z } from 'zod';
import type { policySettings } from '../../domain/policy/policy-settings.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopOfLives } from './shop-of-lives.js';

/** The shop with a ZIP code, and a limit and a deductible that are asked for. */
export function islandShop(settings: z.input<typeof policySettings> = {}): ProductDefinition {
  const shop = structuredClone(
    shopOfLives({ place: { zipQuestion: 'shop.zip' }, ...settings }),
  ) as ProductDefinition;
  const questions = shop.product.display?.sections?.[0]?.subsections?.[0]?.questions as object[];
  questions.push(
    { qid: 'shop.zip', question: 'ZIP code', answerType: 'TEXT' },
    { qid: 'shop.limit', question: 'Limit', answerType: 'MONEY', defaultAnswer: '100000' },
    { qid: 'shop.deductible', question: 'Deductible', answerType: 'MONEY', defaultAnswer: '1000' },
  );
  const [coverage] = shop.ratingPlans.standard?.coverages ?? [];
  if (coverage === undefined) throw new Error('the shop has a coverage');
  coverage.details = [
    { key: 'limits', amount: { answer: 'shop.limit' }, amountType: 'LIMIT' },
    { key: 'deductible', amount: { answer: 'shop.deductible' }, amountType: 'DEDUCTIBLE' },
  ];
  return productDefinition.parse(shop);
}
