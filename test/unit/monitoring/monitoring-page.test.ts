import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createMetrics } from '../../../api/telemetry/metrics.js';
import { openDatabase } from '../../../db/database.js';

/** The page with its table of metrics as a process declares them. */
function withMetrics(page: string): string {
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, applicationName: 'none' });
  const metrics = createMetrics();
  metrics.stop();
  metrics.observePool('ioi', db);
  metrics.observeBacklogs(db);
  const rows = metrics.registry
    .getMetricsAsArray()
    .filter(({ name }) => !/^(nodejs|process)_/.test(name))
    .map((metric) => {
      const { labelNames } = metric as unknown as { labelNames: string[] };
      const labels = labelNames.map((label) => `\`${label}\``).join(', ');
      return `| \`${metric.name}\` | ${metric.constructor.name.toLowerCase()} | ${labels} | ${metric.help} |`;
    });
  const table = ['| Metric | Type | Labels | |', '|---|---|---|---|', ...rows].join('\n');
  return page.replace(/^\| Metric \| Type \|.*?(?=\n\n)/ms, () => table);
}

it('has the metrics as they are declared', async () => {
  const file = path.resolve('docs/operations/monitoring.md');
  await expect(withMetrics(await readFile(file, 'utf8'))).toMatchFileSnapshot(file);
});
