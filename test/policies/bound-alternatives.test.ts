import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
const now = () => new Date('2039-01-01T08:00:00Z');

beforeAll(async () => {
  world = await anEventWorld(shopOfLives({ paymentPlans: [{ plan: 'FULL_PAYMENT' as const }] }), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

/** A bound quote of a proposal, and the ids of two alternatives that are not bound. */
async function aProposal() {
  const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: '2039-01-01' });
  const { quoteId, clientId, policyNumber } = await Policy.query(world.db)
    .findById(policyId)
    .throwIfNotFound();
  const quote = await Quote.query(world.db).findById(quoteId).throwIfNotFound();
  const alternatives = [randomUUID(), randomUUID()];
  for (const requestId of alternatives) {
    await world.db('quotes').insert({ ...quote.$toDatabaseJson(), request_id: requestId });
  }
  return { policyId, clientId, policyNumber, quoteId, alternatives };
}

async function bind(clientId: string, quoteId: string): Promise<string[]> {
  const created = await desk.done('POLICY_CREATE', {
    ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  const { policies } = created.POLICY_CREATE as unknown as { policies: { warnings?: string[] }[] };
  return policies[0]!.warnings ?? [];
}

it('warns of the other quotes of a proposal that are bound, at the same time, too', async () => {
  const { clientId, quoteId, policyNumber, alternatives } = await aProposal();
  const warned = await Promise.all(alternatives.map((id) => bind(clientId, id)));
  expect(warned.map(({ length }) => length).toSorted()).toEqual([1, 2]);
  const before = `another quote of the same proposal, ${quoteId}, is bound as policy ${policyNumber}`;
  for (const warnings of warned) expect(warnings).toContain(before);
});

it('does not warn of a canceled one', async () => {
  const { policyId, clientId, alternatives } = await aProposal();
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-01-01' });
  expect(await bind(clientId, alternatives[0]!)).toEqual([]);
});
