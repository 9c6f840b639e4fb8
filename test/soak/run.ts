import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureLoad, steadyLoad } from '../../bench/load.js';
import { startMeasuredService } from '../../bench/service.js';
import { startServiceApart } from '../../bench/service-apart.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { workerOptions } from '../../cli/parts/worker-options.js';
import { shopWithWaits } from '../crash/shop-with-waits.js';
import { allServersOf, deployProduct } from '../support/running-service.js';
import { MixedLoad } from './mixed-load.js';
import { cachedRuns, memoryOf, metricsAt, type Sampled, sample } from './sampling.js';
import { csvOf, curve, picture, trendOf } from './series.js';

/**
 * `npm run test:soak -- --minutes 30`: quotes, policies, waits, reads, searches and documents at a share of what the
 * machine gives, with webhooks whose receiver is dead for a part of the time. Policies made before fill the worker's
 * cache of runs, so that the cache does not grow in that time. Prints the curves of memory, open files, connections,
 * backlogs and times, writes them as CSV and SVG, and fails where one of them keeps rising. `--apart` puts the load on
 * an API and a worker in processes of their own.
 */
const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    share: { type: 'string', default: '0.6' },
    apart: { type: 'boolean', default: false },
    out: { type: 'string', default: '.' },
  },
});
const durationMs = Number(flags.minutes) * 60_000;
const callers = 8;
const warmUpMs = Math.min(60_000, durationMs / 5);
const everyMs = 5_000;
/** When the receiver of webhooks is dead, of the whole time. What waits then is delivered before the second half. */
const dead = [0.2, 0.35] as const;

const say = (line: string) => console.log(line);
const metricsPort = await freePort();
const receiverPort = await freePort();
say('Starting the service…');
const service = await startMeasuredService({
  settings: {
    METRICS_PORT: flags.apart ? '' : String(metricsPort),
    WEBHOOK_HOSTS: JSON.stringify([{ host: '127.0.0.1', private: true }]),
    WEBHOOK_RETRY_SECONDS: ['5,10,20', ...Array.from({ length: 60 }, () => '30')].join(','),
  },
});
const apart = flags.apart
  ? await startServiceApart(service, { METRICS_PORT: String(metricsPort) })
  : undefined;
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
const pids = apart?.pids ?? [service.pid];
let tooSteep: string[] = [];
try {
  const { demo, dataDir } = service;
  await deployProduct(dataDir, demo.organizations[0]?.id ?? '', shopWithWaits());
  const load = await MixedLoad.on({ ...demo, ...(apart && { baseUrl: apart.baseUrl }) });
  await load.notify(`http://127.0.0.1:${receiverPort}/`);
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end());
  });
  receiver.listen(receiverPort, '127.0.0.1');

  say('Policies, until the cache of runs is full…');
  await policies(load, 100);
  const [memory, runs] = await inMemory();
  await policies(load, workerOptions.maxCachedWorkflows);
  const [fullMemory, fullRuns] = await inMemory();
  const each = (fullMemory - memory) / (fullRuns - runs);
  say(
    `${runs} → ${fullRuns} runs in ${memory.toFixed(0)} → ${fullMemory.toFixed(0)} MiB: ${each.toFixed(2)} MiB each.`,
  );

  say(`What the machine gives, ${callers} callers…`);
  let turn = 0;
  const { perSecond } = await measureLoad(callers, warmUpMs, () => load.turn(turn++));
  const rate = Number(flags.share) * perSecond;
  say(`${perSecond.toFixed(1)} turns a second; ${rate.toFixed(1)} for ${flags.minutes} minutes…`);
  load.takeTimes();

  const ending = new AbortController();
  const [[postgres], [temporal]] = allServersOf(dataDir);
  const processes: Sampled[] = [
    ...pids.map((pid, index) => ({
      ...{ name: apart ? ['API', 'worker'][index]! : 'service', pid, mayRise: 120, isNode: true as const },
    })),
    { name: 'PostgreSQL', pid: postgres?.pid ?? 0, mayRise: 150 },
    { name: 'Temporal', pid: temporal?.pid ?? 0, mayRise: 300 },
  ];
  const sampled = sample(
    {
      processes,
      metricsUrl,
      databaseUrl: service.ownerDatabaseUrl,
      temporalAddress: demo.temporalAddress,
      takeTimes: () => load.takeTimes(),
      everyMs,
    },
    ending.signal,
  );
  const death = async () => {
    await sleep(dead[0] * durationMs);
    receiver.close();
    receiver.closeAllConnections();
    say('The receiver of webhooks is dead.');
    await sleep((dead[1] - dead[0]) * durationMs);
    receiver.listen(receiverPort, '127.0.0.1');
    say('The receiver of webhooks is alive again.');
  };
  const times = await Promise.all([
    steadyLoad({ callers: 4 * callers, rate, durationMs }, () => load.turn(turn++)),
    death(),
  ]).finally(() => ending.abort());
  const all = await sampled;
  receiver.close();
  receiver.closeAllConnections();

  say(`${times[0].length} turns, ${load.repeats} calls repeated.\n`);
  for (const series of all) say(curve(series));
  const title = `${flags.minutes} minutes at ${rate.toFixed(1)} turns a second`;
  const [csv, svg] = ['csv', 'svg'].map((kind) => path.join(flags.out, `soak.${kind}`));
  await writeFile(csv!, csvOf(all));
  const shaded = [dead[0] * (durationMs / 1000), dead[1] * (durationMs / 1000)] as const;
  await writeFile(svg!, picture(`Soak: ${title}; shaded: the receiver of webhooks is dead`, all, shaded));
  say(`\nThe curves are in ${csv} and ${svg}.`);
  tooSteep = all.filter((series) => trendOf(series).isTooSteep).map(({ name }) => name);
} finally {
  await apart?.stop();
  await service.stop();
  await service.clean();
}
say(tooSteep.length === 0 ? 'Nothing keeps rising.' : `These keep rising: ${tooSteep.join('; ')}.`);
process.exit(tooSteep.length === 0 ? 0 : 1);

async function policies(load: MixedLoad, count: number): Promise<void> {
  let left = count;
  const loop = async () => {
    while (left-- > 0) await load.policy();
  };
  await Promise.all(Array.from({ length: callers }, loop));
}

/** The memory of the process with the worker in MiB, and its cached runs. */
async function inMemory(): Promise<[number, number]> {
  return [memoryOf(pids.slice(-1)), (await metricsAt(metricsUrl))(cachedRuns)];
}
