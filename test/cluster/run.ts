import { performance } from 'node:perf_hooks';
import { inColumns } from '../../cli/ground/text-table.js';
import { benchCluster, head } from './bench.js';
import { checks } from './checks.js';
import { type Cluster, startCluster } from './cluster.js';

/**
 * `npm run test:cluster`: installs the service on PostgreSQL, Temporal's server and a bucket, over TLS, with two APIs
 * behind a proxy and two workers, and checks there what `npm start` shows, also while processes stop, are killed and
 * come back. `-- bucket` runs the checks whose name contains that; `-- --bench` measures quotes instead.
 */
const begun = performance.now();
const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);
const say = (line: string) => console.log(`${secondsSince(begun).padStart(6)} s  ${line}`);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => ending.abort(new Error(`Ended by ${signal}.`)));
}

const aborted = new Promise<never>((_, reject) => {
  ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
});
aborted.catch(() => undefined);

let failures = 0;
let cluster: Cluster | undefined;
try {
  cluster = await startCluster(say, ending.signal);
  await (process.argv.includes('--bench') ? runBench(cluster) : runChecks(cluster));
} catch (error) {
  failures += 1;
  console.error(error);
} finally {
  const logs = await cluster?.stop({ keepLogs: failures > 0 && !ending.signal.aborted });
  if (logs !== undefined) console.log(`The output of all parts is in ${logs}.`);
}
console.log(failures === 0 ? 'The cluster did everything.' : 'The cluster failed.');
process.exit(failures === 0 ? 0 : 1);

/** Prints a table for `docs/operations/performance.md`, a row a measurement. */
async function runBench(cluster: Cluster): Promise<void> {
  const print = (row: readonly string[]) => console.log(`| ${row.join(' | ')} |`);
  print(head);
  print(head.map(() => '---'));
  await Promise.race([benchCluster(cluster, print), aborted]);
}

async function runChecks(cluster: Cluster): Promise<void> {
  const rows: string[][] = [];
  const wanted = process.argv[2] ?? '';
  for (const [name, check] of Object.entries(checks)) {
    if (!name.includes(wanted)) continue;
    await cluster.scale({ apis: 2, workers: 2 });
    const start = performance.now();
    const outcome = await Promise.race([check(cluster), aborted]).then(
      (seen) => ({ ok: 'ok', seen }),
      (error: Error) => ({ ok: 'FAILED', seen: error.message }),
    );
    ending.signal.throwIfAborted();
    if (outcome.ok === 'FAILED') failures += 1;
    rows.push([name, secondsSince(start), outcome.ok, outcome.seen]);
    say(rows.at(-1)!.join('  '));
  }
  console.log(inColumns(['check', 'seconds', '', 'seen'], rows, { left: [0, 2, 3] }).join('\n'));
}
