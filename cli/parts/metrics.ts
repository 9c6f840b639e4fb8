import { createMetrics, createMetricsServer, type Metrics } from '../../api/telemetry/metrics.js';
import type { Settings } from '../settings/settings.js';
import { listen, stopListening } from './http-server.js';
import type { Lifecycle } from './lifecycle.js';

/** Serves the metrics of this process on `METRICS_PORT`; undefined if the setting is missing. */
export async function startMetrics(
  { host, metricsPort }: Settings,
  lifecycle: Lifecycle,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const metrics = createMetrics();
  const server = createMetricsServer(metrics);
  await listen(server, { host, port: metricsPort });
  lifecycle.onStop('the metrics', () => stopListening(server));
  return metrics;
}
