import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../../db/database.js';

/** The pool of connections as knex has it. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (requestId: number) => void): void;
}

/** Measures the connections to the database, under the names of OpenTelemetry's conventions. */
export function measurePool(registry: Registry, name: string, db: Database): void {
  const { pool } = db.client as { pool: Pool & { max: number } };
  const of = { db_client_connection_pool_name: name };
  const labelNames = Object.keys(of);
  const gauge = (metric: string, help: string, read: () => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.set(of, read());
      },
    });
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database',
    labelNames: [...labelNames, 'db_client_connection_state'],
    registers: [registry],
    collect() {
      this.set({ ...of, db_client_connection_state: 'used' }, pool.numUsed());
      this.set({ ...of, db_client_connection_state: 'idle' }, pool.numFree());
    },
  });
  gauge('db_client_connection_max', 'The most connections that the process opens', () => pool.max);
  gauge('db_client_connection_pending_requests', 'Requests that wait for a connection', () =>
    pool.numPendingAcquires(),
  );
  const waits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time to get a connection',
    labelNames,
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const timeouts = new Counter({
    name: 'db_client_connection_timeouts_total',
    help: 'Requests for a connection that failed or waited too long',
    labelNames,
    registers: [registry],
  });
  const since = new Map<number, number>();
  pool.on('acquireRequest', (id) => since.set(id, performance.now()));
  pool.on('acquireFail', (id) => {
    since.delete(id);
    timeouts.inc(of);
  });
  pool.on('acquireSuccess', (id) => {
    const startedAtMs = since.get(id);
    since.delete(id);
    if (startedAtMs !== undefined) waits.observe(of, (performance.now() - startedAtMs) / 1000);
  });
}
