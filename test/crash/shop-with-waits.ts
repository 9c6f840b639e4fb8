import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const waitId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0e11';

/** The shop, whose claim notifications do these actions first and then wait for an answer from outside. */
export function shopWithWaits(before: readonly object[] = []): ProductDefinition {
  const shop = structuredClone(shopOfLives()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  shop.configurations[0]!.events.CLAIM_NOTIFICATION = [
    ...before,
    {
      id: waitId,
      type: 'INBOUND_WAIT',
      name: 'Answer',
      waitsFor: 'an answer',
      into: 'answer',
      order: before.length,
    },
  ];
  return productDefinition.parse(shop);
}

/** The request id under which a claim notification's wait is answered, from the event's `metadata`. */
export const waitIn = (metadata: Record<string, unknown>): string | undefined =>
  (metadata.inboundRequests as Record<string, string>)[waitId];
