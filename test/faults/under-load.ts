import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { faultsIn } from '../crash/faults-in.js';
import { type Call, ServiceLoad, saidIn } from '../crash/service-load.js';
import type { Fault } from './faults.js';
import type { Part, Parts } from './parts.js';

/** What a fault did. */
export interface Outcome {
  /** What is wrong; empty if nothing is. */
  findings: string[];
  /** From its end to the end of the last call that failed or took unusually long; at least until `/readyz` is 200. */
  recoveredMs: number;
  longestMs: number;
  calls: number;
  unavailable: number;
  events: number;
  /** What the API and the worker logged of it, each line once. */
  logged: string[];
  rssMb: { api: number; worker: number };
}

const callers = 4;
const pauseMs = 100;
const warmUpCalls = 12;
/** A call that takes longer, and half as long again as those before the fault, is not what callers are used to. */
const leastLongMs = 8_000;
const quietMs = 5_000;
const recoveryPatienceMs = 90_000;
const drainPatienceMs = 180_000;
/** No answer may take longer: a synchronous quote waits for ratings for 25 s. */
const hangMs = 30_000;
/** By applications, from docs/operations/operating.md; two of the pools' are the catalog's. */
const mostConnections = 19;

/** Puts the service under load, lets a fault last for its time, and judges what is there afterwards. */
export async function underLoad(fault: Fault, parts: Parts, seconds: number): Promise<Outcome> {
  await fault.prepare?.(parts);
  const findings: string[] = [];
  const calls: Call[] = [];
  const logStart = { api: parts.api.output().length, worker: parts.worker.output().length };
  const load = new ServiceLoad(
    () => parts,
    (call) => calls.push(call),
    parts.postgresClock.now,
  );
  let isOver = false;
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let turn = caller; !isOver; turn += 1) {
      await load.turn(turn).catch((error: Error) => findings.push(`a caller failed: ${error.message}`));
      await sleep(pauseMs);
    }
  });

  await until(() => calls.filter(isGood).length >= warmUpCalls, 180_000, 'the load does not begin');
  const longMs = Math.max(leastLongMs, ...calls.map(({ ms }) => ms * 1.5));
  const isUsual = (call: Call) => isGood(call) && call.ms < longMs;
  const heal = await fault.begin(parts);
  await sleep(seconds * 1000);
  await heal();
  const healedAt = Date.now();
  const readyMs = await untilReady(parts, healedAt);
  if (readyMs === undefined) findings.push(`/readyz is not 200 within ${recoveryPatienceMs / 1000} s`);

  const lastTrouble = () => Math.max(healedAt, ...calls.filter((call) => !isUsual(call)).map(endOf));
  const isQuiet = () =>
    Date.now() - lastTrouble() > quietMs &&
    calls.filter((call) => isUsual(call) && endOf(call) > healedAt).length > 8;
  await until(isQuiet, recoveryPatienceMs, 'callers still fail').catch((error: Error) =>
    findings.push(error.message),
  );
  isOver = true;
  await Promise.all(working);
  findings.push(...((await fault.settle?.(parts)) ?? []));
  const recoveredMs = Math.max(readyMs ?? 0, lastTrouble() - healedAt);

  findings.push(...(await untilAllDone(parts)), ...(await faultsIn(parts.db, load.taken)));
  findings.push(...(await repeatedAnswers(load)), ...(await undelivered(parts)), ...(await leaked(parts)));
  findings.push(...badAnswers(calls));
  for (const name of ['api', 'worker'] as const)
    if (parts[name].hasEnded()) findings.push(`the ${name} has ended`);
  const logged = linesOf(parts, logStart);
  if (fault.logs && !logged.some((line) => fault.logs?.test(line)))
    findings.push('no log line says what is wrong');
  return {
    findings: [...new Set(findings)],
    recoveredMs,
    longestMs: Math.max(...calls.map(({ ms }) => ms)),
    calls: calls.length,
    unavailable: calls.filter(({ status }) => status === 503).length,
    events: load.taken.length,
    logged,
    rssMb: { api: parts.api.rssMb(), worker: parts.worker.rssMb() },
  };
}

const isGood = ({ status }: Call) => status !== undefined && status < 300;
const endOf = ({ startedAt, ms }: Call) => startedAt + ms;

async function until(isSo: () => boolean, patienceMs: number, otherwise: string): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !isSo(); await sleep(50))
    if (Date.now() > deadline) throw new Error(`${otherwise}, after ${patienceMs / 1000} s`);
}

