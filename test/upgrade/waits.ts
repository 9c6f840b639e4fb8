import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { ServiceLoad } from '../crash/service-load.js';
import type { CarrierServer } from '../support/carrier-server.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const today = utcDate(new Date());
const patienceMs = 120_000;

/** Shops that a carrier rates, at the endpoint `carrier`; its ids differ from those of the shop. */
export function shopOfCarrier(): ProductDefinition {
  const text = JSON.stringify(shopProduct())
    .replaceAll('0d8f2f2f0', '0d8f2f2fc')
    .replace('"shop"', '"market"');
  const shop = JSON.parse(text) as { configurations: { events: Record<string, object[]> }[] };
  shop.configurations[0]!.events.GET_QUOTES = [
    {
      ...{ id: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2fc0a1', type: 'THIRD_PARTY_RATING', name: 'Market' },
      ...{ endpoint: 'carrier', carrierId: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2fc0c1' },
    },
  ];
  return productDefinition.parse(shop);
}

export interface Customer {
  load: ServiceLoad;
  carrier: CarrierServer;
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
}

/** What waits for somebody, and is finished by a call: a claim, a carrier's quote, an unpaid quote, a policy in force. */
export function openWaits(customer: Customer, ofEach: number): Promise<(() => Promise<unknown>)[]> {
  const each = [aClaim, aCarrierQuote, anUnpaidQuote, aPolicy];
  return Promise.all(Array.from({ length: ofEach }, () => each.map((open) => open(customer))).flat());
}

async function aClaim({ load }: Customer) {
  const answer = await load.fire(load.anEvent('CLAIM_NOTIFICATION'));
  return () => load.answerWait(answer);
}

async function aCarrierQuote({ load, carrier, call }: Customer) {
  const triggerRequestId = randomUUID();
  const lineId = shopIds.line.replace('0d8f2f2f0', '0d8f2f2fc');
  await load.ask({ ...load.aQuoting(false), lineId, triggerRequestId });
  const asked = () => carrier.received.find(({ body }) => body.triggerRequestId === triggerRequestId);
  for (const deadline = Date.now() + patienceMs; asked() === undefined; await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`the carrier was not asked for ${triggerRequestId}`);
  }
  const coverages = [{ type: 'Shop', title: 'Shop', code: 'SHOP', premium: '100.00', details: {} }];
  const payload = { outcome: 'QUOTED', premium: '100.00', coverages };
  return () => call('POST', '/inbound', { requestId: asked()?.body.requestId, payload });
}

async function anUnpaidQuote(customer: Customer) {
  const { load } = customer;
  const quote = await aQuote(customer);
  const { metadata } = await load.fire(load.anEvent('PAYMENT_SETUP', quote));
  const { paymentTriggerRequestId } = metadata.PAYMENT_SETUP as { paymentTriggerRequestId: string };
  return async () => {
    await load.fire(load.anEvent('PAYMENT_RECEIVED', { paymentTriggerRequestId }));
    await cancel(load, await issue(load, { ...quote, paymentRequired: true }));
  };
}

async function aPolicy(customer: Customer) {
  const policyId = await issue(customer.load, { ...(await aQuote(customer)), paymentRequired: false });
  return () => cancel(customer.load, policyId);
}

async function aQuote({ load, call }: Customer) {
  const { triggerRequestId } = await load.fire(load.aQuoting(true));
  const { quoted } = await call<{ quoted: { requestId: string; clientId: string }[] }>(
    'GET',
    `/quotes/trigger/${triggerRequestId}`,
  );
  const [quote] = quoted;
  if (quote === undefined) throw new Error(`no quote of ${triggerRequestId}`);
  const { clientId, requestId } = quote;
  return { clientId, quoteIds: [requestId], paymentPlans: { [requestId]: 'MONTHLY' } };
}

async function issue(load: ServiceLoad, payload: object): Promise<string> {
  const { metadata } = await load.fire(load.anEvent('POLICY_CREATE', payload));
  const [policy] = (metadata.POLICY_CREATE as { policies: { id: string }[] }).policies;
  return policy?.id ?? '';
}

async function cancel(load: ServiceLoad, policyId: string): Promise<void> {
  await load.fire(load.anEvent('POLICY_CANCEL', { policyId, effectiveDate: addDays(today, 100) }));
}
