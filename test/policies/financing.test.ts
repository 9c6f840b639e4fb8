import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inboundRoutes } from '../../api/inbound/routes.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { basicOf } from '../support/identity-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/reference/binding.md', import.meta.url)), 'utf8');
const [, example = ''] = /```yaml actions POLICY_CREATE\n([\s\S]*?)```/.exec(page) ?? [];
const actions: { id: string }[] = parse(example);
const [waitId, tellId] = actions.map(({ id }) => id) as [string, string];

/** The shop with the actions of docs/reference/binding.md: a finance company says what it has paid. */
function financed(): ProductDefinition {
  const shop = shopOfLives({ paymentPlans: [{ plan: 'FULL_PAYMENT' }, { plan: 'FINANCE' }] });
  const [first, ...others] = shop.configurations;
  const events = { ...first!.events, POLICY_CREATE: actions };
  return productDefinition.parse({ ...shop, configurations: [{ ...first, events }, ...others] });
}

let lives: PolicyLives;
let service: TestApp;
let insurersKey: string;
let strangersKey: string;

beforeAll(async () => {
  lives = await policyLives(financed());
  service = await createTestApp(
    { db: lives.db, url: lives.databaseUrl, drop: async () => undefined },
    { resources: [inboundRoutes({ inbound: lives.inbound })] },
  );
  insurersKey = await keyOf(lives.carrier.organizationId);
  strangersKey = await keyOf(lives.stranger.organizationId);
});

afterAll(async () => {
  await service?.close();
  await lives?.close();
});

async function keyOf(organizationId: string): Promise<string> {
  const { apiKey, secret } = await createApiKey(lives.db, { organizationId, permissions: ['inbound:send'] });
  return basicOf(apiKey.key, secret);
}

const send = (requestId: string, payload: object, key = insurersKey) =>
  request(service.app).post('/ioi/v3/inbound').set('Authorization', key).send({ requestId, payload });

interface Issued {
  triggerRequestId: string;
  policyId: string;
  /** Under which the finance company answers. */
  requestId: string;
}

async function issue(plan: string): Promise<Issued> {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000' });
  const quoted = await lives.events.fire(
    lives.agency,
    aFire({
      forceSync: true,
      eventTargets: [shopIds.standard],
      payload: { effectiveDate: '2040-01-01', intake },
    }),
  );
  const [{ requestId: quoteId, clientId }] = quoted.metadata.quotes as [QuoteObject];
  const payload = {
    ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: plan },
  };
  const { triggerRequestId, metadata } = await lives.events.fire(
    lives.agency,
    eventEnvelope.parse({ type: 'POLICY_CREATE', lineId: shopIds.line, payload }),
  );
  const { POLICY_CREATE, inboundRequests } = metadata as {
    POLICY_CREATE: { policies: [{ id: string }] };
    inboundRequests: { [actionId: string]: string };
  };
  return { triggerRequestId, policyId: POLICY_CREATE.policies[0].id, requestId: inboundRequests[waitId]! };
}

const stateOf = async (triggerRequestId: string, actionId: string) =>
  (await ActionRun.query(lives.db).findById([triggerRequestId, actionId]))?.state;
const paid = (policyId: string) => Payment.query(lives.db).where('policy_id', policyId);

it('confirms a financed policy by what the finance company sends, once', async () => {
  const { triggerRequestId, policyId, requestId } = await issue('FINANCE');
  await expect.poll(() => stateOf(triggerRequestId, waitId)).toBe('WAITING');
  expect(await lives.policy(policyId)).toMatchObject({ policyState: 'PENDING_FINANCE_CONFIRMATION' });

  const unfit = await send(requestId, { amount: 'much', reference: 'LOAN-7' }).expect(400);
  expect(unfit.body.errors).toMatchObject([{ field: 'payload.amount' }]);
  await send(requestId, { amount: 1_260, reference: 'LOAN-7' }, strangersKey).expect(404);
  expect(await lives.policy(policyId)).toMatchObject({ policyState: 'PENDING_FINANCE_CONFIRMATION' });

  const answers = await Promise.all(
    [1, 2, 3].map(() => send(requestId, { amount: 1_260, reference: 'LOAN-7' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  await expect
    .poll(async () => (await lives.policy(policyId)).policyState, { timeout: 20_000 })
    .toBe('ACTIVE');
  expect(await lives.policy(policyId)).toMatchObject({ status: 'PAID' });
  expect(await paid(policyId)).toMatchObject([{ amount: '1260.00', reference: 'LOAN-7' }]);
  const told = Event.query(lives.db).where({
    parent_trigger_request_id: triggerRequestId,
    type: 'PAYMENT_RECEIVED',
  });
  await expect.poll(async () => (await told.clone()).map(({ state }) => state)).toEqual(['COMPLETED']);

  await send(requestId, { amount: 1, reference: 'LOAN-8' }).expect(409);
  expect(await paid(policyId)).toHaveLength(1);
}, 60_000);

it('waits for nobody where the policy is not financed', async () => {
  const { triggerRequestId, policyId } = await issue('FULL_PAYMENT');
  await expect.poll(() => stateOf(triggerRequestId, waitId)).toBe('SKIPPED');
  await expect.poll(() => stateOf(triggerRequestId, tellId)).toBe('SKIPPED');
  expect(await lives.policy(policyId)).toMatchObject({ policyState: 'ACTIVE', status: 'NOT_PAID' });
  expect(await paid(policyId)).toEqual([]);
});
