import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectToTemporal, lazyTemporalClient, registerSearchAttributes } from '../../cli/parts/temporal.js';
import { readSettings } from '../../cli/settings/settings.js';
import { aCertificate, anAuthority, type Certificate } from '../support/certificates.js';
import { temporalAddress } from '../support/temporal.js';
import { aTlsTerminator } from '../support/tls-terminator.js';

const hostName = 'temporal.test';
const folder = mkdtempSync(path.join(tmpdir(), 'ioi-tls-'));
const servers: { close(): unknown }[] = [];
let authority: Certificate;
let stranger: Certificate;
let server: Certificate;
let client: Certificate;

beforeAll(() => {
  authority = anAuthority(folder, 'authority.test');
  stranger = anAuthority(folder, 'stranger.test');
  server = aCertificate(folder, hostName, authority);
  client = aCertificate(folder, 'client.test', authority);
});
afterAll(() => {
  for (const each of servers) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const keyPair = () => ({ cert: readFileSync(server.certFile), key: readFileSync(server.keyFile) });

async function listening(candidate: Pick<Server, 'listen' | 'address' | 'close'>): Promise<string> {
  servers.push(candidate);
  await new Promise<void>((resolve) => candidate.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(candidate.address() as AddressInfo).port}`;
}

/** Ends TLS before the run's Temporal server, which speaks plain gRPC only. */
async function tlsBeforeTemporal(options: { requestCert?: boolean } = {}): Promise<string> {
  const ca = readFileSync(authority.certFile);
  const plainPort = Number(new URL(`tcp://${temporalAddress()}`).port);
  const proxy = await aTlsTerminator(plainPort, server, { ca, ALPNProtocols: ['h2'], ...options });
  servers.push(proxy);
  return `127.0.0.1:${proxy.port}`;
}

function serverWith(address: string, environment: Record<string, string>) {
  return { address, security: readSettings(environment).temporalSecurity };
}

async function bothReach(address: string, environment: Record<string, string>): Promise<boolean[]> {
  const place = serverWith(address, environment);
  const worker = connectToTemporal(place, 0).then(async (connection) => {
    await connection.workflowService.describeNamespace({ namespace: 'default' });
    await connection.close();
  });
  const { client: lazy, close } = lazyTemporalClient(place, 'default');
  const api = lazy.connection
    .withDeadline(Date.now() + 2000, () => lazy.workflowService.describeNamespace({ namespace: 'default' }))
    .finally(close);
  const settled = await Promise.allSettled([worker, api]);
  return settled.map(({ status }) => status === 'fulfilled');
}

describe('a Temporal server behind TLS', () => {
  it('is reached by workers and APIs with the certificate of its authority, and only with it', async () => {
    const address = await tlsBeforeTemporal();
    const named = { TEMPORAL_TLS_SERVER_NAME: hostName };
    const trusting = { ...named, TEMPORAL_TLS_CA_FILE: authority.certFile };
    expect(await bothReach(address, trusting)).toEqual([true, true]);
    expect(await bothReach(address, { ...named, TEMPORAL_TLS_CA_FILE: stranger.certFile })).toEqual([
      false,
      false,
    ]);
    expect(await bothReach(address, { ...named, TEMPORAL_TLS: 'true' })).toEqual([false, false]);
    expect(await bothReach(address, { ...trusting, TEMPORAL_TLS_SERVER_NAME: 'other.test' })).toEqual([
      false,
      false,
    ]);
    expect(await bothReach(address, {})).toEqual([false, false]);
  }, 60_000);

  it('is shown the certificate of the client where it asks for one', async () => {
    const address = await tlsBeforeTemporal({ requestCert: true });
    const trusting = { TEMPORAL_TLS_SERVER_NAME: hostName, TEMPORAL_TLS_CA_FILE: authority.certFile };
    const certificate = { TEMPORAL_TLS_CERT_FILE: client.certFile, TEMPORAL_TLS_KEY_FILE: client.keyFile };
    expect(await bothReach(address, { ...trusting, ...certificate })).toEqual([true, true]);
    expect(await bothReach(address, trusting)).toEqual([false, false]);
  }, 60_000);

  it('is given the API key by both, and may refuse to register search attributes', async () => {
    const seen = new Set<string>();
    const denying = createSecureServer({ ...keyPair() }, (request, response) => {
      seen.add(String(request.headers.authorization));
      response.writeHead(200, { 'content-type': 'application/grpc' });
      const isInfo = request.url.endsWith('/GetSystemInfo');
      if (isInfo) response.write(Buffer.alloc(5));
      response.addTrailers({ 'grpc-status': isInfo ? '0' : '7' });
      response.end();
    });
    const place = serverWith(await listening(denying as unknown as Server), {
      TEMPORAL_API_KEY: 'secret.key',
      TEMPORAL_TLS_SERVER_NAME: hostName,
      TEMPORAL_TLS_CA_FILE: authority.certFile,
    });
    const warnings: unknown[] = [];
    const logger = { warn: (details: unknown) => warnings.push(details) };

    const worker = await connectToTemporal(place, 0);
    await registerSearchAttributes(worker, 'default', logger);
    const workerHeaders = [...seen];
    seen.clear();
    const { client: lazy, close } = lazyTemporalClient(place, 'default');
    const { connection } = lazy;
    await registerSearchAttributes(
      connection as Parameters<typeof registerSearchAttributes>[0],
      'default',
      logger,
    );

    expect(workerHeaders).toEqual(['Bearer secret.key']);
    expect([...seen]).toEqual(['Bearer secret.key']);
    expect(warnings).toHaveLength(2);
    await Promise.all([worker.close(), close()]);
  });

  it('says what to check when it does not answer', async () => {
    const address = await tlsBeforeTemporal();
    await expect(connectToTemporal(serverWith(address, {}), 0)).rejects.toThrow(
      /Check TEMPORAL_ADDRESS, and TEMPORAL_TLS\./,
    );
  }, 30_000);
});

describe('the settings', () => {
  it('are none for a plain server', () => {
    expect(readSettings({}).temporalSecurity).toBeUndefined();
    expect(readSettings({ TEMPORAL_TLS: 'false' }).temporalSecurity).toBeUndefined();
  });

  it('each imply TLS', () => {
    expect(readSettings({ TEMPORAL_TLS: 'true' }).temporalSecurity).toEqual({ tls: {} });
    expect(readSettings({ TEMPORAL_API_KEY: 'abc' }).temporalSecurity).toEqual({ tls: {}, apiKey: 'abc' });
  });

  it('are refused by name', () => {
    const text = path.join(folder, 'text.pem');
    writeFileSync(text, 'no certificate');
    const { certFile, keyFile } = client;
    for (const [environment, words] of [
      [{ TEMPORAL_TLS: 'yes' }, 'TEMPORAL_TLS must be true or false'],
      [{ TEMPORAL_TLS_CA_FILE: '/nowhere.pem' }, 'TEMPORAL_TLS_CA_FILE must be a readable file: ENOENT'],
      [{ TEMPORAL_TLS_CA_FILE: folder }, 'TEMPORAL_TLS_CA_FILE must be a readable file: EISDIR'],
      [{ TEMPORAL_TLS_CA_FILE: text }, 'TEMPORAL_TLS_CA_FILE must be a file with a certificate in PEM'],
      [{ TEMPORAL_TLS_CERT_FILE: certFile }, 'TEMPORAL_TLS_KEY_FILE must be set'],
      [{ TEMPORAL_TLS_KEY_FILE: keyFile }, 'TEMPORAL_TLS_CERT_FILE must be set'],
      [
        { TEMPORAL_TLS_CERT_FILE: certFile, TEMPORAL_TLS_KEY_FILE: text },
        'TEMPORAL_TLS_KEY_FILE must be a file with',
      ],
      [
        { TEMPORAL_TLS_CERT_FILE: certFile, TEMPORAL_TLS_KEY_FILE: server.keyFile },
        'TEMPORAL_TLS_KEY_FILE must be the key of the certificate',
      ],
      [{ TEMPORAL_TLS_SERVER_NAME: 'https://x' }, 'TEMPORAL_TLS_SERVER_NAME must be a host name'],
      [{ TEMPORAL_API_KEY: 'two words' }, 'TEMPORAL_API_KEY must be'],
      [
        { TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'abc' },
        'TEMPORAL_TLS must be true, or not set, if TEMPORAL_API_KEY',
      ],
    ] as const) {
      expect(() => readSettings(environment)).toThrow(`\n  ${words}`);
    }
  });
});
