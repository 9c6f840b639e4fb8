import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { tagOf } from '../../api/http/entity-tag.js';
import { permissionNames } from '../../api/http/permissions.js';
import { listTasks } from '../../api/tasks/list-schemas.js';
import { addTaskNote, postTask } from '../../api/tasks/schemas.js';
import { Tasks } from '../../api/tasks/service.js';
import { createUser } from '../../db/identity/people.js';
import type { Policy } from '../../db/models/policy.js';
import { removeOld } from '../../db/personal-data/retention-rules.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
let tasks: Tasks;
let policy: Policy;
let ada: Caller;
let ben: Caller;
let stranger: Caller;
const now = () => new Date('2039-07-01T08:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  tasks = new Tasks({ db: database.db, now });
  policy = await aPolicy(database.db);
  const other = await aPolicy(database.db);
  ada = await aPerson('ada', policy.sellerOrganizationId);
  ben = await aPerson('ben', policy.sellerOrganizationId);
  stranger = await aPerson('eve', other.sellerOrganizationId);
});
afterAll(() => database?.drop());

async function aPerson(userId: string, organizationId: string): Promise<Caller> {
  const { id: personId } = await createUser(database.db, { organizationId, userId, firstName: userId });
  const permissions = new Set(permissionNames);
  return { kind: 'USER', organizationId, organizationName: '', name: userId, personId, permissions };
}

const make = (given: object, caller = ada) =>
  tasks.create(caller, postTask.body!.parse({ title: 'Call', about: { policyId: policy.id }, ...given }));
const list = async (query: object, caller = ada) =>
  (await tasks.list(caller, listTasks.query!.parse({ size: '1000', ...query }))).content.map(({ id }) => id);
const note = (id: string, given: object) => tasks.addNote(ada, id, addTaskNote.body!.parse(given));
const ids = (...made: { id: string }[]) => made.map(({ id }) => id);

