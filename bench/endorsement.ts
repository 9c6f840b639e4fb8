import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { addDays, utcDate } from '../domain/ground/calendar.js';
import type { AnswerMap, LoopIteration } from '../domain/intake/answers.js';
import { cpuTimeMs } from './cpu-time.js';
import { type Figure, figureOf } from './figures.js';
import { answerTo, demoProduct, requestOf } from './requests.js';
import type { MeasuredService } from './service.js';

const key = 'personal-auto';
const vehicleCount = 200;
const changeCount = 50;
/** In milliseconds. */
const goal = 500;

/** Days after the beginning of the policy on which the measured endorsement takes effect; a change is made each third day. */
const days = [
  { id: 'last', day: 155, title: 'after all of them' },
  { id: 'middle', day: 76, title: 'before 25 of them' },
  { id: 'first', day: 1, title: 'before all of them' },
];

/** The time to quote one more endorsement of a policy with 200 vehicles and 50 changes. */
export async function endorsementFigures(service: MeasuredService, rounds: number): Promise<Figure[]> {
  const { policyId, begins, fire, approve, vehicles } = await aFleet(service);
  const quote = (day: number, at: number, mileage: number) =>
    fire('POLICY_ENDORSEMENT_QUOTING', {
      policyId,
      effectiveDate: addDays(begins, day),
      edits: milesOf(vehicles[at] as LoopIteration, mileage),
    });
  for (let change = 0; change < changeCount; change++) {
    const day = 2 + 3 * change;
    const { quoteId } = await quote(day, change, 20_000 + change);
    await approve(quoteId);
    await fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: addDays(begins, day) });
  }
  await untilQuiet(service.pid);
  const figures: Figure[] = [];
  for (const { id, day, title } of days) {
    await quote(day, 60, 33_000);
    const times: { ms: number; cpuMs: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const [startedAt, cpuBefore] = [performance.now(), cpuTimeMs([service.pid])];
      await quote(day, 60 + round, 30_000 + round);
      times.push({ ms: performance.now() - startedAt, cpuMs: cpuTimeMs([service.pid]) - cpuBefore });
    }
    const what = `quoting an endorsement of 200 vehicles with 50 changes, ${title}`;
    figures.push(
      figureOf(
        { figure: `endorsement.${id}`, title: what, unit: 'ms', goal },
        { service: times.map(({ ms }) => ms) },
      ),
      figureOf(
        { figure: `endorsement.${id}.cpu`, title: what, unit: 'ms of CPU' },
        { service: times.map(({ cpuMs }) => cpuMs) },
      ),
    );
  }
  return figures;
}

/** Waits, for some minutes at most, until the service has nothing left to do, such as documents of earlier events. */
async function untilQuiet(pid: number): Promise<void> {
  for (let second = 0; second < 300; second++) {
    const before = cpuTimeMs([pid]);
    await sleep(1000);
    if (cpuTimeMs([pid]) - before < 150) return;
  }
}

/** A policy of `personal-auto`, in a version that takes as many vehicles. */
async function aFleet({ demo, folder }: MeasuredService) {
  const { product, headers } = demoProduct(demo, key);
  const request = requestOf(demo, key);
  const imported = await fetch(new URL('/ioi/v3/product/import', demo.baseUrl), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/yaml' },
    body: JSON.stringify(await fleetProduct(folder)),
  });
  if (!imported.ok) throw new Error(`The product was not imported: ${await imported.text()}`);
  const { versionId: productVersionId } = (await imported.json()) as { versionId: string };
  const fire = async (type: string, payload: object, more: object = {}) => {
    // What a busy server refuses is sent again.
    const body = { type, lineId: product.lineId, triggerRequestId: randomUUID(), payload, ...more };
    const { metadata } = JSON.parse(await answerTo(request('POST', '/event/fire', body)));
    return metadata;
  };
  const begins = utcDate(new Date());
  const { vehicles, intake } = withVehicles(product.intakes.quoted as AnswerMap);
  const asked = { productVersionId, forceSync: true };
  const { quotes } = await fire('GET_QUOTES', { effectiveDate: begins, intake }, asked);
  const [{ requestId, clientId }] = quotes;
  // As many vehicles for two drivers are referred.
  const approve = (quoteId: string) =>
    answerTo(request('POST', `/quote/${quoteId}/underwriter-decision`, { isApproved: true }));
  await approve(requestId);
  const { POLICY_CREATE } = await fire('POLICY_CREATE', {
    clientId,
    quoteIds: [requestId],
    paymentRequired: false,
    paymentPlans: { [requestId]: 'FULL_PAYMENT' },
  });
  return { policyId: POLICY_CREATE.policies[0].id as string, begins, fire, approve, vehicles };
}

/** The product with as many vehicles, and without the documents of each change, which would be made beside what is measured. */
async function fleetProduct(folder: string) {
  const source = await readFile(path.join(folder, 'db/seeds/products', `${key}.yaml`), 'utf8');
  const written = source.replace('maxIterations: 6', `maxIterations: ${vehicleCount}`);
  // Its translations are in a file of their own.
  const {
    include: _texts,
    languages: _languages,
    ...product
  } = parse(written, {
    maxAliasCount: -1,
    merge: true,
  });
  const configurations = product.configurations.map((each: { events: { GET_QUOTES: object[] } }) => ({
    ...each,
    events: { GET_QUOTES: each.events.GET_QUOTES },
  }));
  return { ...product, version: 'fleet', configurations };
}

function withVehicles(quoted: AnswerMap): { intake: AnswerMap; vehicles: LoopIteration[] } {
  const [first] = quoted.vehicles?.type === 'LOOP' ? quoted.vehicles.iterations : [];
  if (first === undefined) throw new Error('The demo intake has no vehicle.');
  const vehicles = Array.from({ length: vehicleCount }, () => ({ ...first, iterationId: randomUUID() }));
  return {
    intake: { ...quoted, vehicles: { type: 'LOOP', qid: 'vehicles', iterations: vehicles } },
    vehicles,
  };
}

function milesOf({ iterationId }: LoopIteration, miles: number) {
  const qid = 'vehicle.annualMileage';
  const answers = { [qid]: { type: 'ANSWER', qid, answer: String(miles) } };
  return {
    vehicles: { type: 'LOOP', qid: 'vehicles', added: [], removed: [], edited: [{ iterationId, answers }] },
  };
}
