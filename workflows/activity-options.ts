/**
 * How short database work is run: each is one transaction, and as local activities three of them cost what one
 * does. It is retried until the database is back.
 */
export const shortWork = {
  startToCloseTimeout: '10 seconds',
  localRetryThreshold: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const;

/**
 * How work is run that takes long or waits for others. It shows signs of life: a worker that is silent counts as
 * dead. The activity knows how often and when others may be asked, and ends it; what is retried here is our own.
 */
export const longWork = {
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const;

/** What an attempt to call others takes besides their answer. */
const ownSeconds = 20;

/** How long an attempt may take that waits so long for the answer of others. */
export function attemptTimeout(callSeconds = 10): `${number} seconds` {
  return `${callSeconds + ownSeconds} seconds`;
}
