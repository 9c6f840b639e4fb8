import { readFile } from 'node:fs/promises';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { utcDate } from '../../domain/ground/calendar.js';
import { aCarrierServer, json } from '../support/carrier-server.js';
import { aTlsTerminator } from '../support/tls-terminator.js';
import { DemoCaller, expectEqual, until } from './caller.js';
import type { Cluster } from './cluster.js';

/** The carrier answers after three seconds; until then the run is asked by a query for what it has. */
export async function lateAnswer({ demo }: Cluster): Promise<string> {
  const caller = new DemoCaller(demo);
  const { lineId, intakes } = demo.products.find(({ key }) => key === 'cyber')!;
  const mode = { type: 'ANSWER', qid: 'market.simulatorMode', answer: 'DELAYED' };
  const payload = {
    effectiveDate: utcDate(new Date()),
    intake: { ...intakes.carrier, 'market.simulatorMode': mode },
  };
  const { triggerRequestId } = await caller.fire({ type: 'GET_QUOTES', lineId, forceSync: false, payload });
  const quotes = () => caller.ask('GET', `/quotes/trigger/${triggerRequestId}`);
  const state = async () => (await caller.ask('GET', `/event/${triggerRequestId}`)).state;
  await until(state, (seen) => seen === 'RUNNING', 'the state of the event', 2_000);
  const open = (await quotes()).quoted.length;
  await until(state, (seen) => seen === 'COMPLETED', 'the state of the event');
  const all = (await quotes()).quoted.length;
  expectEqual(all, open + 1, 'quotes after the answer');
  return `${open} quotes while it waited, ${all} afterwards`;
}

/** The receiver has a certificate of the cluster's own authority. */
export async function webhook({ demo, servers }: Cluster): Promise<string> {
  const caller = new DemoCaller(demo);
  const receiver = await aCarrierServer();
  receiver.answer(json(200, {}));
  const tls = await aTlsTerminator(receiver.port, servers.certificates.server);
  try {
    const { endpointId, secret } = await caller.ask('POST', '/webhook/endpoint', {
      ...{ url: `https://localhost:${tls.port}/ioi`, eventTypes: ['POLICY_CREATED'] },
    });
    const { deliveryId } = await caller.ask('POST', `/webhook/endpoint/${endpointId}/test`);
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
      'deliveries',
    );
    const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
    new Webhook(secret).verify(text, headers as Record<string, string>);
    const delivery = () => caller.ask('GET', `/webhook/delivery/${deliveryId}`);
    const { state } = await until(
      delivery,
      ({ endedTimestamp }) => endedTimestamp !== undefined,
      'the delivery',
    );
    await caller.ask('DELETE', `/webhook/endpoint/${endpointId}`);
    return `${state} over TLS`;
  } finally {
    tls.close();
    await receiver.stop();
  }
}

/** PostgreSQL without TLS, and Temporal without a certificate of a client. */
export async function onlyTls({ settings, servers }: Cluster): Promise<string> {
  const url = new URL(settings.DATABASE_URL ?? '');
  url.search = '';
  const plain = new pg.Client({ connectionString: url.href });
  const postgres = await plain.connect().then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  await plain.end();
  if (!postgres.includes('no encryption')) throw new Error(`PostgreSQL without TLS: ${postgres}`);
  const anonymous = Connection.connect({
    address: servers.temporal.address,
    tls: { serverRootCACertificate: await readFile(servers.certificates.authority.certFile) },
    connectTimeout: '5 seconds',
  });
  const isRefused = await anonymous.then(
    async (connection) => {
      await connection.close();
      return false;
    },
    () => true,
  );
  expectEqual(isRefused, true, 'Temporal refuses a caller without a certificate');
  return postgres;
}
