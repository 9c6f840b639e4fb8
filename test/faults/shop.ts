import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopWithWaits } from '../crash/shop-with-waits.js';

/** The endpoint that stands for another company's system. */
export const outsideEndpoint = 'outside';

const form = '5c1f7a2e-0d34-4c57-9a67-1f0b8e6d4401';

/** The shop that talks to every part: claim notifications call a system outside, and a policy's issue makes a document. */
export function shopOfAllParts(): ProductDefinition {
  const call = {
    id: '5c1f7a2e-0d34-4c57-9a67-1f0b8e6d4402',
    type: 'HTTP_REQUEST',
    name: 'Tell the adjuster',
    endpoint: outsideEndpoint,
    path: '/notes',
    attempts: 20,
    timeoutSeconds: 5,
  };
  const shop = shopWithWaits([call]);
  const [configuration] = shop.configurations;
  return productDefinition.parse({
    ...shop,
    ratingPlans: lasting(shop.ratingPlans),
    configurations: [
      {
        ...configuration,
        events: {
          ...configuration!.events,
          POLICY_CREATED: [
            {
              id: '5c1f7a2e-0d34-4c57-9a67-1f0b8e6d4403',
              type: 'DOCUMENT_GENERATION',
              name: 'Certificate',
              formConfigId: form,
            },
          ],
        },
      },
    ],
    forms: [
      {
        ...{ kind: 'DOCUMENT', type: 'HTML', formConfigId: form, name: 'Certificate', needs: ['policy'] },
        ...{ formNumber: 'C-1', formVersion: '01 26', fileName: 'Certificate' },
        layout: { content: [{ text: 'Policy {{policy.policyNumber}}' }] },
      },
    ],
  });
}

/** Quotes that are valid when the clock has jumped by 40 days. */
function lasting(plans: ProductDefinition['ratingPlans']): object {
  return Object.fromEntries(
    Object.entries(plans).map(([name, plan]) => [name, { ...plan, quoteValidDays: 90 }]),
  );
}
