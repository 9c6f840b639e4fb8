import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { authorityOfAgency } from '../../cli/demo/organizations.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { demoProduct } from '../../db/seeds/demo-products.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aUser, testPassword } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';

const { definition, intakes } = await demoProduct('business-package');
const lineId = definition.product.id;
const effectiveDate = addDays(utcDate(new Date()), 7);

type Post = (path: string, body: object) => request.Test;
interface Person {
  post: Post;
  get(path: string): request.Test;
  /** Fires an event and gives its answer. */
  fire(type: string, payload: object, more?: object): Promise<request.Response>;
}

let world: EventWorld;
let stops: (() => Promise<void>)[] = [];
let agent: Person;
let underwriter: Person;

beforeAll(async () => {
  world = await anEventWorld(definition);
  const api = await servedApi(world);
  stops = [await world.startWorker(), api.stop];
  agent = await signedIn(api.url, world.agency);
  underwriter = await signedIn(api.url, world.carrier);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await world?.close();
});

/** A user of an organization, by a token. */
async function signedIn(url: string, { organizationId }: Caller): Promise<Person> {
  const { userId } = await aUser(world.db, { organizationId });
  const credentials = { userId, password: testPassword, grantType: 'PASSWORD' };
  const { body: tokens } = await request(url).post('/ioi/v3/token').send(credentials).expect(200);
  const by = (test: request.Test) =>
    test.set('Authorization', `Bearer ${tokens.accessToken}`).set('x-jwt-assertion', tokens.idToken);
  const post: Post = (path, body) => by(request(url).post(`/ioi/v3${path}`)).send(body);
  return {
    post,
    get: (path) => by(request(url).get(`/ioi/v3${path}`)),
    fire: async (type, payload, more = {}) => post('/event/fire', { type, lineId, payload, ...more }),
  };
}

async function license(authority: typeof authorityOfAgency): Promise<void> {
  const { organizationId } = world.agency;
  await licenseProduct(world.db, { productId: lineId, organizationId, authority });
  const granted = async () => (await agent.get(`/product/${lineId}/authority`)).body.authority;
  await expect.poll(granted).toEqual(authority);
}

async function quoted(intake: object): Promise<QuoteObject> {
  const { body } = await agent.fire('GET_QUOTES', { effectiveDate, intake }, { forceSync: true });
  return body.metadata.quotes[0];
}

const approve = (by: Person, { requestId }: QuoteObject) =>
  by.post(`/quote/${requestId}/underwriter-decision`, { isApproved: true });

describe('an agency with the authority of the demo data', () => {
  it('sells the business package with its insurer, from sign-in to a requested cancellation', async () => {
    await license(authorityOfAgency);
    const quote = await quoted(intakes.referred);
    expect(quote).toMatchObject({ requiresUnderwriterApproval: true, bindable: false });
    const { requestId, clientId } = quote;
    const binding = { clientId, quoteIds: [requestId], paymentPlans: { [requestId]: 'FULL_PAYMENT' } };
    expect((await agent.fire('POLICY_CREATE', binding)).status).toBe(409);

    // The insurer sees the referral and decides.
    expect((await underwriter.get(`/quote/${requestId}`)).body).toMatchObject({ requestId, bindable: false });
    expect((await approve(agent, quote)).status).toBe(403);
    expect((await approve(underwriter, quote)).status).toBe(204);

    // The party that received the money records it: here the insurer, on the payment that the agency opened.
    expect((await agent.fire('SELECT_QUOTE', { clientId, quoteIds: [requestId] })).status).toBe(200);
    const opened = await agent.fire('PAYMENT_SETUP', { clientId, quoteIds: [requestId] });
    const { paymentTriggerRequestId } = opened.body.metadata.PAYMENT_SETUP;
    const unpaid = await agent.fire('POLICY_CREATE', { ...binding, paymentRequired: false });
    expect([unpaid.status, unpaid.body.authority]).toEqual([403, 'bindUnpaid']);
    const byAgency = await agent.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId });
    expect([byAgency.status, byAgency.body.authority]).toEqual([403, 'recordPayments']);
    expect((await underwriter.fire('PAYMENT_VERIFICATION', { paymentTriggerRequestId })).status).toBe(200);
    const received = await underwriter.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId });
    expect(received.body.metadata.PAYMENT_RECEIVED).toMatchObject({ applied: true });

    const issued = await agent.fire('POLICY_CREATE', { ...binding, paymentRequired: true });
    const [policy] = issued.body.metadata.POLICY_CREATE.policies;
    expect(policy).toMatchObject({ policyState: 'ACTIVE', status: 'PAID', balance: 0 });
    for (const person of [agent, underwriter]) {
      const read = await person.get(`/policy/${policy.id}`);
      expect([read.status, read.text]).toEqual([200, expect.stringContaining(policy.policyNumber)]);
    }

    // At the request of the insured.
    const cancellationReasonConfigId = 'abe70045-dd9d-4006-a60a-a228cf9f9382';
    const cancellation = { policyId: policy.id, effectiveDate, cancellationReasonConfigId };
    const requested = await agent.fire('POLICY_CANCEL', cancellation);
    expect(requested.body.metadata).toMatchObject({ requested: true, policyState: 'ACTIVE' });
    const cancelled = await underwriter.fire('POLICY_CANCEL', cancellation);
    expect(cancelled.body.metadata.returnedPremium).toBe(quote.quoteDetails?.premium.amount);
  });

  it.each([
    ['premium', { premium: 1000 }, /the premium, .* is above the seller's authority of 1000.00/],
    [
      'coverage',
      { coverage: 100_000 },
      /a limit of coverage, .* is above the seller's authority of 100000.00/,
    ],
  ])('binds above its limit of %s what an underwriter has approved', async (_limit, limits, message) => {
    const before = await quoted(intakes.quoted);
    expect(before).toMatchObject({ requiresUnderwriterApproval: false, bindable: true });
    await license({ ...authorityOfAgency, bindUnpaid: true, limits });
    const { requestId, clientId } = before;
    const create = ({ requestId: id }: QuoteObject) =>
      agent.fire('POLICY_CREATE', { clientId, quoteIds: [id], paymentPlans: { [id]: 'FULL_PAYMENT' } });
    // A quote from before the limit is not under review: it has to be quoted again.
    const refused = await create(before);
    expect([refused.status, refused.body.authority]).toEqual([403, `limits.${_limit}`]);

    const answer = await agent.fire(
      'GET_QUOTES',
      { effectiveDate, clientId, intake: intakes.quoted },
      { forceSync: true },
    );
    const [quote] = answer.body.metadata.quotes;
    expect(quote).toMatchObject({ requiresUnderwriterApproval: true, bindable: false });
    expect(quote.messages).toContainEqual({
      ...{ severity: 'WARNING', code: 'ABOVE_AUTHORITY' },
      message: expect.stringMatching(message),
    });
    expect(quote.requestId).not.toBe(requestId);
    expect((await create(quote)).status).toBe(409);
    expect((await approve(underwriter, quote)).status).toBe(204);
    expect((await create(quote)).status).toBe(200);
    await license(authorityOfAgency);
  });
});
