import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeIdleActs } from '../../api/runs/act-runs.js';
import { beginAct, followedAct, usedOn } from '../../db/assistants/acts.js';
import { savePreview } from '../../db/assistants/previews.js';
import { createApiKey, type NewApiKey, revokeApiKey } from '../../db/identity/api-keys.js';
import { AssistantAct } from '../../db/models/assistant-act.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { anAssistant, told } from '../support/assistant.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aUser, basicOf, testPassword } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';
import { anyDate, shopIds, shopProduct } from '../support/shop-product.js';

let world: EventWorld;
let api: Awaited<ReturnType<typeof servedApi>>;
let stopWorker: () => Promise<void>;
let [clientId, policyId]: string[] = [];
let [clerk, reader]: Awaited<ReturnType<typeof signedIn>>[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  world = await anEventWorld(
    productDefinition.parse({ ...shopProduct(), policy: policySettings.parse({ binding: anyDate }) }),
  );
  api = await servedApi(world);
  stopWorker = await world.startWorker();
  const fire = (type: string, payload: object) =>
    world.events.fire(world.agency, {
      type,
      lineId: shopIds.line,
      forceSync: true,
      batchMode: false,
      payload,
    } as never);
  const intake = intakeOf({ 'client.name': 'Corner Bakery LLC', 'shop.revenue': '900000' });
  const quoted = await fire('GET_QUOTES', { effectiveDate: '2026-01-01', intake });
  clientId = String(quoted.metadata.client);
  const quoteId = String((quoted.metadata.quotes as QuoteObject[])[1]?.requestId);
  const issued = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  const { policies } = issued.metadata.POLICY_CREATE as { policies: { id: string }[] };
  policyId = policies[0]?.id;
  clerk = await signedIn(['*']);
  reader = await signedIn(['tasks:read', 'tasks:write']);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await stopWorker();
  await api.stop();
  await world.close();
});

async function aKey(given: Partial<NewApiKey> = {}) {
  const { organizationId } = world.agency;
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'], ...given });
  const basic = basicOf(apiKey.key, secret);
  const client = await anAssistant(api.url, basic, 'Claude');
  clients.push(client);
  return { key: apiKey.key, basic, call: (tool: string, input: object) => told(client, tool, { ...input }) };
}

/** Requests of a person's browser. */
async function signedIn(permissions: string[]) {
  const { organizationId } = world.agency;
  const { userId, id } = await aUser(world.db, { organizationId, permissions });
  const headers = { 'content-type': 'application/json', 'x-session': 'current' };
  const body = JSON.stringify({ userId, password: testPassword });
  const session = await fetch(`${api.url}/ioi/v3/session`, { method: 'POST', headers, body });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const decide = async (actId: string, how: string, reason = 'as asked') => {
    const path = `${api.url}/ioi/v3/assistant/act/${actId}/${how}`;
    const sent = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ reason }) };
    const answer = await fetch(path, sent);
    return { status: answer.status, body: (await answer.json()) as { state: string; outcome?: string } };
  };
  return { personId: id, decide };
}

