import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import { productDefinition } from '../../domain/product/definition.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { shopOfLives } from '../support/policy-life.js';
import {
  aDataDir,
  type RunningService,
  runCli,
  serversOf,
  startService,
  stopService,
} from '../support/running-service.js';
import { shopIds } from '../support/shop-product.js';
import { ServiceLoad, saidIn, waitId } from './service-load.js';

let dataDir: string;
let remove: () => Promise<void>;
let service: RunningService;

beforeAll(async () => {
  ({ dataDir, remove } = await aDataDir());
  service = await startService(dataDir);
  await deployShop();
});

afterAll(async () => {
  if (service) await stopService(service);
  await remove?.();
});

it('loses and doubles nothing when PostgreSQL is killed under load', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(() => kill('postgres'));
  await expectAllDone(load);
}, 600_000);

it('loses and doubles nothing when Temporal is killed under load', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(() => kill('temporal'));
  await expectAllDone(load);
}, 600_000);

it('loses and doubles nothing when everything is killed at once under load, and started again', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(async () => {
    await killEverything();
    service = await startService(dataDir);
  });
  expect(load.repeats).toBeGreaterThan(0);
  await expectAllDone(load);
}, 600_000);

it('runs what was accepted and never started by the time the process died', async () => {
  const load = new ServiceLoad(() => service);
  const envelopes = Array.from({ length: 6 }, (_, n) =>
    n % 3 === 0 ? load.anEvent('CLAIM_NOTIFICATION') : load.aQuoting(n % 2 === 0),
  );
  const ids = envelopes.map(({ triggerRequestId }) => triggerRequestId);
  const statesOf = async (db: Database) =>
    (await Event.query(db).findByIds(ids).select('state')).map(({ state }) => state);

  // A Temporal that stands still takes connections and does nothing with what comes by them.
  process.kill((await serversOf(dataDir)).temporal ?? Number.NaN, 'SIGSTOP');
  const unanswered = Promise.allSettled(envelopes.map((envelope) => load.fireOnce(envelope)));
  await withDatabase((db) =>
    expect.poll(() => statesOf(db), { timeout: 20_000 }).toEqual(ids.map(() => 'ACCEPTED')),
  );
  const killedAt = new Date();
  await killEverything();
  for (const answer of await unanswered) expect(answer).not.toMatchObject({ value: 200 });
  service = await startService(dataDir);

  await withDatabase(async (db) => {
    await expect.poll(() => statesOf(db), { timeout: 180_000 }).not.toContain('ACCEPTED');
  });
  const events = await withDatabase(async (db) => Event.query(db).findByIds(ids).select('plan'));
  await withTemporal(async (client) => {
    for (const { plan } of events) {
      const { startTime } = await client.workflow.getHandle(workflowIdOf(plan)).describe();
      expect(startTime.getTime()).toBeGreaterThan(killedAt.getTime());
    }
  });
  for (const envelope of envelopes) {
    const answer = await load.fire(envelope);
    if (envelope.type === 'CLAIM_NOTIFICATION') await load.answerWait(answer);
  }
  await expectAllDone(load);
}, 600_000);

/** The shop, with events that wait for an answer from outside. */
async function deployShop(): Promise<void> {
  const shop = structuredClone(shopOfLives()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  shop.configurations[0]!.events.CLAIM_NOTIFICATION = [
    { id: waitId, type: 'INBOUND_WAIT', name: 'Answer', waitsFor: 'an answer', into: 'answer' },
  ];
  const file = path.join(dataDir, 'shop.json');
  await writeFile(file, JSON.stringify(productDefinition.parse(shop)));
  const organization = service.demo.organizations[0]?.id ?? '';
  const { versionId } = JSON.parse(
    await cli('product', 'import', file, '--organization', organization, '--json'),
  ) as { versionId: string };
  await cli('product', 'deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01');
}

async function cli(...args: string[]): Promise<string> {
  const { code, output } = await runCli(args, { DATA_DIR: dataDir }).ended;
  if (code !== 0) throw new Error(output);
  return output;
}

async function kill(server: 'postgres' | 'temporal'): Promise<void> {
  const { [server]: pid } = await serversOf(dataDir);
  process.kill(pid ?? Number.NaN, 'SIGKILL');
}

async function killEverything(): Promise<void> {
  const pids = [service.child.pid, ...Object.values(await serversOf(dataDir))];
  for (const pid of pids) process.kill(pid ?? Number.NaN, 'SIGKILL');
  await service.ended;
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: service.demo.databaseUrl, poolSize: 2, applicationName: 'ioi-test' });
  return work(db).finally(() => db.destroy());
}

