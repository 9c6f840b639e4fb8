import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.js';
import { measureBacklogs } from './backlog-metrics.js';
import { countFacts } from './business-metrics.js';
import { measurePool } from './pool-metrics.js';

export interface Metrics {
  registry: Registry;
  /** One answered request; `route` is the pattern, never the path with its ids. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Measures the connections to the database of this process. */
  observePool(name: string, db: Database): void;
  /** Measures what waits in the whole installation. */
  observeBacklogs(db: Database): void;
  /** Adds the metrics of another source, in Prometheus' text format. */
  include(source: () => Promise<string>): void;
  /** All metrics, in Prometheus' text format. */
  text(): Promise<string>;
  /** Stops counting. */
  stop(): void;
}

/**
 * The metrics of this process: Node's own, requests by route, and what it did. Names follow the conventions of
 * OpenTelemetry where there is one.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const sources: (() => Promise<string>)[] = [];
  collectDefaultMetrics({ register: registry });
  const stop = countFacts(registry);
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe(
        { http_request_method: method, http_route: route, http_response_status_code: status },
        seconds,
      ),
    observePool: (name, db) => measurePool(registry, name, db),
    observeBacklogs: (db) => measureBacklogs(registry, db),
    include: (source) => sources.push(source),
    text: async () => {
      const texts = await Promise.all([registry.metrics(), ...sources.map((source) => source())]);
      return texts.join('');
    },
    stop,
  };
}
