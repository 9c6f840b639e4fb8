import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openHttpCaller } from '../../bench/http-caller.js';
import { quantile } from '../../bench/load.js';
import { answerTo, quoteRequest } from '../../bench/requests.js';
import { randomFrom } from '../support/random.js';
import {
  aDataDir,
  allServersOf,
  keepLogs,
  killService,
  runCli,
  serversOf,
  startService,
} from '../support/running-service.js';

/**
 * `npm run test:starts -- --rounds 200`: kills `npm start` at random moments and starts it again on the same data
 * folder. A round fails if the service is not ready within the bound, answers no quote, or if servers of an earlier
 * start still run. `--seed` repeats the moments of a run, `--bound` is in seconds. The logs of failed rounds are
 * kept.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string' },
    bound: { type: 'string', default: '60' },
  },
});
const rounds = Number(flags.rounds);
const seed = Number(flags.seed ?? Date.now() % 1_000_000);
const boundMs = Number(flags.bound) * 1_000;
/** What is killed while it starts is killed within this time. */
const startMs = 5_000;
const loadMs = 2_000;
const callers = 8;
const moments = [
  'while it started',
  'while it started on an empty folder',
  'when ready',
  'under load',
] as const;

const random = randomFrom(seed);
const failed: number[] = [];
const times: number[] = [];
let folder = await aDataDir();
let service = await startService(folder.dataDir, {}, boundMs);

console.log(`${rounds} rounds, seed ${seed}`);
for (let round = 1; round <= rounds; round += 1) {
  const moment = moments[Math.floor(random() * moments.length)]!;
  const isWhole = random() < 0.5;
  const [delay, pause] = [random(), random()];
  const what = `round ${round}: killed ${isWhole ? 'with its servers ' : ''}${moment}`;
  try {
    const after = await killedAt(moment, isWhole, delay);
    // Half of the starts are at once: servers of the killed one are still ending.
    await sleep(Math.max(0, pause - 0.5) * 6_000);
    const begin = performance.now();
    service = await startService(folder.dataDir, {}, boundMs);
    times.push((performance.now() - begin) / 1000);
    await expectWhole();
    console.log(`${what}${after}, ready again after ${times.at(-1)?.toFixed(1)} s`);
  } catch (error) {
    failed.push(round);
    const logs = await keepLogs(folder.dataDir, service.output());
    console.log(`${what} FAILED: ${String(error)}\nThe logs are in ${logs}.`);
    await toAnEmptyFolder();
    service = await startService(folder.dataDir);
  }
}
await killService(service, await serversOf(folder.dataDir));
await folder.remove();

const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => `${quantile(times, share).toFixed(1)} s`);
console.log(`Starts after a kill: p50 ${p50}, p99 ${p99}, longest ${longest}.`);
console.log(
  failed.length === 0
    ? `The service started again in all ${rounds} rounds.`
    : `${failed.length} of ${rounds} rounds failed: ${failed.join(', ')} (--seed ${seed}).`,
);
process.exit(failed.length === 0 ? 0 : 1);

/** Kills the service at the moment of a round, and says when that was. */
async function killedAt(moment: (typeof moments)[number], isWhole: boolean, delay: number): Promise<string> {
  const kill = async () => killService(service, isWhole ? await serversOf(folder.dataDir) : {});
  const waitMs = delay * (moment === 'under load' ? loadMs : startMs);
  if (moment === 'when ready') {
    await kill();
    return '';
  }
  if (moment === 'under load') {
    const load = fireUntilGone();
    await sleep(waitMs);
    await kill();
    await load;
  } else {
    if (moment === 'while it started') await kill();
    else await toAnEmptyFolder();
    const starting = runCli(['start'], { DATA_DIR: folder.dataDir, PORT: '0' });
    service = { ...starting, demo: service.demo };
    const early = await Promise.race([starting.ended, sleep(waitMs)]);
    if (early) throw new Error(`The service did not start:\n${early.output}`);
    await kill();
  }
  return ` after ${(waitMs / 1000).toFixed(2)} s`;
}

/** Quotes until the service is gone. */
async function fireUntilGone(): Promise<void> {
  const request = quoteRequest(service.demo, 'general-liability', true);
  const loop = async () => {
    const caller = await openHttpCaller(request);
    for (;;) await caller.call();
  };
  await Promise.allSettled(Array.from({ length: callers }, loop));
}

async function expectWhole(): Promise<void> {
  const answer = await answerTo(quoteRequest(service.demo, 'general-liability', true));
  if (!answer.includes('"quoteDetails"')) throw new Error(`A quote was answered with ${answer}`);
  // A process that PostgreSQL has just forked looks like another server for a moment.
  for (let look = 1; ; look += 1) {
    const [postgres, temporal] = allServersOf(folder.dataDir).map(({ length }) => length);
    if (postgres === 1 && temporal === 1) return;
    if (look === 20) throw new Error(`There are ${postgres} PostgreSQL and ${temporal} Temporal servers.`);
    await sleep(100);
  }
}

async function toAnEmptyFolder(): Promise<void> {
  await killService(service, await serversOf(folder.dataDir));
  await folder.remove();
  folder = await aDataDir();
}
