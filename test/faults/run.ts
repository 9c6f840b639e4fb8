import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '../support/random.js';
import { clockFaults } from './clocks.js';
import { faults as otherFaults } from './faults.js';
import { type Parts, startParts, stopParts } from './parts.js';
import { type Outcome, underLoad } from './under-load.js';

/**
 * `npm run test:faults`: starts the service in its parts with a proxy between any two, and puts it under load. One
 * fault after the other breaks something for some seconds; afterwards nothing may be lost, doubled, hung or leaked.
 * `-- --only NAME` tries the faults whose name has that, or another after a comma, in it, `-- --list` prints the
 * names. `SEED` repeats how long each lasts.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
const faults = [...otherFaults, ...clockFaults];
const wanted = (values.only ?? '').split(',');
const chosen = faults.filter(({ name }) => wanted.some((part) => name.includes(part)));
if (values.list) {
  for (const { name, words } of faults) console.log(`${name.padEnd(28)} ${words}`);
  process.exit(0);
}
if (chosen.length === 0) {
  console.log(`No fault has "${values.only}" in its name; --list prints the names.`);
  process.exit(1);
}

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
console.log(`SEED=${seed}; ${chosen.length} faults. Starting the parts…`);
const ends: (() => unknown)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopParts(ends).finally(() => process.exit(130)));
const kept = await mkdtemp(path.join(tmpdir(), 'ioi-fault-logs-'));
const table: string[] = [];
const failed: string[] = [];
try {
  let parts = await startParts(ends, console.log);
  for (const fault of chosen) {
    const seconds = Math.round(fault.seconds * (0.75 + random() / 2));
    const whyNot = fault.whyNot?.(parts);
    if (whyNot !== undefined) {
      console.log(`skipped  ${fault.name}: ${whyNot}`);
      continue;
    }
    const outcome = await underLoad(fault, parts, seconds);
    console.log(lineOf(fault.name, outcome));
    table.push(rowOf(fault.words, seconds, outcome));
    if (outcome.findings.length > 0) {
      for (const finding of outcome.findings.slice(0, 10)) console.log(`         ${finding.slice(0, 400)}`);
      failed.push(fault.name);
      await keep(fault.name, outcome, parts);
    }
    // What is wrong now would be found again after the next fault.
    const goesOn = outcome.findings.length === 0 && fault.spoils === undefined;
    if (goesOn || fault === chosen.at(-1)) continue;
    await stopParts(ends);
    parts = await startParts(ends, console.log);
  }
} finally {
  await stopParts(ends);
}
console.log('\n| Fault | Callers saw | Longest answer | Recovered after |\n|---|---|---|---|');
for (const row of table) console.log(row);
console.log(
  failed.length > 0
    ? `\n${failed.length} faults did harm: ${failed.join(', ')}. Findings and logs are in ${kept}.`
    : '\nNo fault did harm: nothing was lost, doubled, hung or leaked.',
);
process.exit(failed.length > 0 ? 1 : 0);

function lineOf(name: string, outcome: Outcome): string {
  const { findings, recoveredMs, longestMs, calls, unavailable, events, rssMb } = outcome;
  return (
    `${findings.length === 0 ? 'ok     ' : 'FAILED '}  ${name}: recovered after ${secondsOf(recoveredMs)}, ` +
    `longest answer ${secondsOf(longestMs)}, ${calls} calls, ${unavailable} × 503, ${events} events; ` +
    `API ${rssMb.api} MB, worker ${rssMb.worker} MB`
  );
}

function rowOf(
  words: string,
  seconds: number,
  { unavailable, calls, longestMs, recoveredMs }: Outcome,
): string {
  const saw = unavailable === 0 ? 'no failure' : `503 to ${unavailable} of ${calls} calls`;
  const lasted = seconds === 0 ? '' : `, ${seconds} s`;
  return `| ${words}${lasted} | ${saw} | ${secondsOf(longestMs)} | ${secondsOf(recoveredMs)} |`;
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function keep(name: string, { findings, logged }: Outcome, parts: Parts): Promise<void> {
  const folder = path.join(kept, name);
  await mkdir(folder, { recursive: true });
  const text = [`SEED=${seed}`, ...findings, '', 'Logged:', ...logged, ''].join('\n');
  await writeFile(path.join(folder, 'findings.txt'), text);
  await writeFile(path.join(folder, 'api.log'), parts.api.output());
  await writeFile(path.join(folder, 'worker.log'), parts.worker.output());
}
