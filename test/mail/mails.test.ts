import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Mails } from '../../api/mail/service.js';
import { Mail } from '../../db/models/mail.js';
import { Task } from '../../db/models/task.js';
import type { MailState } from '../../domain/mail/mail-states.js';
import { aClient, answered } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';

let database: TestDatabase;
let owner: TestOrganization;
let clientId: string;
let mails: Mails;
let woken: string[] = [];
const at = new Date('2030-05-02T10:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  woken = [];
  const queues = { wakeSoon: async (id: string) => void woken.push(id) };
  mails = new Mails({ db: database.db, queues, now: () => at });
  owner = await anOrganization(database.db);
  const answers = answered('client.email', 'maria@bakery.example');
  ({ id: clientId } = await aClient(database.db, owner.organization.id, answers));
});

const caller = (organization = owner) => ({
  kind: 'API_KEY' as const,
  organizationId: organization.organization.id,
  organizationName: organization.organization.name,
  name: 'key',
  permissions: new Set<never>(),
});
const written = (text = 'Hello.') =>
  mails.send(caller(), { clientId, purpose: 'OTHER', subject: 'Hello', text, documentIds: [] });

/** A mail as it is after it was sent. */
async function sent(state: MailState = 'SENT') {
  const { id } = await written();
  const messageId = `<${id}@acme.example>`;
  await Mail.query(database.db)
    .findById(id)
    .patch({ state, messageId, nextAttemptAt: null, sentAt: at, subject: 'Hello', text: 'Hello.' });
  return { id, messageId };
}
const openTasks = () => Task.query(database.db).where('client_id', clientId).whereNull('completed_at');

it('is written by a person, and wakes the queue', async () => {
  const mail = await written();
  expect(mail).toMatchObject({
    state: 'WAITING',
    to: 'maria@bakery.example',
    clientId,
    createdBy: { kind: 'API_KEY' },
  });
  expect(woken).toEqual([owner.organization.id]);
});

it('is nothing for others, and names what they do not see', async () => {
  const { id, messageId } = await sent();
  const stranger = caller(await anOrganization(database.db));
  await expect(mails.read(stranger, id)).rejects.toMatchObject({ status: 404 });
  await expect(mails.resend(stranger, id, undefined)).rejects.toMatchObject({ status: 404 });
  expect(await mails.report(stranger, { reports: [report(messageId, 'BOUNCED')] })).toEqual({
    mails: [null],
  });
  const body = { clientId, purpose: 'OTHER' as const, subject: 'x', text: 'y', documentIds: [] };
  const message = `Content-Type: message/delivery-status\n\nOriginal-Envelope-Id: ${id}\n\nAction: failed\n`;
  await expect(mails.report(stranger, { message })).rejects.toMatchObject({ status: 404 });
  await expect(mails.send(stranger, body)).rejects.toMatchObject({ status: 404 });
  const unknown = { ...body, documentIds: [randomUUID()] };
  await expect(mails.send(caller(), unknown)).rejects.toMatchObject({ errors: [{ field: 'documentIds.0' }] });
});

it('is listed by pages, the newest first', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await written()).id);
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await mails.list(caller(), { clientId, size: 2, cursor });
    seen.push(...page.content.map(({ id }) => id));
    cursor = page.nextCursor;
    more = cursor !== undefined;
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
  await expect(mails.list(caller(), { size: 2, cursor: 'x' })).rejects.toMatchObject({ status: 400 });
});

describe('sent again', () => {
  it.each(['SENT', 'UNCONFIRMED', 'BOUNCED', 'REFUSED'] as const)(
    'waits under its id if it was %s',
    async (state) => {
      const { id, messageId } = await sent(state);
      expect(await mails.resend(caller(), id, 'new@bakery.example')).toMatchObject({
        ...{ state: 'WAITING', messageId, to: 'new@bakery.example', resends: 1, attempts: 0 },
      });
      await expect(mails.resend(caller(), id, undefined)).rejects.toMatchObject({ status: 409 });
    },
  );

  it('settles what a person was told', async () => {
    const { id, messageId } = await sent();
    await mails.report(caller(), { reports: [report(messageId, 'BOUNCED')] });
    expect(await openTasks()).toHaveLength(1);
    await mails.resend(caller(), id, undefined);
    expect(await openTasks()).toHaveLength(0);
  });
});

it('is canceled while it waits', async () => {
  const { id } = await written();
  expect(await mails.cancel(caller(), id)).toMatchObject({ state: 'CANCELED' });
  expect(await mails.cancel(caller(), id)).toMatchObject({ state: 'CANCELED' });
  await expect(mails.cancel(caller(), (await sent()).id)).rejects.toMatchObject({ status: 409 });
});

const report = (
  messageId: string,
  kind: 'BOUNCED' | 'COMPLAINED' | 'DELIVERED' | 'DELAYED',
  isPermanent = true,
) => ({
  ...{ messageId, kind, isPermanent, reason: '5.1.1' },
});

describe('a report', () => {
  it('of a bounce stops the address, once', async () => {
    const { messageId } = await sent();
    for (const _ of [1, 2]) {
      const { mails: told } = await mails.report(caller(), { reports: [report(messageId, 'BOUNCED')] });
      expect(told[0]).toMatchObject({ state: 'BOUNCED', reports: [{ kind: 'BOUNCED', reason: '5.1.1' }] });
    }
    expect(await openTasks()).toHaveLength(1);
    expect(await written()).toMatchObject({ state: 'NOT_SENT', reason: 'ADDRESS_BOUNCED' });
  });

  it('of a delay is noted only', async () => {
    const { messageId } = await sent();
    const told = await mails.report(caller(), { reports: [report(messageId, 'DELAYED')] });
    expect(told.mails[0]).toMatchObject({ state: 'SENT', reports: [{ kind: 'DELAYED' }] });
    expect(await written()).toMatchObject({ state: 'WAITING' });
  });

  it('of a delivery settles what nobody knew', async () => {
    const { messageId } = await sent('UNCONFIRMED');
    const told = await mails.report(caller(), { reports: [report(messageId, 'DELIVERED')] });
    expect(told.mails[0]).toMatchObject({ state: 'SENT', deliveredTimestamp: at.toISOString() });
  });

  it('can be a message, and is refused if it has none', async () => {
    const { messageId } = await sent();
    const message = `Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx

Action: failed
Status: 5.1.1

--b
Content-Type: message/rfc822

Message-ID: ${messageId}

--b--`;
    expect((await mails.report(caller(), { message })).mails).toMatchObject([{ state: 'BOUNCED' }]);
    const tomorrow = { ...report(messageId, 'DELIVERED'), time: '2030-05-03T10:00:00Z' };
    await expect(mails.report(caller(), { reports: [tomorrow] })).rejects.toMatchObject({ status: 400 });
    await expect(mails.report(caller(), { message: 'hello' })).rejects.toMatchObject({ status: 400 });
  });
});

it('is in the feed of changes, and says when it was sent or came back', async () => {
  const { id, messageId } = await sent();
  await mails.report(caller(), { reports: [report(messageId, 'COMPLAINED')] });
  const changes = await database.db('changes').where({ kind: 'MAIL', record_id: id }).orderBy('id');
  expect(changes.flatMap(({ became }) => became)).toEqual(['MAIL_SENT', 'MAIL_BOUNCED']);
});
