import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Event } from '../../db/models/event.js';
import { policyIdOf } from '../../db/policies/issue-policy.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { derivedId, isDerivedId } from '../../domain/ground/derived-id.js';
import { productDefinition } from '../../domain/product/definition.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { inboundRequestId } from '../../domain/runs/inbound-request.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { basicOf } from '../support/identity-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { servedApi } from '../support/served-api.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

const notPaid = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1010';
const firing = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1011';
const making = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1012';
const formConfigId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1013';

/** A shop with whatever fires events in a policy's life. */
function product() {
  const shop = structuredClone(
    shopOfLives({
      paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 10 }],
      billing: { lateFee: { amount: 15 } },
      cancellation: {
        reasons: [
          { configId: notPaid, title: 'Premium not paid', ground: 'NON_PAYMENT', method: 'PRO_RATA' },
        ],
        nonPayment: { graceDays: 5, noticeDays: 10 },
        reinstatementByPayment: { days: 15, fees: ['LATE_FEE'] },
      },
      renewal: { automatic: true },
    }),
  ) as unknown as { configurations: { events: Record<string, object[]> }[]; forms: object[] };
  shop.forms = [
    {
      ...{ kind: 'DOCUMENT', type: 'HTML', formConfigId, name: 'Summary', formNumber: 'S-1' },
      ...{ formVersion: '1', fileName: 'summary', layout: { content: ['For {{client.name}}'] } },
    },
  ];
  shop.configurations[0]!.events.POLICY_CREATED = [
    {
      ...{ id: firing, type: 'FIRE_EVENT', name: 'Tell', eventType: 'CLIENT_VALIDATION' },
      payload: { clientId: '{{event.clientId}}', intake: {} },
    },
    { id: making, type: 'DOCUMENT_GENERATION', name: 'Summary', formConfigId },
  ];
  return productDefinition.parse(shop);
}

let lives: PolicyLives;
let api: { url: string; stop: () => Promise<void> };

beforeAll(async () => {
  lives = await policyLives(product());
  const { organizationId } = lives.stranger;
  await licenseProduct(lives.db, { productId: shopIds.line, organizationId, authority: fullAuthority });
  api = await servedApi(lives);
}, 120_000);

afterAll(async () => {
  await api?.stop();
  await lives?.close();
});

/** The ids that a caller chooses in a policy's life; all others follow from them. */
const chosenIds = () => ({ quoted: randomUUID(), endorsed: randomUUID(), ended: randomUUID() });

/** Every id of an event that the service fires in the life, by what the event is. */
function idsOfEvents({ quoted, endorsed, ended }: ReturnType<typeof chosenIds>): string[] {
  const quoteId = quoteIdOf(quoted, shopIds.standard);
  const policyId = policyIdOf(quoteId);
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
  const statements = [1, 2].flatMap((term) =>
    upTo(8).map((number) => derivedId(policyId, 'statement', String(term), String(number))),
  );
  const task = (key: string) => derivedId(policyId, 'policy-term', key);
  const notices = statements.map((id) => task(`non-payment/${id}`));
  const cancellations = upTo(28).map((day) => task(`notice/2040-01-${String(day).padStart(2, '0')}`));
  const reinstatements = upTo(12).map((seq) => derivedId(policyId, 'reinstatement by payment', String(seq)));
  const renewals = upTo(20).map((changes) => task(`renewal-quote/${changes - 1}/1`));
  const created = derivedId(policyId, 'POLICY_CREATED');
  return [
    ...['UNDERWRITING_REFERRED', 'UNDERWRITING_APPROVED', 'UNDERWRITING_DECLINED'].map((type) =>
      derivedId(quoteId, type),
    ),
    created,
    derivedId(created, firing, 'fired'),
    derivedId(derivedId(created, making, policyId, 'document'), 'POLICY_DOC_GENERATED'),
    derivedId(ended, 'RENEWAL_CANCELLED'),
    ...statements.map((id) => derivedId(id, 'STATEMENT_CREATED')),
    ...notices,
    ...notices.map((id) => derivedId(id, 'PRE_CANCELLATION_ISSUED')),
    ...cancellations,
    ...cancellations.map((id) => derivedId(id, 'POLICY_CANCELED')),
    ...reinstatements,
    ...reinstatements.map((id) => derivedId(id, 'POLICY_REINSTATED')),
    derivedId(endorsed, 'ENDORSEMENT_ACTIVATED'),
    task('renewal-notice/1'),
    ...renewals,
    ...renewals.map((id) => derivedId(id, 'POLICY_RENEWAL_QUOTING_FAILED')),
    ...renewals.map((id) => derivedId(id, 'POLICY_RENEWAL_REFERRED')),
    ...['POLICY_RENEWED', 'POLICY_RENEWAL_FAILED'].map((type) => derivedId(policyId, type, '1')),
    derivedId(policyId, 'POLICY_RENEWED', '2'),
  ];
}

