import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection } from '@temporalio/client';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../cli/embedded/temporal.js';
import { registerSearchAttributes } from '../../cli/parts/temporal.js';
import { type Database, openDatabase } from '../../db/database.js';
import { runCli } from '../support/running-service.js';
import { temporalProgram } from '../support/temporal-program.js';
import { ArchivedPostgres, archiveSeconds } from './archived-postgres.js';
import { type Fired, Seller } from './load.js';
import { openOffice } from './office.js';
import { type RunningParts, startParts } from './service.js';

/**
 * Loses PostgreSQL and restores it to an earlier time while Temporal is ahead; then loses Temporal and restores that.
 * Each time the service is started, reconciled, and must have all that was answered before. `npm run test:restore --
 * --policies 100000` measures it with a book of that size.
 */
const { values } = parseArgs({ options: { policies: { type: 'string', default: '0' } } });
const policies = Number(values.policies);

const dataDir = await mkdtemp(path.join(tmpdir(), 'ioi-restore-'));
await chmod(dataDir, 0o711);
const postgres = new ArchivedPostgres(dataDir);
const failures: string[] = [];
const servers: { temporal?: EmbeddedTemporal } = {};
let parts: RunningParts | undefined;

const say = (line: string) => console.log(line);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
function check(isTrue: boolean, what: string): void {
  say(`${isTrue ? 'ok  ' : 'FAIL'} ${what}`);
  if (!isTrue) failures.push(what);
}
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  say(`     ${what}: ${seconds(performance.now() - began)}`);
  return result;
}

const environment = () => ({
  DATABASE_URL: postgres.server.url,
  OWNER_DATABASE_URL: postgres.server.ownerUrl,
  TEMPORAL_ADDRESS: servers.temporal?.address ?? '',
});

async function startTemporal(): Promise<void> {
  const before = servers.temporal;
  const binary = await temporalProgram();
  const temporal = await startEmbeddedTemporal({
    ...{ binary, dataDir, namespace: 'default' },
    ...(before && { port: before.port, uiPort: before.uiPort }),
  });
  servers.temporal = temporal;
  const connection = await Connection.connect({ address: temporal.address });
  await registerSearchAttributes(connection, 'default').finally(() => connection.close());
}

interface Found {
  kind: string;
  id: string;
  mended: boolean;
}