const tokenOf = ({ text }: { text: string }) => /^token: (\S+)$/m.exec(text)?.[1] ?? '';
const actIdOf = ({ text }: { text: string }) => /Act ([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
const tasksNamed = (title: string) => world.db('tasks').where({ title }).select('created_by');
const task = (title: string) => ({ policyId, title });
const read = (id: string) => AssistantAct.query(world.db).findById(id).throwIfNotFound();

describe('a token', () => {
  it('acts once, for whom it was made, and names the assistant', async () => {
    const [own, other] = [await aKey(), await aKey()];
    const preview = await own.call('make_task', task('Once'));
    expect(preview.text).toMatch(/^Preview: Make a task about policy «[^\n]*\n[\s\S]*Nothing has changed\./);
    const token = tokenOf(preview);
    expect(await tasksNamed('Once')).toEqual([]);

    expect(await other.call('act', { token })).toMatchObject({
      isError: true,
      text: expect.stringMatching('There is no preview'),
    });
    const answers = await Promise.all([1, 2, 3].map(() => own.call('act', { token })));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(await own.call('act', { token })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/was used: Act/),
    });
    expect(await tasksNamed('Once')).toEqual([
      { created_by: expect.objectContaining({ assistant: 'Claude' }) },
    ]);
    expect((await own.call('act_status', { token })).text).toMatch(/^Act .*\nDone\./);
    const audit = await world.db('audit_log').where({ action: 'TASK_CREATED', actor_id: own.key }).first();
    expect(audit.details).toMatchObject({ assistant: 'Claude' });
  });

  it('expires', async () => {
    const own = await aKey();
    const token = tokenOf(await own.call('make_task', task('Late')));
    await world
      .db('assistant_acts')
      .where({ holder: `key/${own.key}` })
      .update({ expires_at: new Date(0) });
    expect(await own.call('act', { token })).toMatchObject({
      isError: true,
      text: expect.stringMatching('has expired'),
    });
    expect(await tasksNamed('Late')).toEqual([]);
  });

  it('does nothing once somebody has changed the policy, and gives the new preview', async () => {
    const own = await aKey();
    const token = tokenOf(await own.call('cancel', { policyId, effectiveDate: '2026-12-20' }));
    await world.events
      .fire(world.agency, {
        ...{ type: 'POLICY_ENDORSE', lineId: shopIds.line, batchMode: false, forceSync: false },
        payload: { policyId, premium: 120, effectiveDate: '2026-06-01' },
      } as never)
      .catch(() => world.db('policies').where({ id: policyId }).increment('premium', 1));
    const answer = await own.call('act', { token });
    expect(answer.text).toMatch(/^Nothing was done, as something has changed[\s\S]*Preview: Cancel policy/);
    expect(tokenOf(answer)).not.toBe(token);
    expect(await own.call('act', { token })).toMatchObject({ isError: true });
    expect((await world.db('policies').where({ id: policyId }).first()).cancelled_on).toBeNull();
  });
});

