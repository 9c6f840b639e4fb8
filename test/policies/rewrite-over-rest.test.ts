import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { demoProduct } from '../../db/seeds/demo-products.js';
import { authority } from '../../domain/authority/authority.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { aKillableWorker } from '../crash/killable-worker.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { fullAuthority } from '../support/full-authority.js';
import { aUser, testPassword } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';

const { definition, intakes } = await demoProduct('general-liability');
const lineId = definition.product.id;
const today = utcDate(new Date());
const from = addDays(today, 10);

type Rest = (method: 'get' | 'post', path: string, body?: object) => request.Test;
type Fire = (type: string, payload: object, more?: object) => Promise<request.Response>;
interface Person {
  rest: Rest;
  fire: Fire;
}

let world: EventWorld;
let stopApi: () => Promise<void>;
let stopWorker: () => Promise<void>;
let agent: Person;
let insurer: Person;
let stranger: Person;

beforeAll(async () => {
  world = await anEventWorld(definition);
  const api = await servedApi(world);
  stopApi = api.stop;
  stopWorker = await world.startWorker();
  agent = await signedIn(api.url, world.agency);
  insurer = await signedIn(api.url, world.carrier);
  stranger = await signedIn(api.url, world.stranger);
});
afterAll(async () => {
  await stopWorker?.();
  await stopApi?.();
  await world?.close();
});

async function signedIn(url: string, { organizationId }: Caller): Promise<Person> {
  const { userId } = await aUser(world.db, { organizationId });
  const credentials = { userId, password: testPassword, grantType: 'PASSWORD' };
  const { body: tokens } = await request(url).post('/ioi/v3/token').send(credentials).expect(200);
  const rest: Rest = (method, path, body) =>
    request(url)
      [method](`/ioi/v3${path}`)
      .set('Authorization', `Bearer ${tokens.accessToken}`)
      .set('x-jwt-assertion', tokens.idToken)
      .send(body);
  return {
    rest,
    fire: async (type, payload, more = {}) => rest('post', '/event/fire', { type, lineId, payload, ...more }),
  };
}

/** Licenses the agency for everything but what is given. */
async function grant(but: object): Promise<void> {
  const { organizationId } = world.agency;
  const granted = authority.parse({ ...fullAuthority, ...but });
  await licenseProduct(world.db, { productId: lineId, organizationId, authority: granted });
  const known = async () => (await world.catalog.licenseOf(lineId, organizationId))?.authority;
  await expect.poll(known).toEqual(granted);
}

async function quoted(effectiveDate: string, clientId?: string, by = agent) {
  const asked = { effectiveDate, intake: intakes.quoted, ...(clientId && { clientId }) };
  const { body } = await by.fire('GET_QUOTES', asked, { forceSync: true });
  return body.metadata.quotes[0] as { requestId: string; clientId: string };
}

/** A policy that is paid for, and a quote of its client to be issued in its place. */
async function aPolicy({ first = today, day = from } = {}) {
  const { requestId, clientId } = await quoted(first);
  const { body } = await agent.fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [requestId], paymentRequired: false },
    paymentPlans: { [requestId]: 'FULL_PAYMENT' },
  });
  const [{ id: policyId, balance }] = body.metadata.POLICY_CREATE.policies;
  await insurer.fire('PAYMENT_RECEIVED', { policyId, amount: balance, reference: 'check 1' });
  return { policyId, clientId, paid: balance as number, quoteId: (await quoted(day, clientId)).requestId };
}

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound();
const newPoliciesOf = (id: string) => Policy.query(world.db).where('rewritten_from', id).resultSize();
const previewOf = (policyId: string, quoteId: string, by = agent) =>
  by.rest('get', `/policy/${policyId}/preview/rewrite?quoteId=${quoteId}`);