/** Issued, not paid, canceled, reinstated by a payment, endorsed and renewed; answers what the service fired. */
async function lifeOf(
  chosen: ReturnType<typeof chosenIds>,
): Promise<{ type: string; state: string; id: string }[]> {
  const earlier = await Event.query(lives.db).select('trigger_request_id');
  const known = new Set(earlier.map(({ triggerRequestId }) => triggerRequestId));
  const { agency } = lives;
  const quoteId = quoteIdOf(chosen.quoted, shopIds.standard);
  const policyId = policyIdOf(quoteId);
  lives.setDay('2040-01-01');
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000' });
  const eventTargets = [shopIds.standard];
  const quoting = { triggerRequestId: chosen.quoted, forceSync: true, eventTargets };
  const { metadata } = await lives.events.fire(
    agency,
    aFire({ ...quoting, payload: { effectiveDate: '2040-01-01', intake } }),
  );
  await lives.fire('POLICY_CREATE', {
    ...{ clientId: String(metadata.client), quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  for (const day of ['2040-01-12', '2040-01-16', '2040-01-26']) await lives.goTo(policyId, day);
  expect(await lives.policy(policyId)).toMatchObject({ cancelledOn: '2040-01-26' });
  await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 1275, reference: `all of ${policyId}` });
  await expect.poll(async () => (await lives.policy(policyId)).cancelledOn, { timeout: 20_000 }).toBeNull();
  const effectiveDate = '2040-02-01';
  const more = intakeOf({ 'shop.revenue': '240000' });
  const change = { policyId, effectiveDate, intake: more };
  const { quoteId: changeId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', change);
  const endorsing = {
    ...{ type: 'POLICY_ENDORSE', lineId: shopIds.line, triggerRequestId: chosen.endorsed },
    payload: { policyId, quoteId: changeId, effectiveDate },
  };
  await lives.events.fire(agency, eventEnvelope.parse(endorsing));
  const due = (await lives.statements(policyId)).find(({ state }) => state === 'DUE');
  const ofChange = { policyId, amount: Number(due?.amount), reference: `change of ${policyId}` };
  await lives.fire('PAYMENT_RECEIVED', ofChange);
  for (const day of ['2040-10-05', '2040-11-03', '2041-01-01']) await lives.goTo(policyId, day);
  expect(await lives.policy(policyId)).toMatchObject({ termNumber: 2 });
  const ending = { type: 'CANCEL_RENEWAL', lineId: shopIds.line, triggerRequestId: chosen.ended };
  await lives.events.fire(agency, eventEnvelope.parse({ ...ending, payload: { policyId } }));
  await expect.poll(async () => (await openEvents()).length, { timeout: 30_000 }).toBe(0);
  const events = await Event.query(lives.db)
    .where((fired) => fired.where('by_service', true).orWhereNotNull('parent_trigger_request_id'))
    .orderBy('created_at');
  return events
    .filter(({ triggerRequestId }) => !known.has(triggerRequestId))
    .map(({ type, state, envelope }) => ({ type, state, id: String(envelope.triggerRequestId) }));
}

const openEvents = () => Event.query(lives.db).whereIn('state', ['ACCEPTED', 'RUNNING']).select('type');
const typesOf = (events: { type: string; state: string }[]) =>
  events.map(({ type, state }) => `${type} ${state}`).toSorted();

/** Who squats; the restricted one is a key of the seller that may only quote. */
const squatterOf = (by: 'agency' | 'stranger' | 'restricted'): Caller =>
  by === 'restricted'
    ? { ...lives.agency, permissions: new Set(['quoting:fire']), eventTypes: new Set(['GET_QUOTES']) }
    : lives[by];

describe('under the ids that the service fires in a policy’s life', () => {
  let usual: string[];
  let places: number[];

  it('every one that can be computed is squatted below, at its place in the list', async () => {
    const free = chosenIds();
    const events = await lifeOf(free);
    usual = typesOf(events);
    expect(usual).toEqual(
      expect.arrayContaining([
        ...['POLICY_CREATED COMPLETED', 'CLIENT_VALIDATION COMPLETED', 'STATEMENT_CREATED COMPLETED'],
        ...['PRE_POLICY_CANCELLATION COMPLETED', 'PRE_CANCELLATION_ISSUED COMPLETED'],
        ...['POLICY_CANCEL COMPLETED', 'POLICY_CANCELED COMPLETED', 'POLICY_REINSTATE COMPLETED'],
        ...['POLICY_REINSTATED COMPLETED', 'ENDORSEMENT_ACTIVATED COMPLETED'],
        ...['CUSTOMER_RENEWAL_90_DAYS_OUT COMPLETED', 'POLICY_RENEWAL_QUOTING COMPLETED'],
        ...['POLICY_RENEWED COMPLETED', 'POLICY_DOC_GENERATED COMPLETED', 'RENEWAL_CANCELLED COMPLETED'],
      ]),
    );
    const listed = idsOfEvents(free);
    places = events.map(({ id }) => listed.indexOf(id));
    expect(events.filter((_, index) => places[index] === -1)).toEqual([]);
  }, 120_000);

  it.each(['agency', 'stranger', 'restricted'] as const)(
    'events of the %s undo nothing that the service does',
    async (by) => {
      const squatted = chosenIds();
      const ids = idsOfEvents(squatted);
      for (const place of places) {
        const triggerRequestId = ids[place]!;
        // Past the door, which is shut.
        const envelope = {
          ...aFire({ batchMode: true, eventTargets: [shopIds.standard] }),
          triggerRequestId,
        };
        await lives.events.fire(squatterOf(by), envelope);
      }
      const despite = await lifeOf(squatted);
      expect(typesOf(despite)).toEqual(usual);
    },
    300_000,
  );
});

it('refuses such ids from a stranger, the seller and a key that may only quote', async () => {
  const chosen = chosenIds();
  const quoteId = quoteIdOf(chosen.quoted, shopIds.standard);
  const ids = [
    ...idsOfEvents(chosen),
    ...[quoteId, policyIdOf(quoteId), inboundRequestId(chosen.quoted, firing)],
    derivedId(quoteId, 'POLICY_DOC_GENERATED').toUpperCase(),
  ];
  expect(ids.every(isDerivedId)).toBe(true);
  const keyOf = async (organizationId: string, permissions?: string[]) => {
    const { apiKey, secret } = await createApiKey(lives.db, {
      organizationId,
      ...(permissions && { permissions }),
    });
    return basicOf(apiKey.key, secret);
  };
  const { agency, stranger } = lives;
  const keys = [
    await keyOf(stranger.organizationId),
    await keyOf(agency.organizationId),
    await keyOf(agency.organizationId, ['quoting:fire']),
  ];
  await expect.poll(async () => (await openEvents()).length, { timeout: 30_000 }).toBe(0);
  const before = await Event.query(lives.db).resultSize();
  for (const key of keys) {
    for (const triggerRequestId of ids) {
      const body = { ...aFire({ batchMode: true }), triggerRequestId };
      const refused = await request(api.url).post('/ioi/v3/event/fire').set('Authorization', key).send(body);
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toMatchObject([{ field: 'triggerRequestId' }]);
    }
  }
  expect(await Event.query(lives.db).resultSize()).toBe(before);
}, 120_000);
