/**
 * Work that has not ended by then never will: it may take too long each time. An outage of this length is an
 * operator's case.
 */
const longestTry = '1 day';

/**
 * Options of what an event's run writes about itself: a transaction each. Retried until the database is back; which
 * failures are not retried says `activities/ground/failures.ts`.
 */
export const recording = {
  startToCloseTimeout: '10 seconds',
  localRetryThreshold: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const;

/** Options of other short database work. Three of them as local activities cost as much as one activity. */
export const shortWork = { ...recording, scheduleToCloseTimeout: longestTry } as const;

/**
 * Options of work that takes long or calls external systems. It sends heartbeats; a worker that sends none counts as
 * dead. The activity itself limits the attempts of external calls; these retries are for failures of our own.
 */
export const longWork = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: longestTry,
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const;

/** The time of an attempt besides the external call. */
const ownSeconds = 20;

/** The timeout of an attempt whose external call may take this long. */
export function attemptTimeout(callSeconds = 10): `${number} seconds` {
  return `${callSeconds + ownSeconds} seconds`;
}
