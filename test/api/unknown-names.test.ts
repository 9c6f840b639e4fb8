import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../api/http/endpoint.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { examplesOf } from '../support/documented-events.js';
import { allEndpoints } from '../support/endpoints.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { type DeclaredObject, declaredObjects, misspelt, queryNames } from '../support/misspelt-names.js';
import { servedApi } from '../support/served-api.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const endpoints = await allEndpoints();
const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`;

let world: EventWorld;
let served: Awaited<ReturnType<typeof servedApi>>;
let key: string;

/** Reads a name that no event type declares, in a condition, a template and an outbound body. */
function product() {
  const definition = shopProduct();
  const events = definition.configurations[0]!.events;
  events.INTAKE_COMPLETE = [
    {
      ...{ id: '9f1f9a55-51a2-4c27-a1a2-5a8f2fbbd2c1', name: 'Call', type: 'HTTP_REQUEST', order: 0 },
      ...{ endpoint: 'bureau', path: '/scores', method: 'POST', response: {}, awaited: false },
      ...{ timeoutSeconds: 10, attempts: 3, retrySeconds: 1 },
      when: { '==': [{ value: 'payload.channel' }, 'PHONE'] },
      body: { campaign: '{{payload.campaign.code}}', near: '{{payload.clientIdx}}' },
    },
  ];
  return definition;
}

beforeAll(async () => {
  world = await anEventWorld(product());
  served = await servedApi(world);
  const { organizationId } = world.carrier;
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, roles: ['admin'] });
  key = basicOf(apiKey.key, secret);
});
afterAll(async () => {
  await served?.stop();
  await world?.close();
});

const pathOf = ({ path }: Endpoint) =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'date' ? '2026-01-01T00:00:00Z' : name === 'environment' ? 'DEV' : shopIds.line,
  );

async function refusalOf(endpoint: Endpoint, { query = {}, body }: { query?: object; body?: unknown }) {
  const { method, unauthenticated } = endpoint;
  const root = /^\/(healthz|readyz)$/.test(endpoint.path) ? '' : '/ioi/v3';
  const asked = request(served.url)
    [method](`${root}${pathOf(endpoint)}`)
    .query(query);
  if (!unauthenticated) asked.set('Authorization', key);
  const { status, body: answer } = await asked.send(body as object);
  return { status, errors: (answer.errors ?? []) as { field: string; detail: string }[] };
}

let tried = 0;

async function isRefused(
  endpoint: Endpoint,
  sent: { query?: object; body?: unknown },
  { field, detail }: { field: string; detail: string },
) {
  const { status, errors } = await refusalOf(endpoint, sent);
  tried += 1;
  const found = errors.find((error) => error.field === field);
  return status === 400 && found?.detail === detail
    ? []
    : [`${nameOf(endpoint)} ${field}: ${status} ${JSON.stringify(found ?? errors)}`];
}

const meant = (name: string) => `is not known; did you mean \`${name}\`?`;

describe('a misspelt name is refused with the one that was meant', () => {
  it('in every query', async () => {
    const accepted: string[] = [];
    for (const endpoint of endpoints) {
      // Others send these, with names that come and go; mail gateways add names to links.
      const others = ['/payment/stripe/webhook', '/sign-on/:provider/callback', '/collection-link'];
      if (others.includes(endpoint.path)) continue;
      const names = queryNames(endpoint);
      for (const name of names) {
        const slip = misspelt(name, names);
        if (slip === undefined) continue;
        accepted.push(
          ...(await isRefused(
            endpoint,
            { query: { [slip]: 'x' }, ...(endpoint.body && !endpoint.bodyOptional && { body: {} }) },
            { field: slip, detail: meant(name) },
          )),
        );
      }
      if (names.length === 0) {
        const sent = { query: { batchId: 'x' }, ...(endpoint.body && { body: {} }) };
        const expected = { field: 'batchId', detail: 'is not known' };
        accepted.push(...(await isRefused(endpoint, sent, expected)));
      }
    }
    expect(accepted).toEqual([]);
  });

  it('in every body, at any depth', async () => {
    const accepted: string[] = [];
    for (const endpoint of endpoints) {
      if (endpoint.body === undefined || endpoint.path === '/event/fire') continue;
      accepted.push(...(await acceptedSlips(endpoint, declaredObjects(endpoint.body))));
    }
    expect(accepted).toEqual([]);
  });

  it('in every event, and in the objects of its payload', async () => {
    const fire = endpoints.find(({ path }) => path === '/event/fire')!;
    const objects = declaredObjects(eventEnvelope).filter(({ path }) => path.join() !== 'payload');
    expect(await acceptedSlips(fire, objects)).toEqual([]);
  });

  it('in every payload', async () => {
    const fire = endpoints.find(({ path }) => path === '/event/fire')!;
    const accepted: string[] = [];
    for (const type of eventTypes) {
      const [{ names }] = declaredObjects(eventCatalog[type].payload) as [DeclaredObject];
      for (const name of names) {
        const slip = misspelt(name, names);
        if (slip === undefined) continue;
        const [example] = examplesOf(type);
        const payload = { ...example!.payload, [slip]: null };
        const body = { ...example, lineId: shopIds.line, payload };
        const expected = { field: `payload.${slip}`, detail: meant(name) };
        accepted.push(...(await isRefused(fire, { body }, expected)));
      }
    }
    expect(accepted).toEqual([]);
  });

  it('more than 500 times', () => {
    expect(tried).toBeGreaterThan(500);
  });
});

