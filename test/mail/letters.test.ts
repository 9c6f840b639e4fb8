import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadRequest } from '../../api/errors/app-error.js';
import { PostedMails } from '../../api/mail/posted.js';
import { recordPaperless } from '../../db/clients/paperless.js';
import { Client } from '../../db/models/client.js';
import { Mail } from '../../db/models/mail.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { theService } from '../../domain/ground/author.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const forms = { declarations: randomUUID(), invoice: randomUUID(), proposal: randomUUID() };
const own = randomUUID();

let world: EventWorld;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  world = await anEventWorld(product());
  stopWorker = await world.startWorker();
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

/** The shop with mails: everything by itself, and one of its own at a claim. */
function product(): ProductDefinition {
  const form = (name: keyof typeof forms, more: object = {}) => ({
    ...{
      kind: 'DOCUMENT',
      type: 'HTML',
      formConfigId: forms[name],
      name,
      formNumber: name,
      formVersion: '1',
    },
    ...{ fileName: name, layout: { content: ['For {{client.name}}'] }, ...more },
  });
  const shop = shopProduct();
  const [configuration] = shop.configurations;
  return productDefinition.parse({
    ...shop,
    forms: [form('declarations'), form('invoice'), form('proposal', { purpose: 'QUOTE_PROPOSAL' })],
    mail: {
      from: 'Shop desk',
      replyTo: 'desk@shop.example',
      templates: {
        welcome: { subject: 'Policy {{policy.policyNumber}}', text: 'Dear {{client.name}}, welcome.' },
        claim: { subject: 'Your claim', text: 'We look at it.', to: 'PRODUCER' },
      },
      sends: {
        PROPOSAL: {},
        POLICY_DOCUMENTS: { template: 'welcome' },
        INVOICE: { attachments: [forms.invoice] },
        NOTICE: {},
        RECEIPT: {},
      },
    },
    configurations: [
      {
        ...configuration,
        events: {
          ...configuration!.events,
          POLICY_CREATED: [
            {
              ...{ id: randomUUID(), name: 'Declarations', type: 'DOCUMENT_GENERATION' },
              formConfigId: forms.declarations,
            },
          ],
          CLAIM_NOTIFICATION: [{ id: own, name: 'Claim', type: 'SEND_EMAIL', template: 'claim' }],
        },
      },
    ],
  });
}

const fire = async (type: string, payload: object, more: object = {}) =>
  world.events.fire(world.carrier, eventEnvelope.parse({ type, lineId: shopIds.line, payload, ...more }));

async function aQuote(name = 'Corner Bakery LLC') {
  const year = new Date().getUTCFullYear() + 1;
  const intake = intakeOf({
    'client.name': name,
    'client.email': 'ada@bakery.example',
    'shop.revenue': '900000',
  });
  const { metadata } = await fire(
    'GET_QUOTES',
    { effectiveDate: `${year}-01-01`, intake },
    { forceSync: true },
  );
  const quotes = metadata.quotes as QuoteObject[];
  return { clientId: String(metadata.client), quoteId: quotes[0]!.requestId };
}

async function aPolicyOf({ clientId, quoteId }: { clientId: string; quoteId: string }) {
  const { metadata } = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  const { policies } = metadata.POLICY_CREATE as { policies: { id: string; policyNumber: string }[] };
  return policies[0]!;
}

const consent = (clientId: string, address: string | null, source = 'Portal') =>
  recordPaperless(world.db, {
    ...{ id: randomUUID(), organizationId: world.carrier.organizationId, clientId, recordedBy: theService },
    wishes: { consents: address !== null, address, language: null, source },
    now: new Date(),
  });

/** The mails of a client by purpose, once all of these are there. */
async function mailsOf(clientId: string, ...purposes: string[]): Promise<Record<string, Mail>> {
  return expect
    .poll(
      async () => {
        const mails = await Mail.query(world.db).where({ client_id: clientId });
        return Object.fromEntries(mails.map((mail) => [mail.purpose, mail]));
      },
      { timeout: 20_000 },
    )
    .toSatisfy((found: object) => purposes.every((purpose) => purpose in found))
    .then(async () => {
      const mails = await Mail.query(world.db).where({ client_id: clientId });
      return Object.fromEntries(mails.map((mail) => [mail.purpose, mail]));
    });
}