async function untilReady({ demo }: Parts, since: number): Promise<number | undefined> {
  while (Date.now() - since < recoveryPatienceMs) {
    const ready = await fetch(`${demo.baseUrl}/readyz`).catch(() => undefined);
    if (ready?.ok) return Date.now() - since;
    await sleep(100);
  }
  return undefined;
}

async function untilAllDone({ db }: Parts): Promise<string[]> {
  for (const deadline = Date.now() + drainPatienceMs; ; await sleep(250)) {
    const open = await db('events').whereIn('state', ['ACCEPTED', 'RUNNING']).select('type', 'state');
    if (open.length === 0) return [];
    if (Date.now() > deadline) return [`${open.length} events still run, such as ${JSON.stringify(open[0])}`];
  }
}

/** The same event again gets the same answer. */
async function repeatedAnswers(load: ServiceLoad): Promise<string[]> {
  const different: string[] = [];
  for (const { envelope, answer } of [...load.taken]) {
    const again = await load.ask(envelope);
    if (!isDeepStrictEqual(saidIn(again), saidIn(answer)))
      different.push(`a repeat was answered ${JSON.stringify(again)} after ${JSON.stringify(answer)}`);
  }
  return different;
}

/** Each event was notified of once at least, under one id. */
async function undelivered({ db, receiver }: Parts): Promise<string[]> {
  // Where the clock jumps by more, three days are over at once.
  const isInTime = `last_error is distinct from 'it was not accepted within three days'`;
  const wanted = db('webhook_deliveries').whereRaw(isInTime);
  const waiting = () =>
    wanted.clone().whereNot('state', 'DELIVERED').select('id', 'state', 'event_type', 'last_error');
  for (const deadline = Date.now() + drainPatienceMs; (await waiting()).length > 0; await sleep(250))
    if (Date.now() > deadline)
      return [`webhook deliveries wait: ${JSON.stringify((await waiting()).slice(0, 3))}`];
  const received = new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
  const sent = new Set<string>(await db('webhook_deliveries').pluck('message_id'));
  const missing = (await wanted.clone().pluck<string[]>('message_id')).filter((id) => !received.has(id));
  const unknown = [...received].filter((id) => !sent.has(id));
  return [
    ...missing.map((id) => `a notification was not received: ${id}`),
    ...unknown.map((id) => `a notification of nothing: ${id}`),
  ];
}

async function leaked({ db }: Parts): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { application_name: string; count: number }[] }>(
    `select application_name, count(*)::int from pg_stat_activity
     where application_name like 'ioi-%' and application_name not like 'ioi-faults%' group by 1`,
  );
  const stuck = await db.raw<{ rows: object[] }>(
    `select application_name, query from pg_stat_activity where state = 'idle in transaction'
     and state_change < now() - interval '5 seconds'`,
  );
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return [
    ...(sum > mostConnections ? [`${sum} connections: ${JSON.stringify(rows)}`] : []),
    ...stuck.rows.map((row) => `a transaction was left open: ${JSON.stringify(row)}`),
  ];
}

function badAnswers(calls: Call[]): string[] {
  return calls.flatMap(({ path, status, text, ms }) => {
    if (status === undefined) return [`${path} got no answer in ${ms} ms`];
    if (ms > hangMs) return [`${path} took ${ms} ms, then ${status}`];
    if (status < 300) return [];
    if (status !== 503) return [`${path} was answered ${status} ${text}`];
    return isProblem(text) ? [] : [`${path} was answered 503 with ${text}`];
  });
}

function isProblem(text: string): boolean {
  try {
    const { code, detail } = JSON.parse(text) as Record<string, unknown>;
    return typeof code === 'string' && typeof detail === 'string' && !/\n\s+at /.test(text);
  } catch {
    return false;
  }
}

/** Warnings and errors since then, without what differs from line to line. */
function linesOf(parts: Parts, since: { api: number; worker: number }): string[] {
  const lines = (part: Part, name: 'api' | 'worker') =>
    part
      .output()
      .slice(since[name])
      .split('\n')
      .filter((line) => /^\{"level":[456]0/.test(line))
      .map((line) => {
        const { msg, err, detail } = JSON.parse(line) as {
          msg?: string;
          err?: { message?: string; code?: string | number };
          detail?: string;
        };
        return [name, msg, err?.code, err?.message?.split('\n')[0], detail].filter(Boolean).join(': ');
      });
  return [...new Set([...lines(parts.api, 'api'), ...lines(parts.worker, 'worker')])];
}
