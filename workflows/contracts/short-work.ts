/**
 * How short database work is run: each is one transaction, and as local activities three of them cost what one
 * does. It is retried until the database is back.
 */
export const shortWork = {
  startToCloseTimeout: '10 seconds',
  localRetryThreshold: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const;

/** How long work that shows signs of life may be silent before its worker counts as dead. */
export const signOfLifeTimeout = '10 seconds';