describe('what clients are sent', () => {
  it('by post is recorded as posted, with the proof in the events of the policy', async () => {
    const quote = await aQuote();
    const policy = await aPolicyOf(quote);
    const year = new Date().getUTCFullYear() + 1;
    await fire('PRE_POLICY_CANCELLATION', { policyId: policy.id, effectiveDate: `${year}-06-01` });
    const { NOTICE } = await mailsOf(quote.clientId, 'NOTICE');
    expect(NOTICE).toMatchObject({
      state: 'TO_PRINT',
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const posted = new PostedMails({ db: world.db, now: () => new Date() });
    const post = { postedOn: new Date().toISOString().slice(0, 10), carrier: 'Certified mail 42' };
    const record = (given: object) => posted.record(world.carrier, NOTICE!.id, { ...post, ...given });
    await expect(record({ address: 'x', postedOn: `${year}-01-01` })).rejects.toThrow(BadRequest);
    await expect(record({ address: 'x', postedOn: '2020-01-01' })).rejects.toThrow(
      'before the day of the mail',
    );
    await expect(record({})).rejects.toThrow('postal address is not known');
    const proof = await record({ address: '1 Main St' });
    expect(proof).toMatchObject({ state: 'POSTED', ...post, postedTo: '1 Main St' });
    expect(await record({ address: '1 Main St' })).toEqual(proof);
    await expect(record({ carrier: 'By hand' })).rejects.toThrow('it is POSTED');
    const events = await PolicyEvent.query(world.db).where({
      policy_id: policy.id,
      type: 'NOTICE_DELIVERED',
    });
    expect(events.map(({ data }) => data)).toMatchObject([
      { mailId: NOTICE!.id, by: 'POST', ...post, address: '1 Main St', contentSha256: NOTICE!.contentSha256 },
    ]);
  });

  it('of a policy goes by post without a consent, and to its address with one', async () => {
    const [onPaper, online] = [await aQuote(), await aQuote()];
    await consent(online.clientId, 'paperless@bakery.example');
    const [first, second] = [await aPolicyOf(onPaper), await aPolicyOf(online)];

    const printed = await mailsOf(onPaper.clientId, 'POLICY_DOCUMENTS', 'INVOICE');
    expect(printed.POLICY_DOCUMENTS).toMatchObject({
      ...{ state: 'TO_PRINT', toAddress: null, policyId: first.id, fromName: 'Shop desk' },
      ...{ subject: `Policy ${first.policyNumber}`, text: expect.stringContaining('welcome'), values: {} },
    });
    const sent = await mailsOf(online.clientId, 'POLICY_DOCUMENTS', 'INVOICE');
    expect(sent.POLICY_DOCUMENTS).toMatchObject({
      ...{ toAddress: 'paperless@bakery.example', policyId: second.id, replyTo: 'desk@shop.example' },
    });
    expect(sent.INVOICE?.values).toMatchObject({ amount: '$9,000.00', policyNumber: second.policyNumber });
    for (const [mail, form] of [
      [sent.POLICY_DOCUMENTS, forms.declarations],
      [sent.INVOICE, forms.invoice],
    ] as const) {
      const documents = await world.db('documents').whereIn('id', mail!.documentIds);
      expect(documents).toMatchObject([{ form_config_id: form, policy_id: second.id }]);
    }
  });

  it('is a notice with what the notice says', async () => {
    const quote = await aQuote();
    await consent(quote.clientId, 'paperless@bakery.example');
    const policy = await aPolicyOf(quote);
    const year = new Date().getUTCFullYear() + 1;
    await fire('PRE_POLICY_CANCELLATION', {
      policyId: policy.id,
      effectiveDate: `${year}-06-01`,
      label: 'Roof',
    });
    const { NOTICE } = await mailsOf(quote.clientId, 'NOTICE');
    expect(NOTICE).toMatchObject({ toAddress: 'paperless@bakery.example', policyId: policy.id });
    expect(NOTICE?.values).toMatchObject({ reason: 'Roof', effectiveDate: `June 1, ${year}` });
    const event = await PolicyEvent.query(world.db).findOne({
      policy_id: policy.id,
      type: 'CANCELLATION_NOTICE',
    });
    expect(event?.data).toMatchObject({
      ...{ mailedBy: null, mailedOn: null, mailedAddress: 'paperless@bakery.example' },
    });
  });

  it('is one receipt for a payment, to its own address, and none for what was paid back', async () => {
    const quote = await aQuote();
    const policy = await aPolicyOf(quote);
    const payment = { policyId: policy.id, amount: 12.5, reference: `check ${policy.policyNumber}` };
    await fire('PAYMENT_RECEIVED', payment);
    await fire('PAYMENT_RECEIVED', payment);
    const { RECEIPT } = await mailsOf(quote.clientId, 'RECEIPT');
    expect(RECEIPT).toMatchObject({ toAddress: 'ada@bakery.example', values: { amount: '$12.50' } });
    expect(
      await Mail.query(world.db).where({ client_id: quote.clientId, purpose: 'RECEIPT' }).resultSize(),
    ).toBe(1);
  });

  it('is a proposal when a person sends it', async () => {
    const { clientId, quoteId } = await aQuote();
    const { metadata } = await fire('QUOTE_SEND', { clientId, quoteId, to: 'boss@bakery.example' });
    const sent = metadata.QUOTE_SEND as { mailId: string };
    expect(sent).toMatchObject({ state: 'WAITING', reason: null, address: 'boss@bakery.example' });
    const mail = await Mail.query(world.db).findById(sent.mailId).throwIfNotFound();
    expect(mail.values.amount).toMatch(/^\$[\d,]+\.\d\d$/);
    const documents = await world.db('documents').whereIn('id', mail.documentIds);
    expect(documents).toMatchObject([{ form_config_id: forms.proposal, quote_id: quoteId }]);
  });

  it('is what an action of the product sends, to whom it says', async () => {
    const quote = await aQuote();
    const policy = await aPolicyOf(quote);
    const { triggerRequestId } = await fire('CLAIM_NOTIFICATION', {
      ...{ policyId: policy.id, clientId: quote.clientId },
      ...{ claim: { id: 'c-1', claimNumber: 'C-1', claimStatus: 'OPEN' } },
    });
    const { OTHER } = await mailsOf(quote.clientId, 'OTHER');
    // The policy has no producer, and a key fired the event.
    expect(OTHER).toMatchObject({ state: 'NOT_SENT', reason: 'NO_ADDRESS', triggerRequestId });
    expect(OTHER?.values).toMatchObject({ subject: 'Your claim', text: 'We look at it.' });
  });

  it('is nothing once the consent is withdrawn, and to the consented address when the own one changes', async () => {
    const quote = await aQuote();
    const policy = await aPolicyOf(quote);
    const invoices = async (address: string | null) => {
      await consent(quote.clientId, address, randomUUID());
      const year = new Date().getUTCFullYear() + 1;
      await fire('PRE_POLICY_CANCELLATION', {
        policyId: policy.id,
        effectiveDate: `${year}-06-01`,
        label: 'Roof',
      });
      return expect.poll(() =>
        Mail.query(world.db)
          .where({ client_id: quote.clientId, purpose: 'NOTICE' })
          .orderBy('created_at', 'desc')
          .first(),
      );
    };
    await (await invoices('old@bakery.example')).toMatchObject({ toAddress: 'old@bakery.example' });
    await Client.query(world.db)
      .findById(quote.clientId)
      .patch({ answers: intakeOf({ 'client.email': 'new@bakery.example' }) });
    await (await invoices('old@bakery.example')).toMatchObject({ toAddress: 'old@bakery.example' });
    await (await invoices(null)).toMatchObject({ state: 'TO_PRINT', toAddress: null });
  });
});
