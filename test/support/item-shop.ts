import type { z } from 'zod';
import type { Answer, Loop } from '../../domain/intake/answers.js';
import type { policySettings } from '../../domain/policy/policy-settings.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { intakeOf } from './event-factory.js';
import { shopOfLives } from './shop-of-lives.js';

/**
 * The shop with a limit and items: its premium is a thousandth of the limit and a hundredth of each item's value. A limit
 * over 1,000,000 is referred, one over 5,000,000 is declined.
 */
export function itemShop(
  renewal: z.input<typeof policySettings>['renewal'] = {},
  settings: z.input<typeof policySettings> = {},
): ProductDefinition {
  const shop = structuredClone(shopOfLives({ ...settings, renewal })) as unknown as {
    product: { display: { sections: { subsections: { questions: object[] }[] }[] } };
    ratingPlans: Record<string, { coverages: { steps: object[] }[]; underwriting: object[] }>;
  };
  shop.product.display.sections[0]!.subsections[0]!.questions.push(
    { qid: 'shop.limit', question: 'Limit', answerType: 'MONEY', required: true },
    {
      qid: 'items',
      question: 'Items',
      answerType: 'TEXT',
      loop: {
        iterationLabel: 'Item',
        questions: [
          { qid: 'item.value', question: 'Value', answerType: 'MONEY', required: true },
          { qid: 'item.name', question: 'Name', answerType: 'TEXT' },
        ],
      },
    },
  );
  const { coverages, underwriting } = shop.ratingPlans.standard!;
  coverages[0]!.steps = [
    { name: 'Limit', op: 'set', by: { '*': [{ answer: 'shop.limit' }, '0.001'] } },
    {
      name: 'Items',
      op: 'sumOverLoop',
      loop: 'items',
      apply: 'add',
      steps: [{ name: 'Rate', op: 'set', by: { '*': [{ answer: 'item.value' }, '0.01'] } }],
    },
  ];
  const above = (limit: number) => ({ '>': [{ answer: 'shop.limit' }, limit] });
  underwriting.push(
    { id: 'high', outcome: 'REFER', when: above(1_000_000), message: 'The limit needs an underwriter' },
    { id: 'too-high', outcome: 'DECLINE', when: above(5_000_000), message: 'The limit is too high' },
  );
  return productDefinition.parse(shop);
}

const item = (iterationId: string, value: number, name: string) => ({
  iterationId,
  answers: intakeOf({ 'item.value': String(value), 'item.name': name }) as Record<string, Answer>,
});

/** The ids of items, by number. */
export const itemId = (number: number) => `5c1d7a10-0000-4000-8000-00000000000${number}`;

/** A shop's answers by its limit and the values of its items, which have the ids of their places. */
export function itemsOf(values: readonly number[]): { items: Loop } {
  const iterations = values.map((value, index) => item(itemId(index + 1), value, `Item ${index + 1}`));
  return { items: { type: 'LOOP', qid: 'items', iterations } };
}

/** The edits that add an item. */
export const addingItem = (number: number, value: number) => ({
  items: {
    type: 'LOOP' as const,
    qid: 'items',
    added: [item(itemId(number), value, `Item ${number}`)],
    removed: [],
    edited: [],
  },
});
