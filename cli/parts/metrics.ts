import type { Checks } from '../../api/health/readiness.js';
import { createMetrics, type Metrics } from '../../api/telemetry/metrics.js';
import type { Settings } from '../settings/settings.js';
import { listen, stopListening } from './http-server.js';
import type { Lifecycle } from './lifecycle.js';
import { createMetricsServer } from './metrics-server.js';

/** The metrics of a process, and what its `/readyz` beside them checks. */
export interface ProcessMetrics extends Metrics {
  /** Until then the process is not ready. */
  readyWhen(checks: Checks): void;
}

/** Serves the metrics and the health of this process on `METRICS_PORT`; undefined if the setting is missing. */
export async function startMetrics(
  { host, metricsPort }: Settings,
  lifecycle: Lifecycle,
): Promise<ProcessMetrics | undefined> {
  if (metricsPort === undefined) return undefined;
  let checks: Checks = { start: () => Promise.reject(new Error('the process starts')) };
  const metrics = createMetrics();
  lifecycle.onStop('the metrics', () => metrics.stop());
  const server = createMetricsServer(metrics, () => checks);
  await listen(server, { host, port: metricsPort, setting: 'METRICS_PORT' });
  lifecycle.onStop('the port of the metrics', () => stopListening(server));
  const readyWhen = (parts: Checks) => {
    checks = parts;
  };
  return { ...metrics, readyWhen };
}
