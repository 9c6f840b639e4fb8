import { randomUUID } from 'node:crypto';
import { Event } from '../../db/models/event.js';
import type { Quote } from '../../db/models/quote.js';
import { createEndpoint } from '../../db/webhooks/endpoints.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { shopOnPlans } from './billing-world.js';
import { json } from './carrier-server.js';
import { aClient } from './client-factory.js';
import { aFire, intakeOf } from './event-factory.js';
import type { EventWorld } from './event-world.js';
import { lookupProduct, shopLookups } from './lookup-product.js';
import { PolicyDesk } from './policy-desk.js';
import { aQuoteRow } from './policy-factory.js';
import { fired, type Shape } from './shape.js';
import { shopOfLives } from './shop-of-lives.js';
import { shopIds, shopProduct } from './shop-product.js';

/** Runs whose effects are money, policies and news of them. */
export const policyShapes: Shape[] = [
  {
    name: 'a payment that is set up',
    product: shopOnPlans,
    fires: async (world) => {
      const { clientId, requestId } = await aQuote(world);
      return fired('PAYMENT_SETUP', {
        clientId,
        quoteIds: [requestId],
        selectedPaymentPlans: { [requestId]: 'MONTHLY' },
      });
    },
  },
  {
    name: 'a policy that is issued',
    product: shopOnPlans,
    fires: async (world) => {
      const { clientId, requestId } = await aQuote(world);
      return fired('POLICY_CREATE', {
        clientId,
        quoteIds: [requestId],
        paymentPlans: { [requestId]: 'MONTHLY' },
      });
    },
  },
  {
    name: 'a payment that came in',
    product: shopOfLives,
    fires: async (world) =>
      fired('PAYMENT_RECEIVED', { policyId: await aPolicy(world), amount: 150, reference: 'transfer 1' }),
  },
  {
    name: 'a cancellation',
    product: shopOfLives,
    fires: async (world) =>
      fired('POLICY_CANCEL', { policyId: await aPolicy(world), effectiveDate: utcDate(new Date()) }),
  },
  {
    name: 'a choice that is refused',
    product: shopOnPlans,
    fires: async (world) => {
      const { clientId, requestId } = await aQuote(world, { expiresAt: new Date('2026-01-01T00:00:00Z') });
      return fired('SELECT_QUOTE', { clientId, quoteIds: [requestId] });
    },
  },
  {
    name: 'a renewal with data that is looked up',
    product: () =>
      lookupProduct(shopLookups({ score: { endpoint: 'screening' } }).slice(0, 1), { defaultAnswer: '50' }),
    answers: json(200, { result: { score: 30 } }),
    fires: async (world) => {
      const desk = new PolicyDesk(world, () => new Date());
      const effectiveDate = utcDate(new Date());
      const policyId = await desk.issue({ revenue: 120_000, plan: 'FULL_PAYMENT', effectiveDate });
      return fired('POLICY_RENEWAL_QUOTING', { policyId });
    },
  },
  {
    name: 'an event that somebody is told of',
    product: shopProduct,
    answers: (_request, response) => response.writeHead(204).end(),
    fires: async (world, others) => {
      const { organizationId } = world.agency;
      await createEndpoint(world.db, {
        ...{ organizationId, url: `${others.url}/hook`, description: '', eventTypes: [], active: true },
      });
      world.catalog.forgetWebhooks(organizationId);
      return aFire({ triggerRequestId: randomUUID(), eventTargets: [shopIds.standard] });
    },
  },
];

/** A bindable quote, made by nobody. */
async function aQuote(
  { db, agency, carrier, versionId }: EventWorld,
  changes: NonNullable<Parameters<typeof aQuoteRow>[1]['changes']> = {},
): Promise<Quote & { clientId: string }> {
  const answers = intakeOf({ 'client.name': 'Corner Shop', 'client.city': 'Springfield' });
  const { id: clientId } = await aClient(db, agency.organizationId, answers);
  const quote = await aQuoteRow(db, {
    sellerId: agency.organizationId,
    issuerId: carrier.organizationId,
    productId: shopIds.line,
    productVersionId: versionId,
    effectiveDate: utcDate(new Date()),
    answers,
    clientId,
    changes,
  });
  await Event.query(db).patch({ state: 'COMPLETED' });
  return Object.assign(quote, { clientId });
}

/** A policy in force that is paid month by month. */
function aPolicy(world: EventWorld): Promise<string> {
  const desk = new PolicyDesk(world, () => new Date());
  return desk.issue({ revenue: 120_000, plan: 'MONTHLY', effectiveDate: utcDate(new Date()) });
}
