import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import { aDataDir, runCli, serversOf } from '../support/running-service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = ['api', 'workflows', 'activities', 'db', 'domain', 'documents', 'cli'];
const patienceMs = 110_000;

let project: string;
let data: Awaited<ReturnType<typeof aDataDir>>;
let dev: ReturnType<typeof runCli>;

/** A copy of the project, whose sources a test may change. */
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'ioi-dev-'));
  for (const entry of [...rooms, 'docs', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    await cp(path.join(root, entry), path.join(project, entry), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  data = await aDataDir();
  dev = runCli(['dev'], { DATA_DIR: data.dataDir, PORT: '0', LOG_LEVEL: 'warn' }, project);
  await said('A change of a source');
});
afterAll(async () => {
  dev.child.kill('SIGKILL');
  await dev.ended;
  await data.remove();
  await rm(project, { recursive: true });
});

const timesSaid = (text: string) => dev.output().split(text).length - 1;

async function said(text: string, times = 1): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (timesSaid(text) < times) {
    const early = await Promise.race([dev.ended, sleep(50)]);
    if (early || Date.now() > deadline) throw new Error(`It did not say "${text}":\n${dev.output()}`);
  }
}

async function hello(): Promise<string> {
  const demo = JSON.parse(await readFile(path.join(data.dataDir, 'demo.json'), 'utf8')) as DemoFile;
  const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = demo.organizations;
  const Authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
  return (await fetch(`${demo.baseUrl}/ioi/v3/hello`, { headers: { Authorization } })).text();
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(project, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(path.join(project, file), text.replace(from, to));
}

it('runs a changed source on the same servers', async () => {
  const servers = await serversOf(data.dataDir);
  expect(await hello()).toBe('hello');
  await change('api/auth/routes.ts', "'hello'", "'HELLO'");
  await said('after the change');
  expect(await hello()).toBe('HELLO');
  expect(await serversOf(data.dataDir)).toEqual(servers);
  expect(timesSaid('Bundling the workflows')).toBe(1);
});

it('bundles the workflows again where one of them changed', async () => {
  const already = timesSaid('after the change');
  await change('workflows/index.ts', 'export {', 'Object.freeze({});\nexport {');
  await said('after the change', already + 1);
  expect(timesSaid('Bundling the workflows')).toBe(2);
  expect(await hello()).toBe('HELLO');
});

it('shows what does not compile, and lets the old service go on until it is mended', async () => {
  const already = timesSaid('after the change');
  await change('api/auth/routes.ts', "'HELLO'", "'HELLO");
  await said('The previous service keeps running');
  expect(dev.output()).toMatch(/api\/auth\/routes\.ts:\d+:/);
  expect(await hello()).toBe('HELLO');
  await change('api/auth/routes.ts', "'HELLO", "'Hello'");
  await said('after the change', already + 1);
  expect(await hello()).toBe('Hello');
});

it('stops everything that it started', async () => {
  dev.child.kill('SIGINT');
  expect(await dev.ended).toMatchObject({ code: 0 });
  expect(await serversOf(data.dataDir)).toEqual({});
});
