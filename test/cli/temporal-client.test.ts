import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { NativeConnection } from '@temporalio/worker';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../cli/embedded/free-port.js';
import { connectTemporalClient } from '../../cli/parts/temporal.js';
import { temporalAddress } from '../support/temporal.js';

const namespace = 'default';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Passes everything on to the run's Temporal server, or answers nothing. */
async function listening(port: number, answers = true): Promise<string> {
  const [host = '', target] = temporalAddress().split(':');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!answers) return;
    const upstream = connect(Number(target), host).on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isReached = (client: Awaited<ReturnType<typeof connectTemporalClient>>['client']) =>
  client.withDeadline(Date.now() + 10_000, () => client.workflowService.describeNamespace({ namespace }));

describe('the client of an API in a process of its own', () => {
  it('is on a native connection if the server responds', async () => {
    const server = { address: temporalAddress(), security: undefined };
    const { client, close } = await connectTemporalClient(server, namespace);
    expect(client.connection).toBeInstanceOf(NativeConnection);
    await isReached(client);
    await close();
  });

  it('is there while the server is not, and reaches it once it is', async () => {
    const port = await freePort();
    const { client, close } = await connectTemporalClient(
      { address: `127.0.0.1:${port}`, security: undefined },
      namespace,
    );
    await listening(port);
    await isReached(client);
    await close();
  });

  it('is there soon while the server says nothing', async () => {
    const address = await listening(0, false);
    const begin = Date.now();
    const { client, close } = await connectTemporalClient({ address, security: undefined }, namespace);
    expect(Date.now() - begin).toBeLessThan(5_000);
    expect(client.connection).not.toBeInstanceOf(NativeConnection);
    await close();
  });
});
