import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../db/database.js';
import { type Backlogs, readBacklogs } from '../../db/reports/read-backlogs.js';

const gauges: Record<keyof Backlogs, { name: string; help: string }> = {
  events: { name: 'ioi_events_waiting', help: 'Accepted events that no worker has begun' },
  oldestEvent: { name: 'ioi_events_oldest_waiting_seconds', help: 'Age of the oldest waiting event' },
  deliveries: {
    name: 'ioi_webhook_deliveries_waiting',
    help: 'Webhook deliveries that are not accepted yet',
  },
  oldestDelivery: {
    name: 'ioi_webhook_deliveries_oldest_seconds',
    help: 'Age of the oldest waiting delivery',
  },
  failingEndpoints: {
    name: 'ioi_webhook_endpoints_failing',
    help: 'Webhook endpoints that get single attempts, as they fail',
  },
  referrals: { name: 'ioi_referrals_open', help: 'Quotes that an underwriter has to decide on' },
  oldestReferral: { name: 'ioi_referrals_oldest_seconds', help: 'Age of the oldest open referral' },
  overduePolicies: {
    name: 'ioi_policies_overdue',
    help: 'Policies whose check is more than 15 minutes overdue',
  },
};

/** Values are read again after this time. */
const freshMs = 15_000;
/** A scrape does not wait longer for the database: the other metrics are most useful when it is slow. */
const patienceMs = 1_000;

/** Gauges of what waits in the whole installation; NaN while the database does not say. */
export function measureBacklogs(registry: Registry, db: Database): void {
  let reading: Promise<Backlogs | undefined> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  const read = () => {
    if (performance.now() - readAtMs < freshMs && reading !== undefined) return reading;
    readAtMs = performance.now();
    reading = readBacklogs(db).catch(() => undefined);
    return reading;
  };
  for (const [backlog, gauge] of Object.entries(gauges) as [keyof Backlogs, (typeof gauges)['events']][]) {
    new Gauge({
      ...gauge,
      registers: [registry],
      async collect() {
        const backlogs = await Promise.race([read(), sleep(patienceMs, undefined, { ref: false })]);
        this.set(backlogs?.[backlog] ?? Number.NaN);
      },
    });
  }
}
