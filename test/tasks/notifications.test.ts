import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Activity } from '../../api/activity/service.js';
import { Desk } from '../../api/desk/desk.js';
import type { Caller } from '../../api/http/caller.js';
import { permissionNames } from '../../api/http/permissions.js';
import { Tasks } from '../../api/tasks/service.js';
import { createUser } from '../../db/identity/people.js';
import type { Policy } from '../../db/models/policy.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
let desk: Desk;
let policy: Policy;
let ada: Caller;
let ben: Caller;
let time = new Date('2039-07-01T08:00:00Z');
/** Each time a second later, so that the order is known. */
const now = () => {
  time = new Date(time.getTime() + 1000);
  return time;
};

beforeAll(async () => {
  database = await createTestDatabase();
  desk = new Desk({ db: database.db, now: () => time });
  policy = await aPolicy(database.db);
  ada = await aPerson('ada', policy.sellerOrganizationId);
  ben = await aPerson('ben', policy.sellerOrganizationId);
});
afterAll(() => database?.drop());

async function aPerson(firstName: string, organizationId: string): Promise<Caller> {
  const user = { organizationId, userId: `${firstName}-${randomUUID()}`, firstName };
  const { id: personId } = await createUser(database.db, user);
  const permissions = new Set(permissionNames);
  return { kind: 'USER', organizationId, organizationName: '', name: firstName, personId, permissions };
}

const seenBy = async (caller: Caller) => desk.notifications(caller, { size: 50 });
const subjects = async (caller: Caller) =>
  (await seenBy(caller)).notifications.map(({ kind, title }) => `${kind} ${title}`);

it('tells a person of tasks that others gave them and of notes that mention them, until they looked', async () => {
  const tasks = new Tasks({ db: database.db, now });
  const activity = new Activity({ db: database.db, now });
  const { personId = '' } = ben;
  const about = { policyId: policy.id };
  await tasks.create(ada, { title: 'Call', about, personId, priority: 'HIGH' });
  const own = await tasks.create(ben, { title: 'Own', about, personId, priority: 'NORMAL' });
  const later = await tasks.create(ada, { title: 'Later given', about, priority: 'NORMAL' });
  await tasks.addNote(ada, own.id, { text: 'Look at this', mentions: [personId] });
  await activity.addNote(ada, policy.clientId, { text: 'Prefers mornings', mentions: [personId, personId] });
  await tasks.change(ada, later.id, { personId }, undefined);

  expect(await subjects(ben)).toEqual([
    'TASK_GIVEN Later given',
    'MENTIONED Prefers mornings',
    'MENTIONED Look at this',
    'TASK_GIVEN Call',
  ]);
  expect(await subjects(ada)).toEqual([]);
  const [newest, mention] = (await seenBy(ben)).notifications;
  expect(mention).toMatchObject({ about: { clientId: policy.clientId }, createdBy: { name: 'ada' } });

  await desk.see(ben, new Date(mention?.time ?? ''));
  expect(await seenBy(ben)).toMatchObject({ newCount: 1, seenUntil: mention?.time });
  await desk.see(ben, new Date(newest?.time ?? ''));
  await desk.see(ben, new Date(mention?.time ?? ''));
  expect(await seenBy(ben)).toMatchObject({ newCount: 0, seenUntil: newest?.time });

  await tasks.complete(ben, later.id);
  expect(await subjects(ben)).not.toContain('TASK_GIVEN Later given');
  const clerk = { ...ben, permissions: new Set(['tasks:read'] as const) };
  expect(await subjects(clerk)).toEqual(['MENTIONED Look at this', 'TASK_GIVEN Call']);
});

it('refuses a time to come, keys, and mentions of people of others', async () => {
  const stranger = await aPerson('eve', policy.issuingOrganizationId);
  const activity = new Activity({ db: database.db, now });
  await expect(desk.see(ben, new Date('2040-01-01T00:00:00Z'))).rejects.toMatchObject({ status: 400 });
  const { personId: _, ...key } = { ...ada, kind: 'API_KEY' as const };
  await expect(seenBy(key)).rejects.toMatchObject({ status: 409 });
  if (policy.issuingOrganizationId === policy.sellerOrganizationId) return;
  const mentions = [stranger.personId ?? ''];
  await expect(activity.addNote(ada, policy.clientId, { text: 'a', mentions })).rejects.toMatchObject({
    errors: [{ field: 'mentions.0' }],
  });
});

it('finds colleagues by what a name begins with', async () => {
  const names = async (search?: string) =>
    (await desk.colleagues(ada, { search, size: 10 })).colleagues.map(({ name }) => name);
  expect(await names('BE')).toEqual(['ben']);
  expect(await names()).toEqual(expect.arrayContaining(['ada', 'ben']));
});
