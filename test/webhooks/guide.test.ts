import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../cli/embedded/free-port.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld, type WebhookWorld } from './webhook-world.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = path.join(root, 'docs/guides/webhooks.md');

let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld({ worker: localWebhooks([1, 1, 1, 1, 1, 1, 1, 1]) });
});
afterAll(() => world?.close());
beforeEach(() => world.startAfresh());

/** The guide's receiver, as somebody copies it into a file; answers what it prints. */
async function theGuidesReceiver(environment: Record<string, string>) {
  const code = /```js\n(.*?)```/s.exec(await readFile(guide, 'utf8'))?.[1] ?? '';
  // Below node_modules the library is found, and nobody looks.
  const file = path.join(root, `node_modules/.cache/ioi/receiver-${environment.PORT}.mjs`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, code);
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  return {
    lines,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(file);
    },
  };
}

it.each([
  ['takes what it verifies, once', 'its own', 204],
  ['refuses what another secret signed', 'another', 401],
])('has a receiver that %s', async (_what, whose, status) => {
  const port = String(await freePort());
  const { secret } = await world.anEndpoint({ url: `http://127.0.0.1:${port}/` });
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const receiver = await theGuidesReceiver({
    PORT: port,
    WEBHOOK_SECRET: whose === 'its own' ? secret : other,
  });

  const triggerRequestId = await world.fire();
  await expect
    .poll(
      async () => (await world.deliveries({ triggerRequestId, eventType: 'GET_QUOTES' }))[0]?.lastStatus,
      {
        timeout: 20_000,
      },
    )
    .toBe(status);

  if (status === 204) {
    const { deliveryId, attempts } = await world.delivered(triggerRequestId);
    await world.call('post', `/webhook/delivery/${deliveryId}/resend`);
    await expect
      .poll(async () => (await world.call('get', `/webhook/delivery/${deliveryId}`)).body, {
        timeout: 20_000,
      })
      .toMatchObject({ state: 'DELIVERED', attempts: attempts + 1, lastStatus: 204 });
  }
  expect(receiver.lines.filter((line) => line.startsWith('GET_QUOTES'))).toHaveLength(status === 204 ? 1 : 0);
  await receiver.stop();
});

it('shows answers with the fields that the service gives', async () => {
  const text = await readFile(guide, 'utf8');
  const [made, rotated] = [...text.matchAll(/^\$ curl [\s\S]*?\n(\{\n[\s\S]*?\n\})\n```/gm)].map(
    ([, answer = '']) => Object.keys(JSON.parse(answer)).sort(),
  );
  const endpoint = await world.anEndpoint({
    url: 'https://hooks.example.com/ioi',
    eventTypes: ['POLICY_CREATED'],
  });
  expect(Object.keys(endpoint).sort()).toEqual(made);
  const secret = await world.call('post', `/webhook/endpoint/${endpoint.endpointId}/rotate-secret`);
  expect(Object.keys(secret.body).sort()).toEqual(rotated);
});
