import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { policyWorkflow } from '../../db/policies/policy-workflows.js';
import { policyTermId } from '../../workflows/contracts/policy-term.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';

let world: ClockWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await aClockWorld();
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

/** Grow for other reasons: what was done is kept, and a number is not given twice. */
const kept = ['audit_log', 'policy_numbers', 'policy_parties'];

async function rowsOfTables(db: Database): Promise<Record<string, number>> {
  const tables: string[] = await db('pg_tables').where('schemaname', 'public').pluck('tablename');
  const counts: [string, number][] = [];
  for (const table of tables.filter((name) => !kept.includes(name)).sort()) {
    const [{ count }] = (await db(table).count()) as [{ count: string }];
    counts.push([table, Number(count)]);
  }
  return Object.fromEntries(counts);
}

it('is deleted with everything of it, and nothing else', async () => {
  const other = await world.aClock('2040-01-01T09:00:00.000Z');
  const neighbor = await world.issue(other.id, { effectiveDate: '2040-01-01' });
  await expect
    .poll(async () => (await world.clocks.read(world.agency, other.id)).nextDueTimestamp)
    .toBeDefined();
  const before = await rowsOfTables(world.db);

  const { id } = await world.aClock('2040-01-01T09:00:00.000Z');
  const policy = await world.issue(id, { effectiveDate: '2040-01-01' });
  await world.fire('PAYMENT_RECEIVED', { policyId: policy.id, amount: 100, reference: 'bound' });
  await world.advance(id, '2040-03-02T00:00:00.000Z');
  const workflowId = policyTermId(await policyWorkflow(world.db, policy.id));
  const grown = await rowsOfTables(world.db);
  for (const table of ['clients', 'quotes', 'policies', 'ledger_journal', 'policy_changes', 'payments'])
    expect(grown[table], table).toBeGreaterThan(before[table]!);

  await world.clocks.delete(world.agency, id);

  expect(await rowsOfTables(world.db)).toEqual(before);
  const run = await world.client.workflow.getHandle(workflowId).describe();
  expect(run.status.name).not.toBe('RUNNING');
  await expect(world.clocks.read(world.agency, id)).rejects.toMatchObject({ status: 404 });
  expect(await world.policy(neighbor.id)).toMatchObject({ clockId: other.id });
});
