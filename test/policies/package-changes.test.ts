import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { bundleIds, bundleProduct } from '../support/bundle-product.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
const now = () => new Date('2040-01-01T08:00:00Z');

beforeAll(async () => {
  world = await anEventWorld(bundleProduct(), { now });
});

afterAll(async () => {
  await world?.close();
});

const cars = (...values: string[]): AnswerMap => ({
  cars: {
    type: 'LOOP',
    qid: 'cars',
    iterations: values.map((value) => ({
      iterationId: randomUUID(),
      answers: { 'car.value': { type: 'ANSWER', qid: 'car.value', answer: value } },
    })),
  },
});

it('endorses a package with its components, and keeps each of their quotes', async () => {
  const desk = new PolicyDesk(world, now);
  const policyId = await desk.issueQuoted({
    intake: {
      ...intakeOf({ 'client.name': 'Owner', 'owner.loyal': 'false', 'house.value': '200000' }),
      ...cars('20000'),
    },
    action: { actionId: bundleIds.action, type: 'BUNDLE_RATING', name: 'Package' },
    plan: 'FULL_PAYMENT',
    effectiveDate: '2040-01-01',
  });
  const policy = () => Policy.query(world.db).findById(policyId).throwIfNotFound();
  const before = Number((await policy()).premium);

  const quoted = await desk.fire('POLICY_ENDORSEMENT_QUOTING', {
    policyId,
    effectiveDate: '2040-07-02',
    intake: cars('20000', '40000'),
  });
  const { quoteId, premium } = (quoted as { metadata: { quoteId: string; premium: number } }).metadata;
  const components = await Quote.query(world.db).where('package_request_id', quoteId);
  expect(components.map(({ type }) => type)).toEqual(['PACKAGE_COMPONENT', 'PACKAGE_COMPONENT']);
  // 5 % of 40,000 a year, less the package's credit of a tenth, for 183 of 366 days.
  expect(premium).toBe(900);

  await desk.fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: '2040-07-02' });
  expect(Number((await policy()).premium)).toBe(before + 900);
  await expectSound(world.db, policyId, now());
});
