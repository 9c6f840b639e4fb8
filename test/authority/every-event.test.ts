import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { addDays } from '../../domain/ground/calendar.js';
import { type AuthorityWorld, anAuthorityWorld, today } from '../support/authority-world.js';
import { documentedEvents, withIds } from '../support/documented-events.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

describe('every event type', () => {
  const cases = documentedEvents.filter(({ type }) => type !== 'POLICY_ENDORSE');

  it.each(cases)('$type is refused to a seller that was granted nothing', async ({ type, examples }) => {
    const policy = await thePolicy();
    await world.grant({});
    const [example] = examples;
    const event = withIds(example!, policy);
    const fired = await world.fire(type, event.payload, world.agency);
    expect(fired.status, JSON.stringify(fired)).toBe(403);
    // The money of a rewritten policy pays for the new one.
    const bind = type === 'POLICY_REWRITE' ? 'bindPaid' : 'bindUnpaid';
    const { authority } = eventCatalog[type];
    expect(fired.lacks).toBe({ bind, undefined: 'INSURER' }[String(authority)] ?? authority);
  });

  it('has an example here', () => {
    expect(cases).toHaveLength(eventTypes.length - 1);
  });

  let known: Promise<{ [name: string]: string }> | undefined;
  /** One policy with a quote, a statement and a payment session for all of them. */
  function thePolicy(): Promise<{ [name: string]: string }> {
    known ??= (async () => {
      const { id, clientId } = await world.sold();
      const { policyNumber } = await world.policy(id);
      const [statement] = await world.statements(id);
      const quote = await world.aQuote({ clientId: clientId!, effectiveDate: addDays(today, 30) });
      const payment = await world.openPayment(quote);
      return {
        ...{ line: shopIds.line, client: clientId!, quote: quote.requestId, policy: id, policyNumber },
        ...{ statement: statement!.id, payment },
      };
    })();
    return known;
  }
});
