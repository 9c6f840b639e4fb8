import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../cli/embedded/free-port.js';

async function listening(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return taken;
}

it('gives ports that nobody else is given, and that a server can listen on', async () => {
  const ports: number[] = [];
  while (ports.length < 200) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);

  const others: number[] = [];
  while (others.length < 2_000) others.push(await listening(0));
  expect(ports.filter((port) => others.includes(port))).toEqual([]);

  for (const port of ports) expect(await listening(port)).toBe(port);
});
