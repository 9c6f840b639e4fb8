import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailSettings } from '../../activities/ground/mail-settings.js';
import { createSendMails, type MailRoundEnd } from '../../activities/mail/send-mails.js';
import { dueMailQueues } from '../../db/mail/due-queues.js';
import { claimMail, handOver } from '../../db/mail/mail-round.js';
import { type MailToQueue, queueMail } from '../../db/mail/queue-mail.js';
import { Mail } from '../../db/models/mail.js';
import { Task } from '../../db/models/task.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { aClient, answered } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testDocuments } from '../support/documents.js';
import { anOrganization } from '../support/identity-factory.js';
import { anSmtpDesk, type SmtpDesk, type SmtpHabit } from '../support/smtp-desk.js';

let database: TestDatabase;
let desk: SmtpDesk;
let documents: ReturnType<typeof testDocuments>;
let organizationId: string;
let clientId: string;
let at = new Date('2030-05-02T10:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  documents = testDocuments(database.db);
  desk = await anSmtpDesk();
});
afterAll(async () => {
  await desk?.close();
  await documents?.stop();
  await database?.drop();
});
beforeEach(async () => {
  at = new Date('2030-05-02T10:00:00Z');
  desk.taken.length = 0;
  ({
    organization: { id: organizationId },
  } = await anOrganization(database.db));
  ({ id: clientId } = await aClient(
    database.db,
    organizationId,
    answered('client.email', 'maria@bakery.example'),
  ));
});

const queued = (mail: Partial<MailToQueue> = {}) =>
  database.db.transaction((trx) =>
    queueMail(trx, {
      ...{ id: randomUUID(), organizationId, clientId, purpose: 'RECEIPT', now: new BusinessTime(at) },
      values: { policyNumber: 'BOP-7', amount: '$120.00', dueDate: '2030-06-01' },
      ...mail,
    }),
  );

function round(mail: MailSettings = desk.settings): Promise<MailRoundEnd> {
  const sendMails = createSendMails({ db: database.db, documents, mail, now: () => at });
  return new MockActivityEnvironment().run(sendMails, organizationId);
}

const read = (id: string) => Mail.query(database.db).findById(id).throwIfNotFound();
const openTasks = () =>
  Task.query(database.db).where('organization_id', organizationId).whereNull('completed_at');

it("sends the service's text to the client, and keeps what was sent", async () => {
  const { id } = await queued();
  expect(await round()).toMatchObject({ waitMs: null });

  const [sent] = desk.taken;
  expect(sent).toMatchObject({ messageId: `<${id}@acme.example>`, to: 'maria@bakery.example' });
  expect(sent?.raw).toContain('Subject: Receipt for your policy BOP-7');
  expect(await read(id)).toMatchObject({
    state: 'SENT',
    sentAt: at,
    serverAnswer: '250 taken',
    subject: 'Receipt for your policy BOP-7',
    text: expect.stringContaining('We have received'),
    contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    values: {},
  });
});

describe('when the server', () => {
  const cases: [does: string, habit: SmtpHabit, state: string, taken: number][] = [
    ['cuts the connection before the end', 'CUT_BEFORE_END', 'WAITING', 0],
    ['takes it and says nothing', 'CUT_AFTER_END', 'UNCONFIRMED', 1],
    ['says nothing and does not take it', 'CUT_UNTAKEN', 'UNCONFIRMED', 0],
    ['is busy', 451, 'WAITING', 0],
    ['refuses it', 550, 'REFUSED', 0],
  ];
  it.each(cases)('%s: %s leaves it %s', async (_, habit, state, taken) => {
    const { id } = await queued();
    desk.habits.push(habit);
    await round();
    expect(await read(id)).toMatchObject({ state, attempts: 1 });
    expect(desk.taken).toHaveLength(taken);

    at = new Date('2030-05-02T10:01:30Z');
    await round();
    expect(await read(id)).toMatchObject({ state: state === 'WAITING' ? 'SENT' : state });
    expect(desk.taken).toHaveLength(state === 'WAITING' ? 1 : taken);
    expect(await openTasks()).toHaveLength(state === 'UNCONFIRMED' ? 1 : 0);
  });

  it('cannot be reached: it waits', async () => {
    const { id } = await queued();
    const server = { ...desk.settings.server!, port: 1 };
    expect(await round({ ...desk.settings, server })).toMatchObject({ isPause: true, waitMs: 60_000 });
    expect(await read(id)).toMatchObject({ state: 'WAITING', attempts: 0 });
  });
});

