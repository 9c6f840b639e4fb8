import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RequestDrain } from '../../../cli/parts/request-drain.js';

const answer = (res: ServerResponse) => res.end('done');

async function aServer(serve: (res: ServerResponse) => void) {
  const server = createServer((_req, res) => serve(res));
  const drain = new RequestDrain(server);
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const [res] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    res.resume();
    await once(res, 'end');
    return res.headers.connection;
  };
  return { server, drain, ask };
}

it('goes on serving at first, is not ready, and closes each connection with its answer', async () => {
  const { drain, ask } = await aServer(answer);
  expect(await ask()).toBe('keep-alive');
  await expect(drain.check()).resolves.toBeUndefined();

  const stopped = drain.stop(300);

  await expect(drain.check()).rejects.toThrow('the API stops');
  expect(await ask()).toBe('close');
  expect(await ask()).toBe('close');
  await stopped;
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
});

it('finishes the requests in progress, however the connection was to be kept', async () => {
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { drain, ask } = await aServer((res) => void asked.then(() => sleep(200)).then(() => answer(res)));
  const slow = ask();
  await sleep(50);

  const stopped = drain.stop(0);
  release();

  expect(await slow).toBe('close');
  await stopped;
});

it('ends with connections that are idle', async () => {
  const { drain, ask } = await aServer(answer);
  await ask();

  await drain.stop(0);
});

it('answers the request of a connection that it accepted just before it stopped', async () => {
  const { server, drain } = await aServer(answer);
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port });
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);

  const stopped = drain.stop(0);
  await sleep(50);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');

  const [data] = (await once(socket, 'data')) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close/);
  await stopped;
});
