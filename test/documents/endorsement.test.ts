import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Document } from '../../db/models/document.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { pdfPages } from '../support/pdf-text.js';

let world: EventWorld;
let stopWorker: () => Promise<void>;
let policyId: string;
beforeAll(async () => {
  const demo = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  world = await anEventWorld(demo.definition);
  stopWorker = await world.startWorker();
  const quoting = { effectiveDate: '2026-12-01', intake: demo.intakes.quoted };
  const [quote] = (await fire('GET_QUOTES', quoting, true)).quotes as QuoteObject[];
  const { clientId, requestId } = quote!;
  const created = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [requestId], paymentRequired: false },
    paymentPlans: { [requestId]: 'FULL_PAYMENT' },
  });
  [policyId] = (created.POLICY_CREATE as { policies: { id: string }[] }).policies.map(({ id }) => id) as [
    string,
  ];
  // Made before the endorsement, so that they show the policy as issued.
  await madeOnce('Declarations', 1);
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

async function fire(type: string, payload: object, forceSync = false) {
  const lineId = world.definition.product.id;
  const { metadata } = await world.events.fire(
    world.carrier,
    eventEnvelope.parse({ type, lineId, payload, forceSync }),
  );
  return metadata;
}

/** The texts of the policy's documents of a form, once there are as many. */
async function madeOnce(formName: string, count: number): Promise<string[]> {
  const made = () =>
    Document.query(world.db).where({ policy_id: policyId, form_name: formName }).orderBy('created_at');
  await vi.waitFor(async () => expect(await made()).toHaveLength(count), { timeout: 60_000, interval: 200 });
  const pieces = async (id: string) => {
    const rows = await world.db('document_pieces').where({ document_id: id }).orderBy('number');
    return (await pdfPages(Buffer.concat(rows.map(({ bytes }) => bytes)))).join('\n');
  };
  return Promise.all((await made()).map(({ id }) => pieces(id)));
}

it('an endorsement from a future day makes its form and the declarations as of that day', async () => {
  const effectiveDate = '2027-03-01';
  const intake = intakeOf({
    'coverage.limit': '2000000/4000000',
    'client.name': 'Blue Heron Restaurants Inc.',
  });
  const { quoteId } = await fire('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate, label: 'Limits raised' });

  const [endorsement] = await madeOnce('Endorsement', 1);
  for (const text of [
    ...['Endorsement 1', 'Limits raised', 'March 1, 2027'],
    ...['Blue Heron Kitchen LLC', 'Blue Heron Restaurants Inc.'],
    ...['$1,000,000 / $2,000,000', '$2,000,000 / $4,000,000', '$11,080.00', '$13,070.00'],
  ]) {
    expect(endorsement).toContain(text);
  }
  const [asIssued, amended] = await madeOnce('Declarations', 2);
  expect(asIssued).not.toContain('Amended');
  expect(asIssued).toContain('$11,080.00');
  expect(amended).toContain('Amended declarations');
  expect(amended).toContain('Blue Heron Restaurants Inc.');
  expect(amended).toContain('$13,070.00');
});
