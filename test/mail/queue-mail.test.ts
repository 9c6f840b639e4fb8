import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSilently } from '../../db/changes/silently.js';
import { recordPaperless } from '../../db/clients/paperless.js';
import { type MailToQueue, queueMail } from '../../db/mail/queue-mail.js';
import { Client } from '../../db/models/client.js';
import { Mail } from '../../db/models/mail.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { aClient, answered } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const now = new BusinessTime(new Date('2030-05-02T10:00:00Z'));

async function aReader(email = 'maria@bakery.example') {
  const { db } = database;
  const policy = await aPolicy(db);
  const organizationId = policy.sellerOrganizationId;
  const { id } = await aClient(db, organizationId, answered('client.email', email));
  return { organizationId, clientId: id, policy };
}

const queued = (mail: Partial<MailToQueue> & { organizationId: string }) =>
  database.db.transaction((trx) =>
    queueMail(trx, { id: randomUUID(), purpose: 'OTHER', values: { text: 'It ends.' }, now, ...mail }),
  );

it("waits for the client's own address, once however often it is queued", async () => {
  const { organizationId, clientId } = await aReader();
  const id = randomUUID();
  const mail = await queued({ id, organizationId, clientId });
  const again = await queued({ id, organizationId, clientId, to: 'other@bakery.example' });

  expect(mail).toMatchObject({ state: 'WAITING', toAddress: 'maria@bakery.example', clientId });
  expect(again).toEqual(mail);
});

it('is about the client of its policy', async () => {
  const { organizationId, policy } = await aReader();
  const mail = await queued({ organizationId, policyId: policy.id, to: 'broker@desk.example' });
  expect(mail).toMatchObject({ clientId: policy.clientId, toAddress: 'broker@desk.example' });
});

it.each(['', 'maria', 'maria@bakery.example, eve@spy.example', 'a@b.example\r\nBcc: eve@spy.example'])(
  'is not sent to %j',
  async (to) => {
    const { organizationId, clientId } = await aReader();
    const mail = await queued({ organizationId, clientId, to });
    expect(mail).toMatchObject({ state: 'NOT_SENT', reason: 'NO_ADDRESS', toAddress: null });
  },
);

it('is in the language of the consent before that of the client, whether or not it needs one', async () => {
  const { organizationId, clientId } = await aReader();
  await Client.query(database.db).findById(clientId).patch({ language: 'fr' });
  expect(await queued({ organizationId, clientId })).toMatchObject({ language: 'fr' });
  await recordPaperless(database.db, {
    ...{ id: randomUUID(), organizationId, clientId, recordedBy: theService, now },
    wishes: { consents: true, address: 'maria@bakery.example', language: 'es', source: 'Form' },
  });
  expect(await queued({ organizationId, clientId })).toMatchObject({ language: 'es' });
  expect(await queued({ organizationId, clientId, language: 'en' })).toMatchObject({ language: 'en' });
});

it('is not sent for what is imported', async () => {
  const { organizationId, clientId } = await aReader();
  const mail = await database.db.transaction(async (trx) => {
    await changeSilently(trx);
    return queueMail(trx, { id: randomUUID(), purpose: 'INVOICE', organizationId, clientId, now });
  });
  expect(mail).toMatchObject({ state: 'NOT_SENT', reason: 'IMPORT' });
});

it('is not sent to an address from which one came back, until a person has one sent again', async () => {
  const { organizationId, clientId } = await aReader();
  const first = await queued({ organizationId, clientId });
  const patch = (changes: object) => Mail.query(database.db).findById(first.id).patch(changes);
  await patch({ state: 'BOUNCED', nextAttemptAt: null, bouncedAt: new Date('2030-05-02T11:00:00Z') });
  expect(await queued({ organizationId, clientId })).toMatchObject({ reason: 'ADDRESS_BOUNCED' });
  expect(await queued({ organizationId, clientId, to: 'new@bakery.example' })).toMatchObject({
    state: 'WAITING',
  });

  await patch({ resentAt: new Date('2030-05-03T11:00:00Z') });
  expect(await queued({ organizationId, clientId })).toMatchObject({ state: 'WAITING' });
});

it('is sent again a day after a reset mail came back', async () => {
  const { organizationId, clientId } = await aReader();
  const reset = (days: number) =>
    queued({
      organizationId,
      clientId,
      purpose: 'PASSWORD_RESET',
      now: new BusinessTime(new Date(Date.UTC(2030, 4, 2 + days, 12))),
    });
  const first = await reset(0);
  const bouncedAt = new Date('2030-05-02T12:01:00Z');
  await Mail.query(database.db)
    .findById(first.id)
    .patch({ state: 'BOUNCED', nextAttemptAt: null, bouncedAt });
  expect(await reset(1)).toMatchObject({ reason: 'ADDRESS_BOUNCED' });
  expect(await reset(2)).toMatchObject({ state: 'WAITING' });
});

it('is canceled, and forgets its text and address, when the client is erased', async () => {
  const { organizationId, clientId } = await aReader();
  const { id } = await queued({ organizationId, clientId });
  await database.db.transaction((trx) =>
    eraseClient(trx, { clientId, today: '2030-05-02', now, policyYears: 10 }),
  );
  expect(await Mail.query(database.db).findById(id)).toMatchObject({
    state: 'CANCELED',
    toAddress: null,
    values: {},
  });
  expect(await queued({ organizationId, clientId, to: 'maria@bakery.example' })).toMatchObject({
    reason: 'ERASED',
    toAddress: null,
  });
  expect((await Client.query(database.db).findById(clientId))?.erasedAt).not.toBeNull();
});
