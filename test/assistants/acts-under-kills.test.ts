import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Clocks } from '../../api/clocks/service.js';
import { ClockRuns } from '../../api/runs/clock-runs.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { AssistantAct } from '../../db/models/assistant-act.js';
import { aKillableWorker } from '../crash/killable-worker.js';
import { anAssistant, told } from '../support/assistant.js';
import { aClient } from '../support/client-factory.js';
import { aClock } from '../support/clock-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aUser, basicOf, testPassword } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';

/** By `actSweep`. */
const sweptEveryMs = 30_000;

let world: EventWorld;
let api: Awaited<ReturnType<typeof servedApi>>;
let clientId: string;

beforeAll(async () => {
  world = await anEventWorld();
  api = await servedApi(world);
  clientId = (await aClient(world.db, world.agency.organizationId)).id;
});
afterAll(async () => {
  await api?.stop();
  await world?.close();
});

/** An act that waits for a person, about a client. */
async function waiting(title: string, about = clientId): Promise<string> {
  const assistant = { needsRelease: true };
  const given = { organizationId: world.agency.organizationId, permissions: ['*'], assistant };
  const { apiKey, secret } = await createApiKey(world.db, given);
  const client = await anAssistant(api.url, basicOf(apiKey.key, secret), 'Claude');
  const preview = await told(client, 'make_task', { clientId: about, title });
  const answer = await told(client, 'act', { token: /^token: (\S+)$/m.exec(preview.text)?.[1] });
  await client.close();
  return /Act ([0-9a-f-]{36})/.exec(answer.text)?.[1] ?? answer.text;
}

async function release(actId: string): Promise<string> {
  const { userId } = await aUser(world.db, { organizationId: world.agency.organizationId });
  const headers = { 'content-type': 'application/json', 'x-session': 'current' };
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${api.url}/ioi/v3${path}`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
  const session = await post('/session', { userId, password: testPassword });
  const cookie = session.headers.get('set-cookie')?.split(';')[0];
  return ((await (await post(`/assistant/act/${actId}/release`, {}, cookie)).json()) as { state: string })
    .state;
}

const read = (id: string) => AssistantAct.query(world.db).findById(id).throwIfNotFound();
const tasksNamed = (title: string) => world.db('tasks').where({ title });

it('is done once, and its run ends, where the worker was killed as it looked', async () => {
  const worker = await aKillableWorker(world, { killAt: { activity: 'followAct', nth: 1, when: 'after' } });
  const actId = await waiting('Killed');
  await worker.gone;
  expect(await release(actId)).toBe('DONE');

  const next = await aKillableWorker(world, {});
  const run = world.client.workflow.getHandle(`assistant-act-${actId}`);
  expect(await run.result()).toEqual({ state: 'DONE' });
  await next.stop();
  expect(await tasksNamed('Killed')).toHaveLength(1);
});

it('is carried to its end once by the processes that find it, where that of the release died', async () => {
  const actId = await waiting('Found');
  await AssistantAct.query(world.db)
    .findById(actId)
    .patch({ state: 'RUNNING', decidedAt: new Date(), touchedAt: new Date(0) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const others = await Promise.all([servedApi(world), servedApi(world)]);
  vi.advanceTimersByTime(sweptEveryMs);
  await vi.waitUntil(async () => (await read(actId)).state === 'DONE', { timeout: 20_000, interval: 50 });
  for (const other of others) await other.stop();
  vi.useRealTimers();
  expect(await tasksNamed('Found')).toHaveLength(1);
});

it('asks in the time of a test clock, and is deleted with the clock', async () => {
  const { organizationId } = world.agency;
  const { id: clock_id } = await aClock(world.db, { organizationId, businessTime: new Date('2040-05-01') });
  const client = await aClient(world.db, world.agency.organizationId);
  await world.db('clients').where({ id: client.id }).update({ clock_id });
  const actId = await waiting('Of the clock', client.id);
  const [asked] = await world.db('tasks').where({ waits_for: `assistant-act/${actId}` });
  expect(asked.created_at).toEqual(new Date('2040-05-01'));
  expect(asked.clock_id).toBe(clock_id);
  expect(await release(actId)).toBe('DONE');
  expect((await tasksNamed('Of the clock'))[0].created_at).toEqual(new Date('2040-05-01'));

  const runs = new ClockRuns({ client: world.client, taskQueue: world.taskQueue });
  await new Clocks({ db: world.db, runs, now: () => new Date() }).delete(world.agency, clock_id);
  expect(await AssistantAct.query(world.db).findById(actId)).toBeUndefined();
});
