import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { dashboards, metricsIn, monitoring, rules } from '../../monitoring/files.js';

const page = readFileSync('docs/operations/monitoring.md', 'utf8');

/** Of Temporal's SDK: `npm run test:monitoring` asks a running worker for them. */
const ofTheSdk = `activity_execution_failed_total activity_execution_latency_seconds
  local_activity_execution_failed_total local_activity_execution_latency_seconds num_pollers request_failure_total
  request_total sticky_cache_hit_total sticky_cache_miss_total sticky_cache_size
  sticky_cache_total_forced_eviction_total worker_task_slots_available worker_task_slots_used workflow_completed_total
  workflow_endtoend_latency_seconds workflow_task_execution_failed_total workflow_task_execution_latency_seconds
  workflow_task_replay_latency_seconds workflow_task_schedule_to_start_latency_seconds`;
const known = new Set([
  ...[...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
  ...ofTheSdk.split(/\s+/).map((name) => `temporal_${name}`),
  ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_start_time_seconds'],
  'nodejs_eventloop_lag_p99_seconds',
  ...rules().map(({ record }) => record),
]);

it('use metrics that processes have', () => {
  const expressions = [
    ...rules().map(({ expr }) => expr),
    ...dashboards().flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ];
  const unknown = expressions
    .flatMap(metricsIn)
    .filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')));
  expect(unknown).toEqual([]);
});

it('says of each alert what to do, and tests that it fires', () => {
  const alerts = rules().flatMap(({ alert, annotations }) =>
    alert === undefined ? [] : { alert, annotations },
  );
  expect(alerts.map(({ annotations }) => annotations?.runbook_url)).toEqual(
    alerts.map(({ alert }) => `docs/operations/monitoring.md#${alert.toLowerCase()}`),
  );
  expect([...page.matchAll(/^### (Ioi\w+)$/gm)].map(([, name]) => name)).toEqual(
    alerts.map(({ alert }) => alert),
  );
  const { tests } = parse(readFileSync(`${monitoring}/rules.test.yaml`, 'utf8')) as {
    tests: { name: string }[];
  };
  expect(tests.map(({ name }) => name)).toEqual(
    alerts.flatMap(({ alert }) => [`${alert} fires`, `${alert} is quiet`]),
  );
});

it('have dashboards and panels with ids of their own', () => {
  for (const { panels } of dashboards()) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(dashboards().map(({ uid }) => uid)).toEqual(['ioi-business', 'ioi-service', 'ioi-workers']);
});
