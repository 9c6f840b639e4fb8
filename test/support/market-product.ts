import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopProduct } from './shop-product.js';

export const marketIds = {
  carrier: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00c1',
  market: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00a1',
  algorithm: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00a2',
  impatient: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00a3',
  unknown: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00a4',
  agencyQuoted: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00a5',
} as const;

/**
 * The shop product with carriers to ask at the endpoint `carrier`: by contract; with 10 % and a fee on top of the
 * carrier's premium (`algorithm`); with a second of patience; and at an endpoint that nobody has set up.
 */
export function marketProduct(): ProductDefinition {
  const shop = structuredClone(shopProduct()) as unknown as {
    configurations: { events: { GET_QUOTES: object[] } }[];
    ratingPlans: Record<string, object>;
    product: { display: { sections: { subsections: { questions: object[] }[] }[] } };
  };
  const ask = { type: 'THIRD_PARTY_RATING', endpoint: 'carrier', carrierId: marketIds.carrier };
  shop.configurations[0]!.events.GET_QUOTES.push(
    { ...ask, id: marketIds.market, name: 'Market', timeoutSeconds: 1 },
    {
      ...ask,
      id: marketIds.algorithm,
      name: 'Market with our margin',
      type: 'THIRD_PARTY_RATING_ALGO',
      plan: 'margin',
      inputs: [
        { qid: 'carrier.premium', answerType: 'MONEY', from: 'premium' },
        { qid: 'carrier.firstLimit', answerType: 'MONEY', from: 'coverages.0.details.limits.0.amount' },
      ],
    },
    { ...ask, id: marketIds.impatient, name: 'Impatient market', waitHours: 0.0003 },
    { ...ask, id: marketIds.unknown, name: 'Nobody', endpoint: 'nobody' },
  );
  shop.product.display.sections[0]!.subsections[0]!.questions.push({
    qid: 'market.simulatorMode',
    question: 'Mode',
    answerType: 'TEXT',
  });
  shop.ratingPlans.margin = {
    title: 'Margin',
    coverages: [
      {
        code: 'ALL',
        title: 'All of it',
        type: 'Package',
        steps: [
          { name: 'Carrier', op: 'set', by: { answer: 'carrier.premium' } },
          { name: 'Margin', op: 'multiply', by: '1.1' },
        ],
        details: [{ key: 'limits', amount: { answer: 'carrier.firstLimit' } }],
      },
    ],
    taxesAndFees: [{ type: 'BROKER_FEE', steps: [{ name: 'Fee', op: 'set', by: 25 }] }],
  };
  return productDefinition.parse(shop);
}