/** What a rewrite changes of a policy; its documents may still be on their way. */
async function standingOf(policyId: string) {
  const { policyState, status, premium, cancelledOn, renewalQuoteId, rewrittenTo } = await policyOf(policyId);
  const changes = await PolicyChange.query(world.db).where('policy_id', policyId).resultSize();
  const payments = await Payment.query(world.db).where('policy_id', policyId).resultSize();
  return { policyState, status, premium, cancelledOn, renewalQuoteId, rewrittenTo, changes, payments };
}

/** Fires a rewrite that is refused, and gives the answer; nothing has changed. */
async function refusal(policyId: string, quoteId: string, by = agent): Promise<request.Response> {
  const before = await standingOf(policyId);
  const answer = await by.fire('POLICY_REWRITE', { policyId, quoteId });
  expect(await standingOf(policyId)).toEqual(before);
  expect(await newPoliciesOf(policyId)).toBe(0);
  return answer;
}

describe('POLICY_REWRITE over REST', () => {
  it('moves what its preview says', async () => {
    const { policyId, quoteId, paid } = await aPolicy();
    const { body: preview } = await previewOf(policyId, quoteId);
    expect(preview).toMatchObject({ policyId, quoteId, effectiveDate: from, releasesRenewal: false });
    expect(preview.carriedOver).toBeGreaterThan(0);
    expect(preview.carriedOver).toBeLessThan(paid);
    const { status, body } = await agent.fire('POLICY_REWRITE', { policyId, quoteId });
    expect(status).toBe(200);
    const { returnedPremium, carriedOver, rewrittenTo } = body.metadata;
    expect({ returnedPremium, carriedOver, newPremium: rewrittenTo.premium }).toEqual({
      returnedPremium: preview.returnedPremium,
      carriedOver: preview.carriedOver,
      newPremium: preview.newPremium,
    });
    const { financeState } = (await agent.rest('get', `/policy/${policyId}`)).body;
    expect(financeState.balance).toBe(preview.balance);
    const { body: after } = await previewOf(policyId, quoteId);
    expect(after).toMatchObject({ status: 409, code: 'POLICY_STATE' });
  });

  it('is refused with a quote in another currency', async () => {
    const { policyId, clientId } = await aPolicy();
    const policy = policySettings.parse({ ...definition.policy, currency: 'EUR' });
    const other = { ...definition, version: '99.0.0', policy };
    const { versionId } = await importVersion(world.db, {
      ...{ definition: other, sha256: contentHash(other), createdBy: { name: 'tests' } },
      ownerOrganizationId: world.carrier.organizationId,
    });
    const day = addDays(today, 40);
    await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate: day });
    const at = () => ({ effectiveDate: day, asConfiguredAt: new Date() });
    await expect.poll(() => world.catalog.versionFor(lineId, at())).toBe(versionId);
    const { requestId } = await quoted(day, clientId);
    const detail = 'the quote is in EUR, the policy in USD';
    const { status, body } = await refusal(policyId, requestId);
    expect([status, body.detail]).toEqual([409, detail]);
    expect(body.errors).toMatchObject([{ field: 'payload.quoteId', detail }]);
    expect((await previewOf(policyId, requestId)).body).toMatchObject({ status: 409, detail });
  });

  it.each([
    ['cancel', { cancel: {} }, 'cancel'],
    ['more than request cancellations', { cancel: { PRO_RATA: 'REQUEST' } }, 'cancel.PRO_RATA: MAKE'],
    ['bind', { bindPaid: false, bindUnpaid: false }, 'bindPaid'],
    ['bind above its limit of premium', { limits: { premium: '1' } }, 'limits.premium'],
  ])('is 403 for a seller that may not %s', async (_what, but, lacks) => {
    await grant({});
    const { policyId, quoteId } = await aPolicy();
    await grant(but);
    const { status, body } = await refusal(policyId, quoteId);
    expect([status, body.authority]).toEqual([403, lacks]);
    await grant({});
  });

  it('from the first day is refused for a seller that may not cancel flat', async () => {
    await grant({ cancel: { PRO_RATA: 'MAKE' } });
    const { policyId, quoteId } = await aPolicy({ day: today });
    const { status, body } = await refusal(policyId, quoteId);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('the authority cancel.FLAT: MAKE')]);
    await grant({});
    expect((await agent.fire('POLICY_REWRITE', { policyId, quoteId })).status).toBe(200);
  });

  it('is refused with a renewal of another policy of the client', async () => {
    const { policyId, clientId } = await aPolicy();
    const other = await quoted(addDays(today, 1), clientId);
    const { body } = await agent.fire('POLICY_CREATE', {
      ...{ clientId, quoteIds: [other.requestId], paymentRequired: false },
      paymentPlans: { [other.requestId]: 'FULL_PAYMENT' },
    });
    const [{ id }] = body.metadata.POLICY_CREATE.policies;
    const { metadata } = (await agent.fire('POLICY_RENEWAL_QUOTING', { policyId: id })).body;
    const selected = await agent.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: metadata.quoteId });
    expect(selected.status).toBe(200);
    // As if the terms overlapped.
    await world.db('quotes').where('request_id', metadata.quoteId).update({ effective_date: from });
    const { status, body: refused } = await refusal(policyId, metadata.quoteId);
    expect([status, refused.detail]).toEqual([409, expect.stringContaining('RENEWAL')]);
    expect((await policyOf(id)).renewalQuoteId).toBe(metadata.quoteId);
  });

  it("does not tell whether another organization's policies and quotes exist", async () => {
    const { policyId, quoteId } = await aPolicy();
    const [unknown, known] = [
      await stranger.fire('POLICY_REWRITE', { policyId: randomUUID(), quoteId: randomUUID() }),
      await refusal(policyId, quoteId, stranger),
    ];
    expect(known.status).toBe(unknown.status);
    expect(known.body.code).toBe(unknown.body.code);
    expect((await previewOf(policyId, quoteId, stranger)).status).toBe(404);
    // A quote of somebody else for the own policy.
    const theirs = await quoted(from, undefined, insurer);
    const [missing, foreign] = [
      await refusal(policyId, randomUUID()),
      await refusal(policyId, theirs.requestId),
    ];
    expect([missing.status, missing.body.code]).toEqual([foreign.status, foreign.body.code]);
    expect((await previewOf(policyId, theirs.requestId)).status).toBe(404);
  });

  it('happens once where two fire it at the same time', async () => {
    const { policyId, clientId, quoteId } = await aPolicy();
    const { requestId } = await quoted(from, clientId);
    const answers = await Promise.all(
      [quoteId, requestId, quoteId].map((id) => agent.fire('POLICY_REWRITE', { policyId, quoteId: id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await newPoliciesOf(policyId)).toBe(1);
  });

  it('happens once where the worker dies after it, and another goes on', async () => {
    const { policyId, quoteId } = await aPolicy();
    await stopWorker();
    const killAt = { activity: 'runDefaultAction', nth: 1, when: 'after' } as const;
    const killed = await aKillableWorker(world, { killAt });
    const triggerRequestId = randomUUID();
    const payload = { policyId, quoteId };
    const fired = agent.fire('POLICY_REWRITE', payload, { triggerRequestId });
    await killed.gone;
    expect(await newPoliciesOf(policyId)).toBe(1);
    stopWorker = await world.startWorker();
    await fired;
    const state = async () => (await Event.query(world.db).findById(triggerRequestId))?.state;
    await expect.poll(state, { timeout: 60_000, interval: 250 }).toBe('COMPLETED');
    const again = await agent.fire('POLICY_REWRITE', payload, { triggerRequestId });
    expect(again.status).toBe(200);
    expect(await newPoliciesOf(policyId)).toBe(1);
    const reference = `rewrite:${policyId}`;
    expect(await Payment.query(world.db).where({ reference })).toHaveLength(2);
  }, 120_000);
});
