import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { Loop } from '../../domain/intake/answers.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { bundleIds, bundleProduct } from '../support/bundle-product.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const bundle = bundleProduct();
  const settings = {
    ...bundle.policy,
    renewal: { automatic: true },
    changes: { backDays: { issuer: 400, seller: 400 } },
  };
  world = await anEventWorld({ ...bundle, policy: policySettings.parse(settings) }, { now });
});

afterAll(async () => {
  await world?.close();
});

const cars = (...values: string[]): { cars: Loop } => ({
  cars: {
    type: 'LOOP',
    qid: 'cars',
    iterations: values.map((value) => ({
      iterationId: randomUUID(),
      answers: { 'car.value': { type: 'ANSWER', qid: 'car.value', answer: value } },
    })),
  },
});

async function aPackage(desk: PolicyDesk): Promise<string> {
  today = '2040-01-01';
  return desk.issueQuoted({
    intake: {
      ...intakeOf({ 'client.name': 'Owner', 'owner.loyal': 'false', 'house.value': '200000' }),
      ...cars('20000'),
    },
    action: { actionId: bundleIds.action, type: 'BUNDLE_RATING', name: 'Package' },
    plan: 'FULL_PAYMENT',
    effectiveDate: today,
  });
}

it('endorses a package with its components, and keeps each of their quotes', async () => {
  const desk = new PolicyDesk(world, now);
  const policyId = await aPackage(desk);
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

it('endorses it from a day of an earlier term', async () => {
  const desk = new PolicyDesk(world, now);
  const policyId = await aPackage(desk);
  for (const day of ['2040-11-15', '2041-01-01']) {
    today = day;
    await desk.lookAfter(policyId);
  }
  const before = Number((await Policy.query(world.db).findById(policyId).throwIfNotFound()).premium);
  const effectiveDate = '2040-07-02';
  const edits = {
    cars: { type: 'LOOP', qid: 'cars', added: cars('40000').cars.iterations, removed: [], edited: [] },
  };
  const { quoteId, ...quoted } = await desk.done('POLICY_ENDORSEMENT_QUOTING', {
    policyId,
    effectiveDate,
    edits,
  });
  expect(quoted).toMatchObject({ premium: 2_700, terms: [{ premium: 900 }, { premium: 1_800 }] });
  await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
  const policy = await Policy.query(world.db).findById(policyId).throwIfNotFound();
  expect(Number(policy.premium)).toBe(before + 1_800);
  expect(policy.policyContract).toMatchObject({ premium: { amount: before + 1_800 } });
  await expectSound(world.db, policyId, now());
});
