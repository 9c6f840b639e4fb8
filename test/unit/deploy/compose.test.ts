import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../cli/settings/settings.js';
import { type GoProgram, goProgram, whyNoGoProgram } from '../../support/go-program.js';

/** The reader of Docker Compose, which needs no engine. Its program has no better name. */
const composeGo: GoProgram = {
  name: 'cmd',
  module: 'github.com/compose-spec/compose-go/v2',
  folder: 'cmd',
  version: 'v2.16.2',
};
const whyNot = await whyNoGoProgram(composeGo);

interface Service {
  environment?: Record<string, string | number>;
  env_file?: unknown;
  volumes?: { source: string; target: string }[];
  healthcheck?: { test?: string[]; disable?: boolean };
  [setting: string]: unknown;
}

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-compose-'));
  await cp('temporal-docker', folder, { recursive: true, filter: (file) => !/secrets$|\.env$/.test(file) });
  await run('./make-secrets.sh', { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('makes secrets once, which containers can read and other users of the machine cannot', async () => {
  const url = await readFile(path.join(folder, 'secrets/service/database_url'), 'utf8');
  expect(readSettings({ DATABASE_URL: url.trim() }).databaseUrl).toMatch(
    /^postgres:\/\/ioi_service:[0-9a-f]{48}@/,
  );
  const modeOf = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);
  expect(await modeOf('secrets')).toBe('700');
  expect(await modeOf('secrets/service/database_url')).toBe('644');

  const { stdout } = await run('./make-secrets.sh', { cwd: folder });
  expect(stdout).toContain('nothing was changed');
  expect(await readFile(path.join(folder, 'secrets/service/database_url'), 'utf8')).toBe(url);
});

it.skipIf(whyNot !== undefined)(
  `is read by Docker Compose as it is meant${whyNot ? `: ${whyNot}` : ''}`,
  async () => {
    const { stdout } = await run(await goProgram(composeGo), ['-format', 'json', 'compose.yaml'], {
      cwd: folder,
    });
    const services: Record<string, Service> = JSON.parse(stdout).services;

    for (const name of ['api', 'worker', 'migrate']) {
      const { environment, ...service } = services[name] ?? {};
      expect(service).toMatchObject({
        env_file: [{ path: path.join(folder, '.env'), required: false }],
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        deploy: { resources: { limits: { memory: expect.anything() } } },
      });
      // PORT in .env is the machine's.
      expect(environment).toMatchObject({ PORT: 3000, DATABASE_URL_FILE: '/run/secrets/database_url' });
      const secrets = service.volumes?.map(({ source, target }) => `${path.basename(source)} ${target}`);
      const owners = name === 'migrate' ? ['owner /run/owner'] : [];
      expect(secrets).toEqual(['service /run/secrets', ...owners]);
    }
    expect(services.api?.healthcheck?.test?.join()).toContain('/readyz');
    expect(services.worker).toMatchObject({ deploy: { replicas: 2 } });
  },
  300_000,
);
