import { afterAll, beforeAll, expect, it } from 'vitest';
import { Task } from '../../db/models/task.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { closeTasks } from '../../db/tasks/close-tasks.js';
import { openTask, openTasks, type TaskToOpen } from '../../db/tasks/open-task.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const now = new BusinessTime(new Date('2039-07-01T08:00:00Z'));

const open = (task: Omit<TaskToOpen, 'now'>) =>
  database.db.transaction((trx) => openTask(trx, { ...task, now }));
const found = (id: string) => Task.query(database.db).findById(id);
const noted = (id: string) =>
  database
    .db('changes')
    .where('record_id', id)
    .orderBy('id')
    .select('kind', 'became', 'version', 'is_deleted');

it('opens a task once, with the client of what it is about', async () => {
  const { id: policyId, clientId, sellerOrganizationId: organizationId } = await aPolicy(database.db);
  const task = { organizationId, key: 'renewal/1', title: 'x'.repeat(400), about: { policyId } };
  const id = await open({ ...task, role: 'underwriter', dueOn: '2039-07-04', waitsFor: 'renewal/1' });

  expect(await open({ ...task, title: 'again' })).toBe(id);
  expect(await found(id)).toMatchObject({
    ...{ organizationId, clientId, policyId, quoteId: null, clockId: null, madeBy: 'SERVICE', version: 1 },
    ...{ title: `${'x'.repeat(299)}…`, role: 'underwriter', dueOn: '2039-07-04', priority: 'NORMAL' },
    ...{ createdAt: new Date(now), createdBy: theService, completedAt: null, waitsFor: 'renewal/1' },
  });
  expect(await noted(id)).toMatchObject([{ kind: 'TASK', became: ['TASK_CREATED'], version: '1' }]);
});

it('opens several at once, each once', async () => {
  const { id: policyId, clientId, sellerOrganizationId: organizationId } = await aPolicy(database.db);
  const titles = ['First', `${'x'.repeat(298)}😀😀`];
  const tasks = titles.map((title) => ({ organizationId, key: title, title, about: { policyId }, now }));
  for (const each of [tasks, tasks]) await database.db.transaction((trx) => openTasks(trx, each));
  const opened = await Task.query(database.db).where('policy_id', policyId).orderBy('title');
  expect(opened.map(({ title }) => title)).toEqual(['First', `${'x'.repeat(298)}…`]);
  expect(opened.every((task) => task.clientId === clientId && task.priority === 'NORMAL')).toBe(true);
});

it('completes what waits for something, once', async () => {
  const { id: policyId, sellerOrganizationId, issuingOrganizationId } = await aPolicy(database.db);
  const about = { policyId };
  const task = { key: 'mail/7', title: 'Bounced', about, waitsFor: 'mail/7' };
  const own = await open({ ...task, organizationId: sellerOrganizationId });
  const other = await open({ ...task, organizationId: issuingOrganizationId, waitsFor: 'mail/8' });
  const close = () =>
    database.db.transaction((trx) => closeTasks(trx, { waitsFor: 'mail/7', reason: 'sent again', now }));

  expect(await close()).toBe(1);
  expect(await close()).toBe(0);
  expect(await found(own)).toMatchObject({ completedBy: theService, completion: 'sent again', version: 2 });
  expect(await noted(own)).toMatchObject([{ became: ['TASK_CREATED'] }, { became: ['TASK_COMPLETED'] }]);
  if (other !== own) expect(await found(other)).toMatchObject({ completedAt: null });
});

it('is erased with its client', async () => {
  const { id: policyId, clientId, sellerOrganizationId: organizationId } = await aPolicy(database.db);
  const id = await open({ organizationId, key: 'a', title: 'Call Ada', about: { policyId } });
  await database.db('policies').where({ id: policyId }).update({ policy_state: 'CLOSED' });
  await database.db('events').where({ client_id: clientId }).update({ state: 'COMPLETED' });
  await database.db.transaction((trx) =>
    eraseClient(trx, { clientId, today: '2039-07-01', now, policyYears: 10 }),
  );
  expect(await found(id)).toBeUndefined();
  expect((await noted(id)).at(-1)).toMatchObject({ kind: 'TASK', is_deleted: true, version: '2' });
});
