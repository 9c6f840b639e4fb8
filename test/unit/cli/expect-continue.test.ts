import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { answerExpectations, listen, stopListening } from '../../../cli/parts/http-server.js';

it.each([
  [5, 200, true],
  [2_000_000_000, 413, false],
])('a body of %d bytes that is announced is answered %d', async (length, status, isAsked) => {
  const server = createServer((req, res) => req.resume().once('end', () => res.end()));
  answerExpectations(server, 10);
  await listen(server, { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  let wasAsked = false;
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { Expect: '100-continue', 'Content-Length': length };
    const asking = request({ port, host: '127.0.0.1', method: 'POST', headers }, (res) => {
      resolve(res.resume().statusCode);
      if (!wasAsked) asking.destroy();
    });
    asking.once('continue', () => {
      wasAsked = true;
      asking.end('x'.repeat(length));
    });
    asking.once('error', reject);
    asking.flushHeaders();
  });
  expect([answered, wasAsked]).toEqual([status, isAsked]);
  await stopListening(server);
});