/** Runs the command as an operator does, and answers what it names. */
async function reconcile(since: Date, ...options: string[]): Promise<Found[]> {
  const { ended } = runCli(
    ['reconcile', '--json', '--since', since.toISOString(), ...options],
    environment(),
  );
  const { code, output } = await ended;
  const lines = output.split('\n').filter((line) => line.startsWith('{"kind"'));
  if (code !== 0 && code !== 3) throw new Error(`reconcile failed:\n${output}`);
  const found = lines.map((line) => JSON.parse(line) as Found);
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${kind} ${found.filter((one) => one.kind === kind).length}`);
  say(
    `     ${['reconcile', ...options].join(' ')} (exit ${code}): ${counts.join(', ') || 'nothing differs'}`,
  );
  return found;
}

/** What the database says of events, by id. */
async function statesOf(db: Database, fired: readonly Fired[]): Promise<Map<string, string>> {
  const ids = fired.map(({ triggerRequestId }) => triggerRequestId);
  const rows = await db('events')
    .whereIn('trigger_request_id', ids)
    .select('trigger_request_id as id', 'state');
  return new Map(rows.map(({ id, state }: { id: string; state: string }) => [id, state]));
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 180_000; !(await isSo()); await sleep(500)) {
    if (Date.now() > deadline) return check(false, what);
  }
  check(true, what);
}

async function nothingDoubled(db: Database): Promise<void> {
  const doubled = async (sql: string) => (await db.raw<{ rows: unknown[] }>(sql)).rows.length;
  check(
    (await doubled(
      'select policy_number from policies group by issuing_organization_id, policy_number having count(*) > 1',
    )) === 0,
    'no number belongs to two policies',
  );
  check(
    (await doubled(
      'select policy_id, amount from payments where policy_id is not null and amount = 100 group by 1, 2 having count(*) > 1',
    )) === 0,
    'no payment is there twice',
  );
  check(
    (await doubled(
      `select policy_id from policy_changes where kind = 'ISSUE' group by 1 having count(*) > 1`,
    )) === 0,
    'no policy was issued twice',
  );
}

try {
  await Promise.all([postgres.start(), startTemporal()]);
  const { key, owner } = await openOffice(postgres.server, dataDir);
  if (policies > 0) {
    await timed(`a book of ${policies} policies`, async () => {
      const { code, output } = await runCli(['demo', 'book', '--policies', String(policies)], environment())
        .ended;
      if (code !== 0) throw new Error(output);
    });
  }
  parts = await startParts(environment());
  const seller = new Seller(() => parts?.url ?? '', key);
  await seller.sell();

  say('\nPostgreSQL is lost, and restored to an earlier time. Temporal is ahead.');
  seller.begin(4);
  const size = await timed('the base backup, under load', () => postgres.backUp());
  say(`     its size: ${Math.round(size / 1e6)} MB`);
  await sleep(10_000);
  const target = new Date();
  await sleep(10_000);
  await seller.end();
  // The last segment reaches the archive in this time: what comes later is lost.
  await sleep((archiveSeconds + 1) * 1_000);
  await owner.destroy();
  await parts.stop();
  const began = performance.now();
  await timed('the restore, with the log', () => postgres.restoreTo(target));
  const since = new Date(target.getTime() - 60_000);
  const found = await timed('reconcile --mend, before anything works', () => reconcile(since, '--mend'));
  const before = [...seller.sold];
  parts = await startParts(environment());
  await seller.sell();
  say(`     RTO: ${seconds(performance.now() - began)} from the loss to the next policy`);

  const db = openDatabase({ url: postgres.server.ownerUrl, poolSize: 3, applicationName: 'ioi-drill' });
  const all = before.flatMap(({ fired }) => fired);
  const states = await statesOf(db, all);
  const kept = all.filter(({ answeredAt }) => answeredAt < target.getTime() - 100);
  const lost = all.filter(({ triggerRequestId }) => !states.has(triggerRequestId));
  say(
    `     ${all.length} events were answered, ${kept.length} before the target time; ${lost.length} are lost`,
  );
  check(
    kept.every(({ triggerRequestId }) => states.has(triggerRequestId)),
    'all that was answered before the target time is there',
  );
  check(lost.length > 0, 'what was answered later is lost');
  const named = new Set(found.map(({ id }) => id));
  check(
    lost.every(({ triggerRequestId }) => named.has(triggerRequestId)),
    'reconcile names every lost event',
  );
  const lostPolicies = before.filter(({ fired }) => lost.some((one) => one === fired[1]));
  check(
    lostPolicies.every(({ policyId }) => named.has(policyId)),
    'reconcile names every lost policy',
  );
  await reconcile(since, '--mend');
  const numbersBefore = new Map(before.map(({ number, policyId }) => [number, policyId]));
  // Those of one customer in their order.
  await Promise.all(
    before.map(async ({ fired }) => {
      for (const one of fired) if (lost.includes(one)) await seller.fire(one);
    }),
  );
  await until('every lost event runs again as it is fired again', async () => {
    const again = await statesOf(db, lost);
    return lost.every(
      ({ triggerRequestId: id, type }) =>
        again.get(id) === (type === 'CLAIM_NOTIFICATION' ? 'RUNNING' : 'COMPLETED'),
    );
  });
  for (const wait of seller.waits.splice(0)) await seller.answerWait(wait);
  const sold = await db('policies').select('id', 'policy_number as number');
  const shared = sold.filter(({ id, number }) => (numbersBefore.get(number) ?? id) !== id);
  check(shared.length === 0, `no number that a policy had before the loss belongs to another one now`);
  check(
    lostPolicies.every(({ policyId }) => sold.some(({ id }) => id === policyId)),
    'lost policies are issued again under their ids',
  );
  await until('all events have ended', async () =>
    [...(await statesOf(db, all)).values()].every((state) => state === 'COMPLETED'),
  );
  await nothingDoubled(db);
  const after = await reconcile(since);
  check(
    after.every(({ kind }) => kind === 'EVENT_LOST'),
    'nothing else differs afterwards',
  );

  say('\nTemporal is lost, and restored to an earlier time. PostgreSQL is ahead.');
  const waiting =
    (await Promise.all([seller.sell(), seller.sell(), seller.sell()])) && seller.waits.splice(0);
  await parts.stop();
  await servers.temporal?.stop();
  const files = ['temporal.db', 'temporal.db-wal', 'temporal.db-shm'];
  const copy = async (from: string, to: string) => {
    for (const file of files) {
      await rm(path.join(to, file), { force: true });
      await cp(path.join(from, file), path.join(to, file)).catch(() => undefined);
    }
  };
  const saved = await mkdtemp(path.join(dataDir, 'temporal-'));
  await copy(dataDir, saved);
  await startTemporal();
  parts = await startParts(environment());
  const [first, ...others] = waiting;
  if (first) await seller.answerWait(first);
  seller.begin(4);
  await sleep(8_000);
  await seller.end();
  await parts.stop();
  const lostAt = performance.now();
  await servers.temporal?.stop();
  await copy(saved, dataDir);
  await startTemporal();
  parts = await startParts(environment());
  await seller.sell();
  say(`     RTO: ${seconds(performance.now() - lostAt)} from the loss to the next policy`);
  // Younger events are left to their requests.
  await sleep(61_000);
  await reconcile(since, '--mend');
  for (const wait of [...others, ...seller.waits]) await seller.answerWait(wait);
  const ofAll = seller.sold.flatMap(({ fired }) => fired);
  await until('all events have ended', async () =>
    [...(await statesOf(db, ofAll)).values()].every((state) => state === 'COMPLETED'),
  );
  check((await statesOf(db, ofAll)).size === ofAll.length, 'every event is there');
  await nothingDoubled(db);
  await sleep(1_000);
  const rest = await reconcile(since);
  check(
    rest.every(({ kind }) => kind === 'EVENT_LOST'),
    'nothing differs afterwards',
  );
  await db.destroy();
} finally {
  await parts?.stop();
  await Promise.allSettled([postgres.server.stop(), servers.temporal?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}
say(
  failures.length === 0
    ? '\nThe restore drill passed.'
    : `\nThe restore drill failed: ${failures.join('; ')}.`,
);
process.exit(failures.length === 0 ? 0 : 1);
