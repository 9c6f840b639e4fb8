import { Client, Connection } from '@temporalio/client';
import { expect } from 'vitest';
import { type Database, openDatabase } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import type { RunningService } from '../support/running-service.js';
import { faultsIn } from './faults-in.js';
import { patienceMs, type ServiceLoad, saidIn } from './service-load.js';

type Addressed = Pick<RunningService, 'demo'>;

export async function withDatabase<T>({ demo }: Addressed, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: demo.databaseUrl, poolSize: 2, applicationName: 'ioi-test' });
  return work(db).finally(() => db.destroy());
}

export async function withTemporal(
  { demo }: Addressed,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const connection = await Connection.connect({ address: demo.temporalAddress });
  await work(new Client({ connection })).finally(() => connection.close());
}

/** Everything that was taken has run once, with what followed from it, and is answered as before. */
export async function expectAllDone(load: ServiceLoad, service: Addressed): Promise<void> {
  const { taken, longestMs } = load;
  const begin = performance.now();
  expect(taken.length).toBeGreaterThan(0);
  await withDatabase(service, async (db) => {
    const open = () => Event.query(db).whereIn('state', ['ACCEPTED', 'RUNNING']).select('type', 'state');
    await expect.poll(open, { timeout: patienceMs, interval: 250 }).toEqual([]);
    const seconds = [longestMs, performance.now() - begin].map((ms) => `${(ms / 1000).toFixed(1)} s`);
    console.log(`${taken.length} events; longest answer ${seconds[0]}, all done ${seconds[1]} later`);
    expect(await faultsIn(db, taken)).toEqual([]);
  });
  await withTemporal(service, async (client) => {
    const query = `IoiEventType IS NOT NULL AND ExecutionStatus = 'Running'`;
    await expect
      .poll(async () => (await client.workflow.count(query)).count, { timeout: patienceMs })
      .toBe(0);
  });
  for (const { envelope, answer } of taken) expect(saidIn(await load.ask(envelope))).toEqual(saidIn(answer));
}
