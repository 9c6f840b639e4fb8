import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { WebhookQueues } from '../../api/runs/webhook-queues.js';
import type { ReconcileDependencies } from '../../cli/reconcile/difference.js';
import { keepNumber } from '../../cli/reconcile/lost-numbers.js';
import { type Reconciled, reconcile } from '../../cli/reconcile/reconcile.js';
import type { Database } from '../../db/database.js';
import { foldFigures } from '../../db/figures/fold-figures.js';
import { Event } from '../../db/models/event.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { aBillingWorld, type BillingWorld, type PolicyInMetadata } from '../support/billing-world.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { shopIds } from '../support/shop-product.js';

let world: BillingWorld;
/** As restored to a time before everything. */
let earlier: OwnedTestDatabase;
let policy: PolicyInMetadata;
const began = new Date(Date.now() - 60_000);

beforeAll(async () => {
  [world, earlier] = await Promise.all([aBillingWorld(), createTestDatabase()]);
  policy = await world.bind(await world.aQuote());
  const agrees = async () => (await differences(world.db)).length === 0;
  await vi.waitUntil(agrees, { timeout: 30_000, interval: 500 });
});
afterAll(async () => {
  await earlier?.drop();
  await world?.close();
});

/** All that differs, as of an hour later; but not runs that are about to end, which would be late by then. */
async function differences(db: Database, { mend = false } = {}): Promise<Reconciled[]> {
  const { client, catalog, taskQueue, runs } = world;
  const ofRuns = { db, client, taskQueue };
  const dependencies: ReconcileDependencies = {
    ...{ ...ofRuns, catalog, runs, s3: undefined, since: began, now: new Date(Date.now() + 3_600_000) },
    ...{ terms: new PolicyTerms(ofRuns), queues: new WebhookQueues(ofRuns) },
  };
  const found: Reconciled[] = [];
  for await (const one of reconcile(dependencies, { mend })) {
    if (one.kind !== 'RUN_LEFT') found.push(one);
  }
  return found;
}

const aClaim = () => eventEnvelope.parse({ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, payload: {} });

/** As a database that has lost all that the run of an event wrote. */
async function forgetRun(id: string): Promise<void> {
  await world.db('action_runs').where('trigger_request_id', id).delete();
  await Event.query(world.db).findById(id).patch({ state: 'ACCEPTED', closedAt: null, triggerResult: null });
}

it('names the events and policies that only Temporal has, and ends the workflows of those policies', async () => {
  const found = await differences(earlier.db);
  const lost = found.filter(({ kind }) => kind === 'EVENT_LOST');
  expect(lost.map(({ about }) => about.split(' ')[0]).sort()).toEqual(
    (await Event.query(world.db)).flatMap(({ type, plan }) => (plan.fired ? [type] : [])).sort(),
  );
  expect(found.find(({ kind }) => kind === 'POLICY_LOST')).toMatchObject({ id: policy.id, mended: false });
  expect(found.find(({ about }) => about.includes(policy.policyNumber))).toBeDefined();
});

it('gives no number of a lost policy to another one', async () => {
  const { db } = world;
  const [counter] = await db('policy_numbers').join('products', 'id', 'product_id').select('key', 'last');
  await db('policy_numbers').update({ last: 0 });
  await keepNumber(db, `policy.X.${counter.key}.agency.policy-${policy.id}`, policy.policyNumber);
  expect(await db('policy_numbers').pluck('last')).toEqual([counter.last]);
});

it('runs an event again whose run the database has lost', async () => {
  const { triggerRequestId: id } = await world.events.fire(world.agency, aClaim());
  await expect.poll(async () => (await Event.query(world.db).findById(id))?.state).toBe('COMPLETED');
  await forgetRun(id);
  expect(await differences(world.db)).toMatchObject([{ kind: 'RUN_COMPLETED', id, mended: false }]);

  expect(await differences(world.db, { mend: true })).toMatchObject([
    { kind: 'RUN_COMPLETED', id, mended: true },
  ]);
  await expect.poll(async () => (await Event.query(world.db).findById(id))?.state).toBe('COMPLETED');
  expect(await differences(world.db)).toEqual([]);
});

it('has such an event run again by the sweep, or as its caller fires it again', async () => {
  const swept = await world.events.fire(world.agency, aClaim());
  const fired = await world.events.fire(world.agency, aClaim());
  const ids = [swept, fired].map(({ triggerRequestId }) => triggerRequestId);
  const states = async () =>
    (await Event.query(world.db).findByIds(ids)).map(({ state, retries }) => [state, retries]);
  const done = (retries: number) => ids.map(() => ['COMPLETED', retries]);
  await expect.poll(states).toEqual(done(0));
  for (const id of ids) await forgetRun(id);

  await world.db('events').where('trigger_request_id', ids[0]).update({ created_at: began });
  await world.sweep.sweep();
  await world.sweep.sweep();
  await world.events.fire(world.agency, { ...aClaim(), triggerRequestId: ids[1] });
  await expect.poll(states).toEqual(done(1));
});

it('finds amounts that contradict each other', async () => {
  await world.fire('PAYMENT_RECEIVED', { policyId: policy.id, amount: 100, reference: 'check 1' });
  await world.db('policies').where({ id: policy.id }).update({ premium: '1.00' });
  await world.db('statements').where({ policy_id: policy.id }).update({ paid_amount: '7.00' });
  expect((await differences(world.db)).map(({ kind, about }) => [kind, about])).toEqual([
    ['PREMIUM_DIFFERS', '1.00, in the journal 1200.00'],
    ['PAID_DIFFERS', '7.00 on statements, by payments 100.00'],
  ]);
});

it('finds figures that are not those of the reports, and makes their sums again', async () => {
  await foldFigures(world.db);
  await world.db('figure_sums').where({ figure: 'WRITTEN' }).update({ amount: 1 });
  const ofFigures = (all: Reconciled[]) => all.filter(({ kind }) => kind === 'FIGURES_DIFFER');
  const [found] = ofFigures(await differences(world.db, { mend: true }));
  expect(found?.about).toMatch(/: written 1\.00 USD, by the report 1200\.00/);
  expect(ofFigures(await differences(world.db))).toEqual([]);
});