describe('limits of a day', () => {
  it('hold where acts come at once', async () => {
    const own = await aKey({ assistant: { actsPerDay: 2 } });
    const tokens = await Promise.all(
      [1, 2, 3, 4].map(async () => tokenOf(await own.call('make_task', task('Limited')))),
    );
    const answers = await Promise.all(tokens.map((token) => own.call('act', { token })));
    expect(answers.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([
      expect.stringMatching('the limit of 2 acts a day is reached'),
      expect.stringMatching('the limit of 2 acts a day is reached'),
    ]);
    expect(await tasksNamed('Limited')).toHaveLength(2);
  });

  it('hold for money where acts come at once', async () => {
    const { organizationId } = world.agency;
    const now = new BusinessTime(new Date(), 'UTC');
    const terms = { moneyPerDay: { amount: '100.00', currency: 'USD' } };
    const by = { kind: 'API_KEY' as const, name: 'a key' };
    const of = {
      organizationId,
      holder: 'key/at-once',
      author: by,
      tool: 'cancel',
      operationId: 'fireEvent',
    };
    const made = { input: {}, operation: {}, basis: '', title: 'Cancel', changes: '', about: { clientId } };
    const ids = [1, 2, 3, 4].map(() => randomUUID());
    const expiresAt = new Date(now.getTime() + 60_000);
    for (const id of ids)
      await savePreview(world.db, {
        ...{ ...of, ...made, id, token: id, money: '40.00', currency: 'USD', now, expiresAt },
      });
    const begun = await Promise.all(ids.map((actId) => beginAct(world.db, { actId, terms, now })));
    expect(begun.filter((one) => one !== 'USED' && 'state' in one)).toHaveLength(2);
    expect(begun.filter((one) => one !== 'USED' && 'refused' in one)).toHaveLength(2);
    expect(
      await usedOn(world.db, { organizationId, holder: of.holder, day: now.today, terms }),
    ).toMatchObject({ acts: 2, money: '80.00' });
  });

  it('hold for money', async () => {
    const own = await aKey({ assistant: { moneyPerDay: { amount: '1.00', currency: 'USD' } } });
    const token = tokenOf(await own.call('cancel', { policyId, effectiveDate: '2026-12-20' }));
    expect(await own.call('act', { token })).toMatchObject({
      isError: true,
      text: expect.stringContaining('exceeds the limit of $1.00'),
    });
  });
});

describe('an act that a person releases', () => {
  const waiting = async (title: string) => {
    const own = await aKey({ assistant: { needsRelease: true } });
    const answer = await own.call('act', { token: tokenOf(await own.call('make_task', task(title))) });
    expect(answer.text).toMatch('Waits for a person');
    return { own, actId: actIdOf(answer) };
  };
  const waitsFor = (actId: string) =>
    world
      .db('tasks')
      .where({ waits_for: `assistant-act/${actId}` })
      .first();

  it('is a task, and is done as the key once it is released, naming both', async () => {
    const { own, actId } = await waiting('Released');
    expect(await waitsFor(actId)).toMatchObject({
      title: expect.stringMatching('^Release or refuse: '),
      completed_at: null,
    });
    expect(await tasksNamed('Released')).toEqual([]);
    const headers = { authorization: own.basic, 'content-type': 'application/json' };
    const byKey = await fetch(`${api.url}/ioi/v3/assistant/act/${actId}/release`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect([403, 409]).toContain(byKey.status);

    const [first, second] = await Promise.all([
      clerk!.decide(actId, 'release'),
      clerk!.decide(actId, 'release'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await read(actId)).state).toBe('DONE');
    expect(await tasksNamed('Released')).toEqual([
      {
        created_by: expect.objectContaining({
          id: own.key,
          assistant: 'Claude',
          releasedBy: { personId: clerk!.personId, name: 'Ada Byron' },
        }),
      },
    ]);
    expect((await waitsFor(actId)).completed_at).not.toBeNull();
    expect((await own.call('act_status', { actId })).text).toMatch(/Done\.\nReason: «as asked»/);
    const handle = world.client.workflow.getHandle(`assistant-act-${actId}`);
    expect(await handle.result()).toEqual({ state: 'DONE' });
  });

  it('is released by nobody who may not do it, and does nothing when refused', async () => {
    const own = await aKey({ assistant: { needsRelease: true } });
    const note = { clientId, text: 'Call back' };
    const actId = actIdOf(await own.call('act', { token: tokenOf(await own.call('add_note', note)) }));
    expect((await reader!.decide(actId, 'release')).status).toBe(403);
    expect(await clerk!.decide(actId, 'refuse')).toMatchObject({ status: 200, body: { state: 'REFUSED' } });
    expect((await clerk!.decide(actId, 'release')).status).toBe(409);
    expect(await world.db('client_notes').where({ client_id: clientId })).toEqual([]);
    expect(await read(actId)).toMatchObject({ input: null, operation: null });
  });

  it('fails where its key was revoked meanwhile', async () => {
    const { own, actId } = await waiting('Revoked');
    await revokeApiKey(world.db, own.key);
    expect((await clerk!.decide(actId, 'release')).body).toMatchObject({
      state: 'FAILED',
      outcome: expect.stringMatching('has ended'),
    });
    expect(await tasksNamed('Revoked')).toEqual([]);
  });

  it('expires where nobody decides, and cannot be released then', async () => {
    const { actId } = await waiting('Expired');
    const inAWeek = new Date(Date.now() + 8 * 86_400_000);
    expect((await followedAct(world.db, actId, inAWeek))?.state).toBe('EXPIRED');
    expect((await waitsFor(actId)).completion).toBe('nobody decided in time');
    expect((await clerk!.decide(actId, 'release')).status).toBe(409);
  });

  it('is taken up by a sweep where the process died after the release', async () => {
    const { actId } = await waiting('Resumed');
    const decided = {
      state: 'RUNNING',
      decided_at: new Date(),
      decided_by: JSON.stringify({ kind: 'USER', name: 'Ada', personId: clerk!.personId }),
    };
    await world
      .db('assistant_acts')
      .where({ id: actId })
      .update({ ...decided, touched_at: new Date(0) });
    const resumed: string[] = [];
    const sweep = { db: world.db, now: () => new Date(), runs: { wake: async () => undefined } };
    await resumeIdleActs({ ...sweep, resume: async ({ id }) => resumed.push(id) });
    expect(resumed).toContain(actId);
  });
});

it('belongs to a client, with whom it is erased', async () => {
  const { personalTables } = await import('../../db/personal-data/personal-tables.js');
  expect(personalTables.find(({ table }) => table === 'assistant_acts')).toMatchObject({
    of: 'client',
    erased: 'DELETE',
  });
  const acts = await world.db('assistant_acts').whereNull('client_id').whereNotNull('acted_at');
  expect(acts).toEqual([]);
});
