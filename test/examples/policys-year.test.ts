import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoService, startDemoService } from '../support/demo-service.js';

const guide = fileURLToPath(new URL('../../docs/guides/a-policys-year.md', import.meta.url));
const end = '=== the end of a block ===';

let service: DemoService;

beforeAll(async () => {
  service = await startDemoService();
});
afterAll(async () => {
  await service?.stop();
});

it('prints what the guide shows when its commands run as they are', async () => {
  const text = await readFile(guide, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n```\n(.*?)^```\n)?/gms)];
  expect(blocks.length).toBeGreaterThan(8);
  const script = blocks.map(([, commands]) => `${commands}echo '${end}'\n`).join('');
  const inFolder = script.replaceAll('.data/demo.json', path.join(service.dataDir, 'demo.json'));

  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', inFolder]);

  expect(stdout.split(`${end}\n`).slice(0, -1)).toEqual(blocks.map(([, , shown = '']) => shown));
}, 240_000);
