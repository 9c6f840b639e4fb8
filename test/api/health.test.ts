import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Checks } from '../../api/health/readiness.js';
import { createMetrics } from '../../api/telemetry/metrics.js';
import { createMetricsServer } from '../../cli/parts/metrics-server.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let service: TestApp;
let temporal: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, {
    checks: { database: async () => database.db.raw('select 1'), temporal: () => temporal() },
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

it('is live and ready, without credentials', async () => {
  expect((await request(service.app).get('/healthz').expect(200)).body).toEqual({ status: 'up' });
  expect((await request(service.app).get('/readyz').expect(200)).body).toEqual({
    status: 'ready',
    parts: { database: 'up', temporal: 'up' },
  });
});

it.each([
  ['fails', () => Promise.reject(new Error('password hunter2'))],
  [
    'throws',
    () => {
      throw new Error('at once');
    },
  ],
  ['never answers', () => new Promise(() => {})],
] as [string, () => Promise<unknown>][])('is not ready while a part %s', async (_how, check) => {
  temporal = check;
  const { body, text } = await request(service.app).get('/readyz').expect(503);
  expect(body).toEqual({ status: 'not ready', parts: { database: 'up', temporal: 'down' } });
  expect(text).not.toContain('hunter2');
  await request(service.app).get('/healthz').expect(200);
  temporal = async () => undefined;
});

it('serves metrics and the health of the process on a port of its own', async () => {
  const metrics = createMetrics();
  metrics.observeRequest({ method: 'GET', route: '/quote/:quoteRequestId', status: 200, seconds: 0.01 });
  metrics.include(async () => '# of another source\n');
  let checks: Checks = { start: () => Promise.reject(new Error('it starts')) };
  const server = createMetricsServer(metrics, () => checks).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain(
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/quote/:quoteRequestId",http_response_status_code="200"} 1',
  );
  expect(text).toContain('# of another source');
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'up' });
  const starting = await fetch(`${url}/readyz`);
  expect([starting.status, await starting.json()]).toEqual([
    503,
    { status: 'not ready', parts: { start: 'down' } },
  ]);
  checks = { worker: async () => undefined };
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/other`)).status).toBe(404);
  metrics.stop();
  await new Promise((resolve) => server.close(resolve));
});
