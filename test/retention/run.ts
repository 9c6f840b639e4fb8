import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { firstSweepMs } from '../../api/retention/retention-sweep.js';
import { openHttpCaller } from '../../bench/http-caller.js';
import { quantile, steadyLoad } from '../../bench/load.js';
import { quoteRequest } from '../../bench/requests.js';
import { type MeasuredService, startMeasuredService } from '../../bench/service.js';
import { fillYear, sizes } from './year.js';

/**
 * `npm run test:retention -- --quotes 1000000 --data /tmp/retention`: fills a year of quotes with their events, actions
 * and worksheets, and starts the service with a retention of 90 days. Prints how long the sweep takes, what it leaves,
 * and the time of quotes before, beside and after it. A filled folder of an earlier run is used again.
 */
const { values: flags } = parseArgs({
  options: {
    quotes: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '10' },
    data: { type: 'string' },
  },
});
const count = Number(flags.quotes);
const originals = 40;
const keptDays = 90;
const callers = 16;
const baseMs = 60_000;

const say = (line: string) => console.log(line);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

let service = await startMeasuredService({ dataDir: flags.data });
const { dataDir } = service;
try {
  await onDatabase(service, fill);
  await measured('Quotes before any sweep', service, AbortSignal.timeout(baseMs));
  await swept();
} finally {
  await service.stop();
}
if (flags.data === undefined) await rm(dataDir, { recursive: true, force: true });

async function fill(client: Client): Promise<void> {
  const triggers = await ended(client);
  const { rows } = await client.query('select count(*)::int as made from quotes');
  const missing = count - rows[0].made;
  if (missing > 0) {
    const began = performance.now();
    let told = 0;
    await fillYear(client, {
      ...{ triggers, count: missing },
      progress: (made) => {
        if (made - told < 100_000) return;
        told = made;
        say(`${made} quotes after ${seconds(began)}`);
      },
    });
    say(`Filled in ${seconds(began)}.`);
  }
  say(await sizes(client));
}

/** Some quotes through the interface, by their trigger ids, once their events have ended. */
async function ended(client: Client): Promise<string[]> {
  const caller = await openHttpCaller(quoteRequest(service.demo, 'general-liability', true));
  const ids: string[] = [];
  for (let made = 0; made < originals; made += 1)
    ids.push(JSON.parse((await caller.call()).toString()).triggerRequestId);
  caller.close();
  for (;;) {
    const { rows } = await client.query(
      "select count(*)::int as open from events where trigger_request_id = any ($1::uuid[]) and state <> 'COMPLETED'",
      [ids],
    );
    if (rows[0].open === 0) return ids;
    await sleep(200);
  }
}

/** Starts the service with a retention, and quotes until all that is old is gone, and after that. */
async function swept(): Promise<void> {
  await service.stop();
  service = await startMeasuredService({
    dataDir,
    settings: { RETAIN_EVENTS_DAYS: String(keptDays), RETAIN_QUOTES_DAYS: String(keptDays) },
  });
  await sleep(firstSweepMs);
  const began = performance.now();
  const done = new AbortController();
  const load = measured('Quotes beside the sweep', service, done.signal);
  await allGone().finally(() => done.abort());
  say(`The sweep took ${seconds(began)}.`);
  await load;
  await measured('Quotes after the sweep', service, AbortSignal.timeout(baseMs));
  await onDatabase(service, async (client) => say(await sizes(client)));
}

/** Waits until nothing older has contents; asks by the indexes of the sweep. */
async function allGone(): Promise<void> {
  await onDatabase(service, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `select exists (select from events where created_at < current_date - $1::int
            and state not in ('ACCEPTED', 'RUNNING') and envelope_sha256 <> '')
          or exists (select from quotes where quote_timestamp < current_date - $1::int
            and not metadata @> '{"erased": true}') as "isLeft"`,
        [keptDays],
      );
      if (!rows[0].isLeft) return;
      await sleep(1_000);
    }
  });
}

/** Synchronous quotes at a steady rate until the signal; a quote that waits for a caller counts from when it was due. */
async function measured(what: string, { demo }: MeasuredService, signal: AbortSignal): Promise<void> {
  const request = quoteRequest(demo, 'general-liability', true);
  const open = await Promise.all(Array.from({ length: callers }, () => openHttpCaller(request)));
  const times = await steadyLoad(
    { callers, rate: Number(flags.rate), durationMs: Number.POSITIVE_INFINITY, signal },
    (caller) => open[caller]!.call(),
  );
  for (const caller of open) caller.close();
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => `${quantile(times, share).toFixed(0)} ms`);
  say(`${what}: ${times.length} at ${flags.rate}/s, p50 ${p50}, p99 ${p99}, longest ${longest}`);
}

async function onDatabase<Result>(
  { ownerDatabaseUrl }: MeasuredService,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: ownerDatabaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}
