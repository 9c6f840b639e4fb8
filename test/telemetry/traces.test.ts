import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { aDataDir, runCli } from '../support/running-service.js';
import { shopIds } from '../support/shop-product.js';
import { temporalAddress } from '../support/temporal.js';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.js';

const business = 'Wagtail & Daughters Upholstery';
const accepted = {
  outcome: 'QUOTED',
  premium: '1000.10',
  carrierQuoteId: 'Q-1',
  messages: ['Welcome, Wagtail'],
};
const callers = '0af7651916cd43dd8448eb211c80319c';
const callersSpan = 'b7ad6b7169203331';

describe.each([
  { where: 'API and worker apart', programs: ['worker', 'api'], services: ['ioi-api', 'ioi-worker'] },
  { where: 'one process', programs: ['start'], services: ['ioi', 'ioi'] },
])('a trace, $where', ({ programs, services: [api, worker] }) => {
  let world: EventWorld;
  let carrier: CarrierServer;
  let receiver: TraceReceiver;
  let folder: Awaited<ReturnType<typeof aDataDir>>;
  let running: ReturnType<typeof runCli>[] = [];
  let url: string;
  let triggerRequestId: string;

  beforeAll(async () => {
    [world, carrier, receiver, folder] = await Promise.all([
      anEventWorld(marketProduct()),
      aCarrierServer(),
      startTraceReceiver(),
      aDataDir(),
    ]);
    const environment = {
      DATABASE_URL: world.databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress(),
      TEMPORAL_TASK_QUEUE: world.taskQueue,
      PORT: '0',
      DATA_DIR: folder.dataDir,
      OUTBOUND_ENDPOINTS: JSON.stringify({
        carrier: { url: carrier.url, private: true, organizationId: world.carrier.organizationId },
      }),
      WEBHOOK_HOSTS: '[{"host": "127.0.0.1", "private": true}]',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      LOG_LEVEL: 'debug',
    };
    running = programs.map((program) => runCli([program], environment));
    url = await addressIn(running.at(-1)!);
    triggerRequestId = await aQuoteOfACarrierThatAnswersLater();
    // Spans of what ends last are sent as the processes stop.
    await receiver.span(({ name }) => name === 'deliverWebhooks');
    for (const { child } of running.toReversed()) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
  }, 240_000);

  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    receiver?.close();
    await carrier?.stop();
    await world?.close();
    await folder?.remove();
  });

  /** The first call of the carrier fails, the second is taken, and its answer comes through `POST /inbound`. */
  async function aQuoteOfACarrierThatAnswersLater(): Promise<string> {
    const call = async (by: Caller, path: string, body: object, headers = {}) => {
      const { organizationId } = by;
      const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'] });
      const answer = await fetch(`${url}/ioi/v3${path}`, {
        method: 'POST',
        headers: {
          authorization: basicOf(apiKey.key, secret),
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return text === '' ? {} : JSON.parse(text);
    };
    await call(world.agency, '/webhook/endpoint', {
      url: `${carrier.url}/hooks/secret-path`,
      eventTypes: ['GET_QUOTES'],
    });
    carrier.answer((request, response) => {
      const asked = carrier.received.filter(({ path }) => path === request.path).length;
      response.writeHead(request.path === '/quotes' && asked === 1 ? 503 : 202).end();
    });
    const envelope = aFire({
      triggerRequestId: randomUUID(),
      eventTargets: [marketIds.market, shopIds.standard],
      payload: { intake: intakeOf({ 'client.name': business, 'shop.revenue': '271828' }) },
    });
    const traceparent = `00-${callers}-${callersSpan}-01`;
    await call(world.agency, '/event/fire', envelope, { traceparent });
    const asked = () => carrier.received.filter(({ path }) => path === '/quotes');
    while (asked().length < 2) await sleep(100);
    const { requestId } = asked()[0]!.body;
    carrier.answer(json(200, {}));
    await sleep(500);
    await call(world.carrier, '/inbound', { requestId, payload: accepted });
    return envelope.triggerRequestId!;
  }

  const named = (name: string) => receiver.spans.filter((span) => span.name === name);
  const below = (parent: ReceivedSpan | undefined) =>
    receiver.spans.filter(({ parentId }) => parentId === parent?.spanId).map(({ name }) => name);

  it('leads from the caller to the statements', () => {
    const request = named('POST /ioi/v3/event/fire')[0]!;
    expect(request).toMatchObject({
      service: api,
      traceId: callers,
      parentId: callersSpan,
      attributes: {
        'http.response.status_code': 200,
        'ioi.organization_id': world.agency.organizationId,
        'ioi.event_type': 'GET_QUOTES',
        'ioi.product': 'shop',
        'ioi.trigger_request_id': triggerRequestId,
      },
    });
    expect(below(request)).toEqual(expect.arrayContaining(['insert events', 'Start GET_QUOTES']));
    const run = named('GET_QUOTES')[0]!;
    expect(run).toMatchObject({ service: worker, parentId: named('Start GET_QUOTES')[0]?.spanId });
    expect(below(run).sort()).toEqual([
      ...['Ask the carrier', 'Ask the carrier', 'Close the event', 'Prepare the notifications'],
      ...['Rate: Standard shop rating', "Record the carrier's answer: Market", 'Save the client'],
    ]);
    expect(below(named('Rate: Standard shop rating')[0])).toContain('insert quotes');
  });

  it('has each attempt, and tells the carrier', () => {
    const attempts = named('Ask the carrier');
    expect(attempts.map(({ attributes, status }) => [attributes['ioi.attempt'], status])).toEqual([
      [1, 2],
      [2, 0],
    ]);
    const calls = carrier.received.filter(({ path }) => path === '/quotes');
    const sent = attempts.map(({ spanId }) =>
      receiver.spans.find(({ name, parentId }) => name === 'POST 127.0.0.1' && parentId === spanId),
    );
    expect(calls.map(({ headers }) => headers.traceparent)).toEqual(
      sent.map((span) => `00-${callers}-${span?.spanId}-01`),
    );
  });

  it('is linked where a message of another trace continues it', () => {
    const inbound = named('Signal inbound')[0]!;
    expect(inbound.traceId).toBe(named('POST /ioi/v3/inbound')[0]?.traceId);
    expect(inbound.traceId).not.toBe(callers);
    const [recorded] = named("Record the carrier's answer: Market");
    expect(recorded?.traceId).toBe(callers);
    expect(recorded?.links).toEqual([{ traceId: inbound.traceId, spanId: inbound.spanId }]);
  });

  it('links the delivery of its webhook, which has a trace of its own', () => {
    const [round] = named('deliverWebhooks');
    expect(round?.parentId).toBe('');
    expect(round?.links.map(({ traceId }) => traceId)).toEqual([callers]);
    const [sent] = receiver.spans.filter(
      ({ name, traceId }) => name.startsWith('POST ') && traceId === round?.traceId,
    );
    const { headers } = carrier.received.find(({ path }) => path.startsWith('/hooks/'))!;
    expect(headers.traceparent).toBe(`00-${round?.traceId}-${sent?.spanId}-01`);
  });

  it('has nothing of the intake, of messages, of statements or of secret addresses', () => {
    expect(receiver.bodies.length).toBeGreaterThan(0);
    const sent = Buffer.concat(receiver.bodies).toString('utf8');
    for (const text of [business, 'Wagtail', '271828', 'Welcome', 'secret-path', ' where ', 'authorization'])
      expect(sent).not.toContain(text);
  });

  it('is found by the ids of log lines', () => {
    const lines = running.flatMap(({ output }) =>
      output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    );
    const request = lines.find(({ msg, path }) => msg === 'request' && path === '/ioi/v3/event/fire');
    const ids = { traceId: callers, triggerRequestId, workflowId: expect.stringContaining(triggerRequestId) };
    expect(request).toMatchObject({ requestId: expect.any(String), ...ids });
    const failed = lines.find(({ msg, level }) => msg === 'Activity failed' && level === 40);
    expect(failed).toMatchObject({
      ...ids,
      activityType: 'Ask the carrier',
      attempt: 1,
      spanId: expect.any(String),
    });
  });
});

/** The API's address, once it is printed. */
async function addressIn({ output, ended }: ReturnType<typeof runCli>): Promise<string> {
  for (;;) {
    const [, found] = /(?:The API is at|Base URL) +(http:[\w.:/]+\d)/.exec(output()) ?? [];
    if (found !== undefined) return found;
    const early = await Promise.race([ended, sleep(100)]);
    if (early) throw new Error(`the service did not start:\n${early.output}`);
  }
}
