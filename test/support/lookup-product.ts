import type { AnswerMap } from '../../domain/intake/answers.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { intakeOf } from './event-factory.js';
import { shopIds, shopProduct } from './shop-product.js';

export const lookupIds = {
  score: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0a01',
  vehicle: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0a02',
} as const;

export type Lookup = Record<string, unknown>;

/** Lookups of a shop: a score for its name, and of each vehicle the value. */
export const shopLookups = (changes: { score?: Lookup; vehicle?: Lookup } = {}): Lookup[] => [
  {
    id: lookupIds.score,
    type: 'DATA_LOOKUP',
    name: 'Fire score',
    order: -1,
    endpoint: 'scores',
    path: '/score',
    send: { name: '{{answer:client.name}}' },
    fills: { 'shop.score': { from: 'result.score', default: '50' } },
    otherwise: 'DEFAULT',
    attempts: 2,
    timeoutSeconds: 1,
    deadlineSeconds: 5,
    ...changes.score,
  },
  {
    id: lookupIds.vehicle,
    type: 'DATA_LOOKUP',
    name: 'Vehicle data',
    order: -1,
    endpoint: 'vehicles',
    path: '/vin',
    each: 'vehicles',
    send: { vin: '{{answer:vehicle.vin}}' },
    fills: { 'vehicle.value': { from: 'value' } },
    otherwise: 'REFER',
    useWithin: 'P30D',
    timeoutSeconds: 1,
    ...changes.vehicle,
  },
];

/** The shop with a score and vehicles: 1 % of revenue, 10 for each point, 3 % of each vehicle's value. */
export function lookupProduct(
  lookups: Lookup[] = shopLookups(),
  ofScore: { defaultAnswer?: string } = {},
): ProductDefinition {
  // biome-ignore lint/suspicious/noExplicitAny: a product file's content, which the schema reads
  const shop = structuredClone(shopProduct()) as any;
  const [about] = shop.product.display.sections[0].subsections;
  about.questions = about.questions.filter(({ qid }: { qid: string }) => qid !== 'shop.claims');
  about.questions.push(
    {
      ...{ qid: 'shop.score', question: 'Fire score', answerType: 'NUMBER', required: true },
      ...{ min: 0, max: 100, lookedUp: true },
      ...ofScore,
    },
    {
      qid: 'vehicles',
      question: 'Vehicles',
      answerType: 'TEXT',
      loop: {
        iterationLabel: 'Vehicle',
        questions: [
          { qid: 'vehicle.vin', question: 'VIN', answerType: 'TEXT' },
          { qid: 'vehicle.value', question: 'Value', answerType: 'MONEY', required: true, min: 0 },
        ],
      },
    },
  );
  const [liability] = shop.ratingPlans.standard.coverages;
  liability.steps.push(
    { name: 'Score', op: 'add', by: { '*': [{ answer: 'shop.score' }, 10] } },
    {
      name: 'Vehicles',
      op: 'sumOverLoop',
      loop: 'vehicles',
      apply: 'add',
      steps: [{ name: 'Value', op: 'set', by: { '*': [{ answer: 'vehicle.value' }, '0.03'] } }],
    },
  );
  const [{ events }] = shop.configurations;
  const [standard] = events.GET_QUOTES;
  delete shop.ratingPlans.preferred;
  events.GET_QUOTES = [...lookups, { ...standard, order: 0 }];
  return productDefinition.parse(shop);
}

/** The answers of a shop with vehicles, each by its VIN and, where somebody typed one, its value. */
export function shopWithVehicles(
  vehicles: readonly (readonly [vin: string, value?: string])[] = [],
  more: { [qid: string]: string } = {},
): AnswerMap {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '100000', ...more });
  if (vehicles.length === 0) return intake;
  const iterations = vehicles.map(([vin, value], index) => ({
    iterationId: iterationId(index),
    answers: intakeOf({ 'vehicle.vin': vin, ...(value !== undefined && { 'vehicle.value': value }) }),
  }));
  return { ...intake, vehicles: { type: 'LOOP', qid: 'vehicles', iterations } as AnswerMap[string] };
}

export const iterationId = (index: number) => `5d0b3c1e-7a55-4c0f-9f3e-1a2b3c4d000${index + 1}`;
export const lookupLine = shopIds.line;