async function withTemporal(work: (client: Client) => Promise<void>): Promise<void> {
  const connection = await Connection.connect({ address: service.demo.temporalAddress });
  await work(new Client({ connection })).finally(() => connection.close());
}

/** Everything that was taken has run once, with what followed from it, and is answered as before. */
async function expectAllDone(load: ServiceLoad): Promise<void> {
  const { taken } = load;
  expect(taken.length).toBeGreaterThan(0);
  await withDatabase(async (db) => {
    const open = () => Event.query(db).whereIn('state', ['ACCEPTED', 'RUNNING']).select('type', 'state');
    await expect.poll(open, { timeout: 240_000, interval: 250 }).toEqual([]);
    await expectConsistent(db, load);
  });
  await withTemporal(async (client) => {
    const query = `IoiEventType IS NOT NULL AND ExecutionStatus = 'Running'`;
    await expect.poll(async () => (await client.workflow.count(query)).count, { timeout: 60_000 }).toBe(0);
  });
  for (const { envelope, answer } of taken) expect(saidIn(await load.ask(envelope))).toEqual(saidIn(answer));
}

async function expectConsistent(db: Database, { taken }: ServiceLoad): Promise<void> {
  const rowsOf = async (sql: string) => (await db.raw<{ rows: object[] }>(sql)).rows;

  expect(await rowsOf(`select type, state from events where state <> 'COMPLETED'`)).toEqual([]);
  expect(
    await rowsOf(`select type, name, state, last_error from action_runs where state <> 'SUCCEEDED'`),
  ).toEqual([]);
  const kept = await Event.query(db).findByIds(taken.map(({ answer }) => answer.triggerRequestId));
  expect(kept).toHaveLength(taken.length);

  const quoted = taken.filter(({ envelope }) => envelope.type === 'GET_QUOTES');
  const quotes = await db('quotes')
    .select('trigger_request_id', 'action_id', 'outcome')
    .whereIn(
      'trigger_request_id',
      quoted.map(({ answer }) => answer.triggerRequestId),
    );
  const actions = [shopIds.standard, shopIds.preferred];
  expect(
    quotes.map((quote) => `${quote.trigger_request_id} ${quote.action_id} ${quote.outcome}`).sort(),
  ).toEqual(
    quoted
      .flatMap(({ answer }) => actions.map((action) => `${answer.triggerRequestId} ${action} QUOTED`))
      .sort(),
  );

  const lives = `select event.trigger_request_id, count(policy.id)::int as policies
    from events event left join policies policy
      on policy.quote_id = (event.envelope->'payload'->'quoteIds'->>0)::uuid
    where event.type = 'POLICY_CREATE' group by 1 having count(policy.id) <> 1`;
  expect(await rowsOf(lives)).toEqual([]);
  expect(await rowsOf(`select quote_id from policies group by 1 having count(*) > 1`)).toEqual([]);
  const amiss = `select p.id, p.premium from policies p where p.cancelled_on is null
    or p.premium <> (select sum(premium_change) from ledger_journal j where j.policy_id = p.id)
    or p.premium <> (select sum(premium_change) from policy_changes c where c.policy_id = p.id)
    or (select count(*) from policy_changes c where c.policy_id = p.id) <> 2
    or (select count(*) from events e where e.envelope->'payload'->>'policyId' = p.id::text
      and e.type in ('POLICY_CREATED', 'POLICY_CANCELED')) <> 2`;
  expect(await rowsOf(amiss)).toEqual([]);

  const strays = `select a.trigger_request_id, a.result from action_runs a where a.type = 'INBOUND_WAIT'
    and a.result->'metadata'->'answer'->>'for' is distinct from a.trigger_request_id::text`;
  expect(await rowsOf(strays)).toEqual([]);
}
