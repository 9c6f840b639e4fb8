import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboundEndpoints, urlBelow } from '../../../activities/outbound/endpoints.js';
import { OutboundFailure, postJson } from '../../../activities/outbound/post-json.js';
import { isPublicAddress } from '../../../activities/outbound/public-address.js';
import { signedHeaders } from '../../../activities/outbound/signed-headers.js';
import { aCarrierServer, type CarrierServer, json } from '../../support/carrier-server.js';

let server: CarrierServer;

beforeAll(async () => {
  server = await aCarrierServer();
});

afterAll(() => server?.stop());

const organizationId = '6f0b3c9e-52d4-4a0b-9f6e-0d1c7a8e4b21';

const endpointOf = (url: string, isPrivate = false) =>
  outboundEndpoints.parse({ one: { url, private: isPrivate, organizationId } }).one!;

/** As if it were public: `https` is asked for in the settings, and not what these tests are about. */
const publicEndpoint = (url: string) => ({ url: new URL(url), private: false });

const post = (url: string, { isPrivate = true, timeoutMs = 2_000, lookup }: Options = {}) =>
  postJson({
    endpoint: isPrivate ? endpointOf(url, true) : publicEndpoint(url),
    path: '/quotes',
    body: '{"a":1}',
    headers: {},
    timeoutMs,
    ...(lookup && { lookup }),
  });

interface Options {
  isPrivate?: boolean;
  timeoutMs?: number;
  lookup?: LookupFunction;
}

const faultOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'NONE',
    (error: unknown) => (error instanceof OutboundFailure ? error.fault : String(error)),
  );

describe('addresses', () => {
  it.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['2606:4700:4700::1111', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['ff02::1', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://0',
    'http://localhost',
    'http://169.254.169.254',
  ])('refuses %s unless the endpoint is private', async (host) => {
    const before = server.received.length;
    expect(await faultOf(post(`${host}:${server.port}`, { isPrivate: false }))).toBe('ADDRESS_REFUSED');
    expect(server.received).toHaveLength(before);
  });

  it('refuses a public name that resolves to this machine, also among public addresses', async () => {
    const found = [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const lookup: LookupFunction = (_host, _options, callback) => callback(null, found);
    const url = `http://rates.example.com:${server.port}`;
    expect(await faultOf(post(url, { isPrivate: false, lookup }))).toBe('ADDRESS_REFUSED');
  });

  it('reaches a private endpoint', async () => {
    server.answer(json(200, { ok: true }));
    expect(await post(server.url)).toEqual({ status: 200, body: '{"ok":true}' });
    expect(await post(`http://localhost:${server.port}`)).toMatchObject({ status: 200 });
    expect(server.received.at(-1)).toMatchObject({ path: '/quotes', body: { a: 1 } });
  });
});

describe('answers', () => {
  it('does not follow redirects', async () => {
    let followed = false;
    server.answer(({ path }, response) => {
      followed ||= path !== '/quotes';
      response.writeHead(302, { location: `${server.url}/elsewhere` }).end();
    });
    expect(await post(server.url)).toMatchObject({ status: 302 });
    expect(followed).toBe(false);
  });

  it.each([
    ['with its length', true],
    ['in chunks', false],
  ])('stops reading an answer that is too large, sent %s', async (_how, isAnnounced) => {
    const size = 1024 * 1024 + 1;
    server.answer((_request, response) => {
      response.writeHead(200, isAnnounced ? { 'content-length': size } : {});
      response.end(Buffer.alloc(size, 32));
    });
    expect(await faultOf(post(server.url))).toBe('TOO_LARGE');
  });

  it('refuses a compressed answer, which could hide its size', async () => {
    server.answer((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
    expect(await faultOf(post(server.url))).toBe('ENCODED');
  });

  it.each([
    ['headers', false],
    ['the rest of the body', true],
  ])('gives up where %s do not come in time', async (_what, isBegun) => {
    server.answer((_request, response) => {
      if (isBegun) response.writeHead(200).write('{');
    });
    expect(await faultOf(post(server.url, { timeoutMs: 300 }))).toBe('TIMEOUT');
  });

  it('says that nothing listens, and that a connection was cut', async () => {
    expect(await faultOf(post('http://127.0.0.1:1'))).toBe('NETWORK');
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await faultOf(post(server.url))).toBe('NETWORK');
  });
});

describe('an answer of which only the status counts', () => {
  const statusOf = async () =>
    (
      await postJson({
        endpoint: { url: new URL(`${server.url}/hook/?key=1`), private: true },
        body: '{}',
        headers: {},
        timeoutMs: 300,
        statusOnly: true,
      })
    ).status;

  it('comes from the address as it stands', async () => {
    server.answer(json(202, {}));
    expect(await statusOf()).toBe(202);
    expect(server.received.at(-1)?.path).toBe('/hook/?key=1');
  });

  it('is there before its body, however that goes on', async () => {
    let closed = 0;
    server.answer((_request, response) => {
      response.once('close', () => {
        closed += 1;
      });
      response.writeHead(200, { 'content-encoding': 'br' }).write('{');
    });
    expect(await statusOf()).toBe(200);
    await expect.poll(() => closed).toBe(1);

    server.answer((_request, response) => {
      response.once('close', () => {
        closed += 1;
      });
      response.writeHead(200).write(Buffer.alloc(4 * 1024 * 1024));
    });
    expect(await statusOf()).toBe(200);
    await expect.poll(() => closed).toBe(2);
  });
});

describe('endpoints', () => {
  it.each([
    ['http://rates.example.com', false],
    ['https://user:secret@rates.example.com', true],
    ['https://rates.example.com?key=1', true],
    ['ftp://rates.example.com', true],
    ['rates.example.com', true],
  ])('refuses %s (private: %s)', (url, isPrivate) => {
    expect(outboundEndpoints.safeParse({ one: { url, private: isPrivate, organizationId } }).success).toBe(
      false,
    );
  });

  it('keeps to the host whatever the path is', () => {
    const endpoint = endpointOf('https://rates.example.com/v2/');
    expect(urlBelow(endpoint, '/quotes').href).toBe('https://rates.example.com/v2/quotes');
    expect(urlBelow(endpoint, '//evil.example/x').host).toBe('rates.example.com');
    expect(urlBelow(endpoint, '@evil.example').host).toBe('rates.example.com');
  });
});

it('signs so that the library verifies, and not another body', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const headers = signedHeaders('{"a":1}', { id: 'request-1', secret, now: new Date() });
  expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
  expect(() => new Webhook(secret).verify('{"a":2}', headers)).toThrow();
});

it('signs by each of several secrets, so that a receiver with any of them verifies', () => {
  const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
  const headers = signedHeaders('{}', { id: 'request-1', secret: secrets, now: new Date() });
  for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
});