it('gives up after two days', async () => {
  const { id } = await queued();
  desk.habits.push(451);
  await Mail.query(database.db).findById(id).patch({ attempts: 12 });
  at = new Date('2030-05-04T09:00:00Z');
  await round();
  expect(await read(id)).toMatchObject({ state: 'REFUSED', lastError: expect.stringContaining('451') });
});

describe('what a dead worker was sending', () => {
  const dead = { claim: randomUUID(), domain: 'acme.example' };
  const claimed = async () =>
    (await claimMail(database.db, { organizationId, claim: dead.claim }, { domain: dead.domain, now: at }))!;

  it('is sent if the server cannot have it', async () => {
    const { id } = await queued();
    const mail = await claimed();
    await round();
    expect(await read(id)).toMatchObject({ state: 'SENT' });
    expect(await handOver(database.db, mail, at)).toBe(false);
  });

  it('is not sent again if the server may have it', async () => {
    const { id } = await queued();
    expect(await handOver(database.db, await claimed(), at)).toBe(true);
    await round();
    expect(await read(id)).toMatchObject({ state: 'UNCONFIRMED' });
    expect(desk.taken).toEqual([]);
    expect(await openTasks()).toMatchObject([{ clientId, waitsFor: `mail/${id}` }]);
  });
});

it('is sent once by rounds at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, async () => (await queued()).id));
  await Promise.all([round(), round(), round()]);
  await round();
  const messageIds = desk.taken.map(({ messageId }) => messageId);
  expect(new Set(messageIds).size).toBe(messageIds.length);
  const states = await Promise.all(ids.map(async (id) => (await read(id)).state));
  expect(states.filter((state) => state === 'SENT' || state === 'UNCONFIRMED')).toHaveLength(30);
});

it('keeps them to be looked at without a server, or says that there is none', async () => {
  const { id } = await queued();
  await round({ ...desk.settings, server: undefined, catches: true });
  expect(await read(id)).toMatchObject({ state: 'NOT_SENT', reason: 'CAUGHT', subject: expect.any(String) });
  const other = await queued();
  await round({ ...desk.settings, server: undefined });
  expect(await read(other.id)).toMatchObject({ state: 'NOT_SENT', reason: 'NO_SERVER' });
});

it('does not keep a text that lets its reader in', async () => {
  const { id } = await queued({
    purpose: 'PASSWORD_RESET',
    values: { link: 'https://ioi.example/reset/hidden-word' },
  });
  await round();
  expect(desk.taken[0]?.raw).toContain('hidden-word');
  expect(JSON.stringify(await read(id))).not.toContain('hidden-word');
});

it('is neither sent nor written for a client who is erased meanwhile', async () => {
  const { id } = await queued();
  const claim = { organizationId, claim: randomUUID() };
  const mail = (await claimMail(database.db, claim, { domain: 'acme.example', now: at }))!;
  await Mail.query(database.db).findById(id).patch({ toAddress: null });
  expect(await handOver(database.db, mail, at)).toBe(false);
});

it('sends no link that counts no more', async () => {
  const { id } = await queued({ purpose: 'PASSWORD_RESET', values: { link: 'https://a.example/x' } });
  at = new Date('2030-05-02T10:30:00Z');
  await round();
  expect(desk.taken).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'REFUSED', values: {} });
});

it('ends a mail that cannot be written alone, after five attempts', async () => {
  const { id } = await queued({ values: { subject: 'x', text: '>'.repeat(5_000) } });
  const { id: other } = await queued();
  await round();
  expect(await read(other)).toMatchObject({ state: 'SENT' });
  expect(await read(id)).toMatchObject({
    state: 'WAITING',
    lastError: expect.stringContaining('at most 500'),
  });
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    at = (await read(id)).nextAttemptAt ?? at;
    await round();
  }
  expect(await read(id)).toMatchObject({ state: 'REFUSED', nextAttemptAt: null });
});

it('looks for what has just fallen due, or for all that waits', async () => {
  await queued();
  const later = (ms: number) => new Date(at.getTime() + ms);
  const isFound = async (now: Date, since?: Date) =>
    (await dueMailQueues(database.db, now, since)).includes(organizationId);
  expect(await isFound(later(5_000), later(-10_000))).toBe(true);
  expect(await isFound(later(60_000), later(45_000))).toBe(false);
  expect(await isFound(later(60_000))).toBe(true);
});
