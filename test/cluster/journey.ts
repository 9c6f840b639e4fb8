import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { ContractCaller, operationsOf } from '../support/contract-caller.js';
import { callEveryOperation } from '../support/every-operation.js';
import { DemoCaller, expectEqual } from './caller.js';
import type { Cluster } from './cluster.js';
import { withOwner } from './owner.js';

/** By the examples of the contract: each succeeds. */
export async function everyOperation({ demo }: Cluster): Promise<string> {
  const document = await (await fetch(`${demo.baseUrl}/ioi/v3/openapi.json`)).json();
  const operations = operationsOf(document);
  const caller = new ContractCaller({ demo }, operations);
  await callEveryOperation(caller, { demo });
  expectEqual(
    [...operations.keys()].filter((name) => !caller.called.has(name)),
    [],
    'not called',
  );
  return `${caller.called.size} operations`;
}

export async function pages({ demo }: Cluster): Promise<string> {
  const paths = ['/docs', '/docs/quick-start', '/docs/events', '/docs/webhooks', '/docs/guides'];
  for (const page of paths) {
    const { status, headers } = await fetch(`${demo.baseUrl}${page}`);
    expectEqual([status, headers.get('content-type')?.split(';')[0]], [200, 'text/html'], page);
  }
  return `${paths.length} pages`;
}

const guide = fileURLToPath(new URL('../../docs/guides/quick-start.md', import.meta.url));

/** Runs the commands of the guide as they are, with this address and key. */
export async function quickStart({ demo }: Cluster): Promise<string> {
  const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = demo.organizations;
  const text = (await readFile(guide, 'utf8'))
    .replaceAll('http://127.0.0.1:3000', demo.baseUrl)
    .replaceAll('API_KEY:SECRET', `${apiKey}:${apiSecret}`);
  const commands = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command]) => command);
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-quick-start-'));
  try {
    await promisify(execFile)('sh', ['-e', '-c', commands.join('\n')], { cwd: folder });
    const { metadata } = JSON.parse(await readFile(path.join(folder, 'policy.json'), 'utf8'));
    const [policy] = metadata.POLICY_CREATE.policies;
    expectEqual([policy.productName, policy.policyState], ['Cyber', 'ACTIVE'], 'the policy');
    return `policy ${policy.policyNumber}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A policy's life after it was issued: an endorsement with its quote, a payment, the cancellation. */
export async function changes({ demo }: Cluster): Promise<string> {
  const caller = new DemoCaller(demo);
  const { lineId, intakes } = demo.products.find(({ key }) => key === 'general-liability')!;
  const today = utcDate(new Date());
  const fire = (type: string, payload: object, forceSync = false) =>
    caller.fire({ type, lineId, forceSync, payload });
  const { metadata } = await fire('GET_QUOTES', { effectiveDate: today, intake: intakes.quoted }, true);
  const [{ requestId, clientId }] = metadata.quotes;
  const issued = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [requestId], paymentPlans: { [requestId]: 'FULL_PAYMENT' } },
  });
  const [{ id: policyId }] = issued.metadata.POLICY_CREATE.policies;
  const change = { policyId, effectiveDate: addDays(today, 30) };
  const city = { 'client.city': { type: 'ANSWER', qid: 'client.city', answer: 'Dallas' } };
  const endorsed = await fire('POLICY_ENDORSEMENT_QUOTING', { ...change, intake: city });
  const { quoteId, outcome } = endorsed.metadata;
  expectEqual(outcome, 'QUOTED', 'the endorsement');
  await fire('POLICY_ENDORSE', { ...change, quoteId });
  await fire('PAYMENT_RECEIVED', {
    ...{ policyId, amount: 100, reference: 'check 1', isRefund: false, paymentMethod: 'CHECK' },
    ...{ payer: 'Payer', paymentDate: today, description: 'First payment' },
  });
  await fire('POLICY_CANCEL', { ...{ policyId, clientId }, effectiveDate: addDays(today, 60) });
  const { totalElements } = await caller.ask('GET', `/policy/${policyId}/payments`);
  expectEqual(totalElements, 1, 'payments');
  const { events } = await caller.ask('GET', `/policy/${policyId}`);
  return events.map(({ type }: { type: string }) => type).join(', ');
}

/** Documents of issued policies are in the bucket only, and are downloaded through the service. */
export async function documents(cluster: Cluster): Promise<string> {
  const { servers } = cluster;
  const rows = await withOwner(cluster, (db) =>
    db('documents').select('store').count('* as count').groupBy('store'),
  );
  expectEqual(
    rows.map(({ store }) => store),
    ['S3'],
    'the stores of documents',
  );
  const objects = await servers.s3.objects('documents');
  if (objects < Number(rows[0]?.count)) throw new Error(`${rows[0]?.count} documents, ${objects} objects`);
  return `${objects} documents`;
}
