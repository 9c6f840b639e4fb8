import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from 'express';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../api/http/endpoint.js';
import { sharesOfProcess } from '../../api/http/shares.js';
import { validated } from '../../api/http/validated.js';
import { sampleData } from '../../cli/forms/sample-data.js';
import { demoProduct } from '../../db/seeds/demo-products.js';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import { FairShare } from '../../documents/threads/fair-share.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';

/** Requests under way, by their names; each ends when it is told to. */
const open = new Map<string, { finish(): void; fail(): void }>();
const lines: { level: number; msg: string; err?: unknown }[] = [];

const slow = endpoint({
  method: 'post',
  path: '/slow/:name',
  operationId: 'slow',
  summary: 'Waits until it is told to end.',
  tags: ['Utilities'],
  params: z.object({ name: z.string() }),
  body: z.looseObject({}),
  bodyLimit: 10 * 1024 * 1024,
  responses: { 200: { description: 'The end.' } },
  share: 'reports',
  readsOnly: true,
});

const router = Router();
router.post(
  slow.path,
  validated(slow, ({ params: { name } }) => {
    return new Promise((resolve, reject) => {
      open.set(name, {
        finish: () => resolve({ name }),
        fail: () => reject(new Error('the handler crashed')),
      });
    });
  }),
);

let database: TestDatabase;
let service: TestApp;
let server: Server;
let base: string;
let crowd: TestOrganization;
let neighbor: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  [crowd, neighbor] = await Promise.all([anOrganization(database.db), anOrganization(database.db)]);
  const reports = new FairShare({ what: 'reports', most: 2, ofOne: 1, waiting: 3, patienceMs: 60_000 });
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  service = await createTestApp(database, {
    ...{ resources: [router], shares: { ...sharesOfProcess(1), reports }, logger },
  });
  server = createServer(service.app).listen(0, '127.0.0.1');
  base = await new Promise((resolve) => {
    server.once('listening', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ioi/v3`),
    );
  });
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await service?.close();
  await database?.drop();
});

afterEach(() => {
  for (const { finish } of open.values()) finish();
  open.clear();
  lines.length = 0;
});

async function post(
  by: TestOrganization,
  path: string,
  { body = '{}', signal }: { body?: string; signal?: AbortSignal } = {},
) {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { Authorization: by.basic, 'Content-Type': 'application/json' },
    ...{ body, signal: signal ?? null },
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { code?: string } };
}

const begun = (name: string) => vi.waitFor(() => expect(open.has(name)).toBe(true), 5_000);
const waiting = () => new Promise((resolve) => setTimeout(resolve, 200));

it('an organization with many reports is refused the last ones, and its neighbor begins at once', async () => {
  const first = post(crowd, '/slow/first');
  await begun('first');
  const queued = ['second', 'third', 'fourth'].map((name) => post(crowd, `/slow/${name}`));
  await waiting();
  const refused = await post(crowd, '/slow/fifth');
  expect(refused).toMatchObject({ status: 429, body: { code: 'QUEUE_FULL' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      msg: expect.stringContaining('3 reports of the organization'),
    }),
  ]);
  expect(lines[0]).not.toHaveProperty('err');

  const other = post(neighbor, '/slow/other');
  await begun('other');
  open.get('other')?.finish();
  expect((await other).status).toBe(200);
  expect([...open.keys()]).toEqual(['first', 'other']);

  for (const [at, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    await begun(name);
    open.get(name)?.finish();
    expect((await [first, ...queued][at])?.status).toBe(200);
  }
});

it('what waits is forgotten when its caller leaves, and a handler that crashes gives its turn back', async () => {
  const first = post(crowd, '/slow/first');
  await begun('first');
  const leaving = new AbortController();
  const left = post(crowd, '/slow/left', { signal: leaving.signal });
  await waiting();
  const next = post(crowd, '/slow/next');
  leaving.abort();
  await expect(left).rejects.toThrow();
  await waiting();
  open.get('first')?.fail();
  expect((await first).status).toBe(500);
  await begun('next');
  expect(open.has('left')).toBe(false);
  open.get('next')?.finish();
  expect((await next).status).toBe(200);
});

it('a caller that leaves while its work is under way keeps its turn until the work has ended', async () => {
  const leaving = new AbortController();
  const left = post(crowd, '/slow/left', { signal: leaving.signal });
  await begun('left');
  leaving.abort();
  await expect(left).rejects.toThrow();
  const next = post(crowd, '/slow/next');
  await waiting();
  expect(open.has('next')).toBe(false);
  open.get('left')?.finish();
  await begun('next');
  open.get('next')?.finish();
  expect((await next).status).toBe(200);
});

it('a body of millions of values is refused before it is parsed; long texts are not counted', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const body of [
    `{"list":[${Array(3_000_000).fill('1').join(',')}]}`,
    `{${Array.from({ length: 500_000 }, (_, at) => `"k${at}":{}`).join(',')}}`,
    '['.repeat(9_000_000),
  ]) {
    const refused = await post(crowd, '/slow/large', { body });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringMatching(/more than/) }] },
    });
  }
  expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([]);
  parse.mockRestore();

  const text = JSON.stringify({ text: 'a, "b" [c] {d} \\'.repeat(300_000) });
  const accepted = post(crowd, '/slow/text', { body: text });
  await begun('text');
  open.get('text')?.finish();
  expect((await accepted).status).toBe(200);
});

it('a document does not wait for the many of a neighbor', async () => {
  const { definition, intakes } = await demoProduct('general-liability');
  const compiled = compileProduct(definition);
  const [form] = [...compiled.forms.documents.values()];
  const about = { organization: 'Bench', today: '2026-07-01' };
  const { document } = form!.fill(sampleData(definition, compiled, intakes.quoted, about));
  const share = new FairShare({ what: 'jobs', most: 2, ofOne: 1, waiting: 50, patienceMs: 60_000 });
  const threads = new ThreadPool({ share });
  const pool = new ThreadRenderer(threads);
  const made: string[] = [];
  const render = (of: string) => pool.render(document, of).then(() => made.push(of));
  const crowds = Array.from({ length: 10 }, () => render('crowd'));
  await render('neighbor');
  expect(made.length).toBeLessThan(8);
  await Promise.all(crowds);
  await threads.stop();
});
