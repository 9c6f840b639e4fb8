import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { Collection } from '../../db/models/collection.js';
import { CollectionAgreement } from '../../db/models/collection-agreement.js';
import { CollectionNotice } from '../../db/models/collection-notice.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import { Statement } from '../../db/models/statement.js';
import { theService } from '../../domain/ground/author.js';
import { aChargingStripe, type ChargingStripe, type Trouble } from '../support/charging-stripe.js';
import { secretKey } from '../support/collected-policies.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aPolicy } from '../support/policy-factory.js';
import { programOf } from '../support/program.js';
import { randomFrom } from '../support/random.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';

// The whole proof is `npm run test:collection`: 1,000 statements and 20 kills.
const statements = Number(process.env.STATEMENTS ?? 24);
const kills = Number(process.env.KILLS ?? 3);
/** So many policies are looked after at a time. */
const atOnce = 40;
const seed = Number(process.env.SEED ?? 1);

let world: EventWorld;
let stripe: ChargingStripe;
const workers = new Set<ChildProcess>();
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  stripe = await aChargingStripe();
  world = await anEventWorld(shopOfLives());
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await world?.close();
  await stripe?.close();
});

async function aWorker(): Promise<ChildProcess> {
  const { databaseUrl, taskQueue } = world;
  const settings = {
    ...{ databaseUrl, taskQueue, codePath: await workflowBundle(), temporalAddress: temporalAddress() },
    stripe: { secretKey, apiBase: stripe.url },
  };
  const worker = fork(await programOf('worker-process.ts'), [JSON.stringify(settings)], { execArgv: [] });
  await once(worker, 'message');
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

/** A policy with a statement that is due today, charged to a card of its own. */
async function aDuePolicy(index: number): Promise<string> {
  const { db, agency, carrier, versionId } = world;
  const policy = await aPolicy(db, {
    ...{ sellerId: agency.organizationId, issuerId: carrier.organizationId, effectiveDate: today },
    ...{ product: { productId: shopIds.line, versionId }, premium: `${1_000 + index}.00` },
  });
  const now = new Date();
  const method = { id: randomUUID(), methodReference: `pm_${index}`, setupReference: `seti_${index}` };
  await SavedMethod.query(db).insert({
    ...{ ...method, organizationId: agency.organizationId, clientId: policy.clientId, provider: 'STRIPE' },
    ...{ customerReference: `cus_${index}`, state: 'ACTIVE', kind: 'card', lastFour: '4242' },
    ...{ createdAt: now, createdBy: theService, updatedAt: now },
  });
  await CollectionAgreement.query(db).insert({
    ...{ policyId: policy.id, methodId: method.id, firstDay: today, version: 1 },
    ...{ consent: { at: now.toISOString(), source: 'a test' }, createdAt: now, createdBy: theService },
  });
  for (const { id: statementId, amount } of await Statement.query(db).where('policy_id', policy.id)) {
    await CollectionNotice.query(db).insert({
      ...{ statementId, policyId: policy.id, amount, noticedOn: today, cardTold: false },
    });
  }
  return policy.id;
}

/** Some cards are declined, and some banks take days. */
function someDecline(random: () => number): void {
  const fates: [number, string][] = [
    [0.05, 'insufficient_funds'],
    [0.08, 'stolen_card'],
    [0.1, 'processing'],
  ];
  for (let index = 0; index < statements; index += 1) {
    const roll = random();
    const fate = fates.find(([below]) => roll < below);
    if (fate !== undefined) stripe.fates.set(`pm_${index}`, fate[1]);
  }
}

/** A third of the requests goes wrong; answers how many did, by the trouble. */
function inTrouble(random: () => number): { [trouble: string]: number } {
  const counts: { [trouble: string]: number } = {};
  const troubles: [number, Trouble][] = [
    [0.1, 'LOST_AFTER'],
    [0.16, 'LOST_BEFORE'],
    [0.22, 'FAILS'],
    [0.35, 'SLOW'],
  ];
  stripe.trouble = () => {
    const roll = random();
    const trouble = troubles.find(([below]) => roll < below)?.[1];
    if (trouble !== undefined) counts[trouble] = (counts[trouble] ?? 0) + 1;
    return trouble;
  };
  return counts;
}

async function killOne(): Promise<void> {
  const [victim] = workers;
  victim?.kill('SIGKILL');
  if (victim !== undefined) workers.delete(victim);
  await aWorker();
}

it(`charges each of ${statements} due statements once or leaves it open, while the provider is in trouble and ${kills} workers are killed`, async () => {
  const { db, client, taskQueue } = world;
  const random = randomFrom(seed);
  const policyIds: string[] = [];
  for (let from = 0; from < statements; from += 8) {
    const indexes = Array.from({ length: Math.min(8, statements - from) }, (_, at) => from + at);
    policyIds.push(...(await Promise.all(indexes.map(aDuePolicy))));
  }
  someDecline(random);
  const counts = inTrouble(random);
  const terms = new PolicyTerms({ db, client, taskQueue });
  const startedAt = Date.now();
  await aWorker();
  await aWorker();
  // Nothing runs the events of the factory: the sweep need not try.
  await Event.query(db).where('type', 'GET_QUOTES').patch({ state: 'COMPLETED', closedAt: new Date() });
  let told = 0;
  const ended = async () =>
    Event.query(db).where('type', 'PAYMENT_COLLECT').whereNotNull('closed_at').resultSize();
  let killed = 0;
  for (;;) {
    const done = await ended();
    for (; told < statements && told < done + atOnce; told += 1) await terms.tell(policyIds[told]!);
    if (done === statements && killed >= kills) break;
    if (Date.now() - startedAt > 1_500_000) throw new Error(`only ${done} of ${statements} have ended`);
    // Kills are spread over the work.
    if (killed < kills && (done >= (statements * killed) / (kills + 1) || done === statements)) {
      await killOne();
      killed += 1;
    }
    // One may also have died by itself.
    if (workers.size < 2) await aWorker();
    await world.sweep.sweep();
    await sleep(200);
  }
  const collections = await Collection.query(db);
  const states: { [state: string]: Collection[] } = {};
  for (const each of collections) states[each.state] = [...(states[each.state] ?? []), each];
  const payments = await Payment.query(db).where('provider', 'STRIPE');
  const charged = stripe.intents.filter(({ status }) => status === 'succeeded');
  const said = Object.fromEntries(Object.entries(states).map(([state, all]) => [state, all.length]));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log({ statements, killed, seconds, seed, counts, intents: stripe.intents.length, ...said });

  // One attempt a statement, and one intent an attempt: nothing was charged twice.
  expect(collections).toHaveLength(statements);
  expect(new Set(stripe.intents.map(({ metadata }) => metadata.chargeId)).size).toBe(stripe.intents.length);
  // The ledger is the provider's list.
  const ofLedger = payments.map(
    ({ reference, amount }) => `${reference} ${Math.round(Number(amount) * 100)}`,
  );
  const ofProvider = charged.map(({ id, amount_received }) => `${id} ${amount_received}`);
  expect(ofLedger.sort()).toEqual(ofProvider.sort());
  expect(states.PENDING ?? []).toEqual([]);
  expect(states.SUCCEEDED ?? []).toHaveLength(charged.length);
  // Each statement is paid by its charge, or open.
  const paid = await Statement.query(db).whereIn('policy_id', policyIds).where('state', 'PAID').resultSize();
  expect(paid).toBe(charged.length);
}, 1_800_000);
