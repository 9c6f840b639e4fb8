import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoProductEntry } from '../../cli/demo/demo-file.js';
import { commandLineOf } from '../../cli/embedded/processes.js';
import { allEndpoints } from '../support/endpoints.js';
import {
  aDataDir,
  modeOf,
  type RunningService,
  runCli,
  serversOf,
  startService,
  stopService,
} from '../support/running-service.js';

const folders: Awaited<ReturnType<typeof aDataDir>>[] = [];
async function folder(): Promise<string> {
  const made = await aDataDir();
  folders.push(made);
  return made.dataDir;
}
afterAll(() => Promise.all(folders.map(({ remove }) => remove())));

async function call({ demo }: RunningService, at: string, body?: unknown) {
  const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = demo.organizations;
  const response = await fetch(`${demo.baseUrl}${at}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  return { status: response.status, text: await response.text() };
}

const pidsOf = async (dataDir: string): Promise<number[]> => Object.values(await serversOf(dataDir));

describe('two copies side by side', () => {
  let one: RunningService;
  let other: RunningService;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await folder();
    one = await startService(dataDir);
    other = await startService(await folder());
  });
  afterAll(() => Promise.all([stopService(one), stopService(other)]));

  it('are both ready and greet with their own secrets only', async () => {
    for (const service of [one, other]) {
      expect(await call(service, '/readyz')).toMatchObject({ status: 200 });
      expect(await call(service, '/ioi/v3/hello')).toEqual({ status: 200, text: 'hello' });
    }
    const stolen = { ...one, demo: { ...one.demo, organizations: other.demo.organizations } };
    expect(await call(stolen, '/ioi/v3/hello')).toMatchObject({ status: 401 });
  });

  it('print commands that read the secret, as their output is kept', async () => {
    const command =
      one
        .output()
        .split('\n')
        .find((line) => line.startsWith('curl')) ?? '';

    expect(one.output()).not.toContain(one.demo.organizations[0]?.apiSecret);
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe('hello');
  });

  it('serve and describe every endpoint that is declared in api/', async () => {
    const { text } = await call(one, '/ioi/v3/openapi.json');
    const { paths } = JSON.parse(text) as { paths: { [at: string]: object } };
    const described = Object.entries(paths).flatMap(([at, operations]) =>
      Object.keys(operations).map((method) => `${method} ${at.replace('/ioi/v3', '')}`),
    );
    // Served only where Stripe is set up.
    const declared = (await allEndpoints())
      .map(({ method, path: at }) => `${method} ${at.replace(/:(\w+)/g, '{$1}')}`)
      .filter((each) => each !== 'post /payment/stripe/webhook');
    expect(described.sort()).toEqual(declared.sort());
  });

  it('write down what scripts need, for their owner only', async () => {
    expect(await modeOf(path.join(dataDir, 'demo.json'))).toBe('600');
    expect(one.demo).toMatchObject({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      temporalUi: expect.stringMatching(/^http:/),
      temporalAddress: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      databaseUrl: expect.stringMatching(/^postgres:/),
    });
    expect(one.demo.organizations).toHaveLength(2);
    expect(one.demo.products.map(({ key }) => key).sort()).toEqual([
      'business-package',
      'cyber',
      'general-liability',
      'personal-auto',
    ]);
  });

  it.each([
    ['quoted', { bindable: true, requiresUnderwriterApproval: false }],
    ['declined', { bindable: false }],
    ['referred', { requiresUnderwriterApproval: true }],
  ] as const)('have intakes that are %s', async (outcome, expected) => {
    for (const { lineId, intakes } of one.demo.products) {
      const payload = { effectiveDate: '2026-12-01', intake: intakes[outcome] };
      const fired = await call(one, '/ioi/v3/event/fire', {
        type: 'GET_QUOTES',
        lineId,
        forceSync: true,
        payload,
      });
      expect(fired.status).toBe(200);
      const { triggerRequestId } = JSON.parse(fired.text) as { triggerRequestId: string };
      const read = await call(one, `/ioi/v3/quotes/trigger/${triggerRequestId}`);
      const { quoted, declined } = JSON.parse(read.text) as { quoted: object[]; declined: object[] };
      const [here, there] = outcome === 'declined' ? [declined, quoted] : [quoted, declined];
      expect(here).toEqual([expect.objectContaining(expected)]);
      expect(there).toEqual([]);
    }
  });

  it('print a first quote that works as it stands', async () => {
    const [, file = ''] = /-d @'([^']+)'/.exec(one.output()) ?? [];
    const fired = await call(one, '/ioi/v3/event/fire', JSON.parse(await readFile(file, 'utf8')));
    expect(JSON.parse(fired.text)).toMatchObject({ metadata: { quotes: [{ bindable: true }] } });
  });

  it('refuse a third on the folder of one of them, and say who holds it', async () => {
    const { code, output } = await runCli(['start'], { DATA_DIR: dataDir, PORT: '0' }).ended;
    expect(code).toBe(1);
    expect(output).toContain(`in use by process ${one.child.pid}`);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('refuse a third on the port of one of them before anything else', async () => {
    const { port } = new URL(one.demo.baseUrl);
    const { code, output } = await runCli(['start'], { DATA_DIR: await folder(), PORT: port }).ended;
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is in use`);
    expect(output).not.toContain('is up');
  });

  it('let commands work on the running database', async () => {
    const { code, output } = await runCli(['key', 'list', '--json'], { DATA_DIR: dataDir }).ended;
    expect(code).toBe(0);
    const keys = (JSON.parse(output) as { apiKey: string }[]).map(({ apiKey }) => apiKey);
    expect(keys).toContain(one.demo.organizations[0]?.apiKey);
  });
});