async function acceptedSlips(endpoint: Endpoint, objects: readonly DeclaredObject[]): Promise<string[]> {
  const accepted: string[] = [];
  const seen = new Set<string>();
  for (const { path, names, within } of objects) {
    const place = [...path, ...names].join();
    if (seen.has(place)) continue;
    seen.add(place);
    // One request an object: all slips are reported at once.
    const slips = names.flatMap((name) => {
      const slip = misspelt(name, names);
      return slip === undefined ? [] : [[slip, name] as const];
    });
    const body = within(Object.fromEntries(slips.map(([slip]) => [slip, 'x'])));
    const { status, errors } = await refusalOf(endpoint, { body });
    for (const [slip, name] of slips) {
      tried += 1;
      const field = [...path, slip].join('.');
      const found = errors.find((error) => error.field === field);
      if (status === 400 && found?.detail === meant(name)) continue;
      accepted.push(`${nameOf(endpoint)} ${field}: ${status} ${JSON.stringify(found ?? errors)}`);
    }
  }
  return accepted;
}

describe('a payload', () => {
  const fire = (type: string, payload: object) =>
    request(served.url)
      .post('/ioi/v3/event/fire')
      .set('Authorization', key)
      .send({ type, lineId: shopIds.line, payload });
  const errorsOf = async (type: string, payload: object) => {
    const { status, body } = await fire(type, payload);
    return [status, ...(body.errors ?? []).map((error: { field: string }) => error.field)];
  };

  it('takes what the product reads, however near, and names what nothing reads', async () => {
    const intake = {};
    const read = { intake, channel: 'PHONE', campaign: { code: 'S1' }, clientIdx: 'x' };
    const { status, body } = await fire('INTAKE_COMPLETE', { ...read, mood: 'good', weather: 1 });
    expect(status).toBe(400);
    const detail =
      'is not known: neither INTAKE_COMPLETE has it nor does this version of the product read it';
    expect(body.errors).toMatchObject([
      { field: 'payload.mood', detail, pointer: '/payload/mood' },
      { field: 'payload.weather', detail },
    ]);
  });

  it('reaches the actions with what they read', async () => {
    const read = { intake: {}, channel: 'PHONE', campaign: { code: 'S1' } };
    // Nothing works here: the event is kept.
    const { status, body } = await fire('INTAKE_COMPLETE', read);
    expect(status).toBe(503);
    const event = await world.db('events').where('trigger_request_id', body.triggerRequestId).first();
    expect(event.envelope.payload).toEqual(read);
    expect(event.plan.fired.actions).toHaveLength(1);
  });

  it('cannot be made one about a record that its type does not name', async () => {
    expect(
      await errorsOf('STATEMENT_CREATED', { statementId: shopIds.line, policyId: shopIds.line }),
    ).toEqual([400, 'payload.policyId']);
  });

  it('says what is missing beside what was meant', async () => {
    const { body } = await fire('POLICY_REINSTATED', { polcyId: shopIds.line });
    expect(body.errors).toMatchObject([
      { field: 'payload.policyId', detail: 'is required' },
      { field: 'payload.polcyId', detail: meant('policyId') },
    ]);
  });

  it('keeps what else a report says, but not a slip', async () => {
    const report = { clamNumber: '7', adjuster: 'Tom Hill' };
    expect(await errorsOf('CLAIM_NOTIFICATION', report)).toEqual([400, 'payload.clamNumber']);
  });
});