describe('a task', () => {
  it('is made once, with its client, and read by its organization alone', async () => {
    const id = crypto.randomUUID();
    const body = postTask.body!.parse({ title: ' Call ', about: { policyId: policy.id }, role: 'billing' });
    const made = await tasks.create(ada, body, id);
    expect(made).toMatchObject({
      ...{ id, title: 'Call', state: 'OPEN', role: 'billing', priority: 'NORMAL', madeBy: 'PERSON' },
      ...{ about: { clientId: policy.clientId, policyId: policy.id }, notes: [], version: 1 },
      createdBy: { kind: 'USER', name: 'ada' },
    });
    expect(await tasks.create(ada, body, id)).toEqual(made);
    for (const refused of [
      () => tasks.read(stranger, id),
      () => tasks.complete(stranger, id),
      () => tasks.change(stranger, id, { title: 'Mine' }, undefined),
      () => make({}, stranger),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    expect(await list({ state: 'ALL', policyId: policy.id }, stranger)).toEqual([]);
  });

  it('refuses people of another organization, and two subjects', async () => {
    const { personId } = stranger;
    await expect(make({ personId })).rejects.toMatchObject({ errors: [{ field: 'personId' }] });
    const { id } = await make({});
    const mentions = [ben.personId, personId];
    await expect(note(id, { text: 'Look', mentions })).rejects.toMatchObject({
      errors: [{ field: 'mentions.1' }],
    });
    const { success } = postTask.body!.safeParse({ title: 'a', about: { clientId: id, quoteId: id } });
    expect(success).toBe(false);
  });

  it('is changed by whoever has seen it as it is', async () => {
    const { id } = await make({ personId: ada.personId, dueOn: '2039-07-05' });
    const tag = tagOf(JSON.stringify(await tasks.read(ada, id)));
    const change = (title: string) =>
      tasks.change(ben, id, { title }, (current) => {
        if (current !== tag) throw new Error('another one was first');
      });
    const both = await Promise.allSettled([change('one'), change('two')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const cleared = await tasks.change(ben, id, { personId: null, dueOn: null, role: 'service' }, undefined);
    expect(cleared).toMatchObject({ owner: undefined, dueOn: undefined, role: 'service', version: 3 });
    // Nothing changes.
    expect((await tasks.change(ben, id, { role: 'service' }, undefined)).version).toBe(3);
  });

  it('is completed, and changed again only when it is open again', async () => {
    const { id } = await make({});
    const done = await tasks.complete(ben, id);
    expect(done).toMatchObject({ state: 'COMPLETED', completedBy: { name: 'ben' }, version: 2 });
    expect(await tasks.complete(ada, id)).toEqual(done);
    await expect(tasks.change(ada, id, { title: 'x' }, undefined)).rejects.toMatchObject({ status: 409 });
    expect(await tasks.reopen(ada, id)).toMatchObject({ state: 'OPEN', completedBy: undefined });
  });

  it('has notes, which those whom they mention find', async () => {
    const { id } = await make({});
    await note(id, { text: 'First' });
    const noted = await note(id, { text: 'Look', mentions: [ben.personId, ben.personId] });
    expect(noted.notes).toMatchObject([
      { text: 'First', mentions: [] },
      { text: 'Look', mentions: [ben.personId], createdBy: { name: 'ada' } },
    ]);
    expect(await list({ mentions: 'me' }, ben)).toEqual([id]);
    expect(await list({ mentions: 'me' })).toEqual([]);
    expect(await database.db('audit_log').where({ target_id: id, action: 'TASK_NOTED' })).toHaveLength(2);
  });
});

it('is refused a title of two lines, and a day long past', async () => {
  await expect(async () => make({ title: 'Call\nBen' })).rejects.toThrow('must be one line');
  const past = { errors: [{ field: 'dueOn', detail: 'must not be more than a year ago' }] };
  await expect(make({ dueOn: '1900-01-01' })).rejects.toMatchObject(past);
  const { id } = await make({ dueOn: '2039-08-01' });
  await expect(tasks.change(ada, id, { dueOn: '1900-01-01' }, undefined)).rejects.toMatchObject(past);
});

describe('the list of tasks', () => {
  it('is by due date, and narrowed', async () => {
    const about = { quoteId: policy.quoteId };
    const late = await make({ about, dueOn: '2039-06-30', personId: ben.personId, role: 'billing' });
    const someday = await make({ about, role: 'service' });
    const today = await make({ about, dueOn: '2039-07-01', priority: 'HIGH' });
    const done = await make({ about });
    await tasks.complete(ada, done.id);
    const of = (query: object, caller = ada) => list({ quoteId: policy.quoteId, ...query }, caller);

    expect(await of({})).toEqual(ids(late, today, someday));
    expect(await of({ overdue: 'true' })).toEqual(ids(late));
    expect(await of({ overdue: 'false' })).toEqual(ids(today, someday));
    expect(await of({ createdFrom: '2039-07-01' })).toEqual(ids(late, today, someday));
    expect(await of({ createdTo: '2039-06-30' })).toEqual([]);
    await expect(of({ page: '1000000' })).rejects.toMatchObject({
      errors: [{ field: 'page', detail: expect.stringContaining('createdFrom and createdTo') }],
    });
    expect(await of({ dueBefore: '2039-07-02', dueFrom: '2039-07-01' })).toEqual(ids(today));
    expect(await of({ owner: 'me' }, ben)).toEqual(ids(late));
    expect(await of({ owner: 'none', role: 'billing,service' })).toEqual(ids(someday));
    expect(await of({ priority: 'HIGH' })).toEqual(ids(today));
    expect(await of({ state: 'COMPLETED' })).toEqual(ids(done));
    expect((await of({ state: 'ALL' })).toSorted()).toEqual(ids(late, someday, today, done).toSorted());
    expect(await list({ clientId: policy.clientId, overdue: 'true' })).toEqual(ids(late));
    const { personId: _, ...key } = ada;
    await expect(of({ owner: 'me' }, key)).rejects.toMatchObject({ errors: [{ field: 'owner' }] });
  });

  it('forgets what was completed long ago', async () => {
    const [old, open] = [await make({}), await make({})];
    await tasks.complete(ada, old.id);
    await note(old.id, { text: 'Done' });
    const before = new Date('2039-07-02T00:00:00Z');
    expect(await removeOld(database.db, 'RETAIN_TASKS_DAYS', { before })).toBeGreaterThan(0);
    await expect(tasks.read(ada, old.id)).rejects.toMatchObject({ status: 404 });
    expect((await tasks.read(ada, open.id)).state).toBe('OPEN');
  });
});
