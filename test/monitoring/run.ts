import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cli/embedded/free-port.js';
import { ContractCaller, operationsOf } from '../support/contract-caller.js';
import { callEveryOperation } from '../support/every-operation.js';
import {
  aDataDir,
  type RunningService,
  runCli,
  startService,
  stopService,
} from '../support/running-service.js';
import { dashboards, type Panel } from './files.js';
import { type DrawnPanel, pictureOf } from './picture.js';
import { type Prometheus, promtool, type Series, startPrometheus } from './prometheus.js';

/**
 * Checks rules and alerts with promtool. Then has Prometheus collect from a service under load, and runs each query
 * of the dashboards there: exit code 1 if one is empty that should have data. `--pictures` draws the dashboards into
 * docs/images.
 */
const loadSeconds = Number(process.env.SECONDS ?? 60);
const callers = 4;

/** Metrics that Temporal's SDK has from the first time that something fails. */
const ofFailures = /_failed_total|request_failure_total|sticky_cache_miss_total|forced_eviction_total/;

await promtool('check', 'config', 'prometheus.yaml');
await promtool('check', 'rules', 'rules.yaml');
await promtool('test', 'rules', 'rules.test.yaml');
console.log('promtool: the configuration and the rules are sound, and each alert fires when it should.');

const folder = await aDataDir();
const ports = { 'ioi-api': await freePort(), 'ioi-worker': await freePort() };
const service = await startService(folder.dataDir, { METRICS_PORT: String(ports['ioi-api']) });
const worker = runCli(['worker'], {
  DATABASE_URL: service.demo.databaseUrl,
  TEMPORAL_ADDRESS: service.demo.temporalAddress,
  METRICS_PORT: String(ports['ioi-worker']),
});
const prometheus = await startPrometheus(ports);
let isEmpty = false;
try {
  await load(service, folder.dataDir);
  await sleep(3_000);
  for (const { uid, title, panels } of dashboards()) {
    const drawn: DrawnPanel[] = [];
    for (const panel of panels) drawn.push(await dataOf(prometheus, panel));
    if (process.argv.includes('--pictures')) {
      await mkdir('docs/images', { recursive: true });
      await writeFile(path.join('docs/images', `dashboard-${uid.slice(4)}.svg`), pictureOf(title, drawn));
    }
  }
} finally {
  await prometheus.stop();
  worker.child.kill('SIGINT');
  await worker.ended;
  await stopService(service);
  await folder.remove();
}
console.log(isEmpty ? 'Some panels have no data.' : 'Every panel has data, or shows failures only.');
process.exitCode = isEmpty ? 1 : 0;

/** Every operation once, beside callers that ask for quotes. */
async function load(running: RunningService, dataDir: string): Promise<void> {
  const { baseUrl, organizations } = running.demo;
  const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = organizations;
  const envelope = JSON.parse(await readFile(path.join(dataDir, 'first-quote.json'), 'utf8'));
  const untilMs = Date.now() + loadSeconds * 1000;
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const fire = async () => {
    while (Date.now() < untilMs) {
      const body = JSON.stringify({ ...envelope, triggerRequestId: crypto.randomUUID() });
      await fetch(`${baseUrl}/ioi/v3/event/fire`, { method: 'POST', headers, body }).then((res) =>
        res.text(),
      );
      await sleep(50);
    }
  };
  const document = await (await fetch(`${baseUrl}/ioi/v3/openapi.json`)).json();
  const caller = new ContractCaller(running, operationsOf(document));
  const everything = callEveryOperation(caller, running).catch((error: Error) => {
    // It expects an idle machine. The panels tell whether enough was called.
    console.log(`load: stopped calling operations: ${error.message}`);
  });
  await Promise.all([everything, ...Array.from({ length: callers }, fire)]);
  console.log(`load: operations, and quotes by ${callers} callers for ${loadSeconds} s.`);
}

async function dataOf(source: Prometheus, panel: Panel): Promise<DrawnPanel> {
  const lines: DrawnPanel['lines'] = [];
  for (const { expr, legendFormat } of panel.targets) {
    const found = await source.range(expr.replaceAll('$__rate_interval', '15s'), loadSeconds);
    const finite = found.filter(({ values }) => values.some(([, value]) => Number.isFinite(Number(value))));
    if (finite.length === 0) {
      const expected = ofFailures.test(expr);
      isEmpty ||= !expected;
      console.log(`${expected ? 'empty, as nothing failed' : 'EMPTY'}: ${panel.title}: ${expr}`);
    }
    for (const series of finite) lines.push({ legend: legendOf(legendFormat, series), series });
  }
  return { panel, lines };
}

function legendOf(format: string, { metric }: Series): string {
  return format.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
}
