import { readFile } from 'node:fs/promises';
import { findingsIn } from './findings.js';
import type { History } from './history.js';

/** Checks histories that failed before: `npx tsx test/linearizability/replay.ts FILE…`. */
for (const file of process.argv.slice(2)) {
  const finding = findingsIn(JSON.parse(await readFile(file, 'utf8')) as History);
  console.log(finding ?? `${file}: all operations fit into one order.`);
  if (finding !== undefined) process.exitCode = 1;
}