describe('one after another on the same folder', { timeout: 180_000 }, () => {
  it('keeps the secrets, also after SIGKILL, and leaves nothing behind', async () => {
    const dataDir = await folder();
    const first = await startService(dataDir);
    const servers = await pidsOf(dataDir);
    expect(servers).toHaveLength(2);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startService(dataDir);
    expect(second.demo.organizations).toEqual(first.demo.organizations);
    expect(await call(second, '/ioi/v3/hello')).toMatchObject({ status: 200 });
    const left = await pidsOf(dataDir);
    expect(left.filter((pid) => servers.includes(pid))).toEqual([]);

    const { code, output } = await stopService(second);
    expect({ code, last: output.trim().split('\n').at(-1) }).toEqual({ code: 0, last: 'Stopped.' });
    expect(await pidsOf(dataDir)).toEqual([]);
  });

  it('starts its servers again when they are killed', async () => {
    const dataDir = await folder();
    const service = await startService(dataDir);
    for (const pid of await pidsOf(dataDir)) process.kill(pid, 'SIGKILL');
    const [{ lineId, intakes }] = service.demo.products as [DemoProductEntry];
    const payload = { effectiveDate: '2026-12-01', intake: intakes.quoted };
    const envelope = { type: 'GET_QUOTES', lineId, forceSync: true, payload };
    let status = 0;
    for (let waited = 0; status !== 200 && waited < 40_000; waited += 250) {
      await sleep(250);
      status = (await call(service, '/ioi/v3/event/fire', envelope)).status;
    }
    expect(status).toBe(200);
    expect(await call(service, '/readyz')).toMatchObject({ status: 200 });
    expect(await stopService(service)).toMatchObject({ code: 0 });
    expect(await pidsOf(dataDir)).toEqual([]);
  });

  it('ends the servers when it is killed and nobody starts it again', async () => {
    const dataDir = await folder();
    const { child, ended } = await startService(dataDir);
    const servers = await pidsOf(dataDir);
    child.kill('SIGKILL');
    await ended;
    const alive = () => servers.filter((pid) => commandLineOf(pid).includes(dataDir));
    for (let waited = 0; alive().length > 0 && waited < 15_000; waited += 100) await sleep(100);
    expect(alive()).toEqual([]);
  });

  it('issues new secrets when the file with them is lost', async () => {
    const dataDir = await folder();
    const first = await startService(dataDir);
    await stopService(first);
    await rm(path.join(dataDir, 'demo.json'));
    const second = await startService(dataDir);
    const secrets = (service: RunningService) => service.demo.organizations.map(({ apiSecret }) => apiSecret);
    expect(secrets(second)).not.toEqual(secrets(first));
    expect(await call(second, '/ioi/v3/hello')).toMatchObject({ status: 200 });
    await stopService(second);
  });
});

it.each([
  [{ PORT: 'many' }, 'PORT must be'],
  [{ ENVIRONMENT: 'TEST' }, 'ENVIRONMENT must be'],
  [{ DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/ioi' }, 'Check DATABASE_URL'],
] as const)('stops with a message that names the setting: %j', async (environment, message) => {
  const { code, output } = await runCli(['start'], { PORT: '0', DATA_DIR: await folder(), ...environment })
    .ended;
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toMatch(/\n\s+at /);
});
