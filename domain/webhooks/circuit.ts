/** How an endpoint answered lately. */
export interface EndpointHealth {
  /** Attempts that failed one after the other, of any delivery. */
  failures: number;
  /** The first of them. */
  failingSince: Date | null;
  /** The result of the last of them. */
  lastError: string | null;
}

export const healthy: EndpointHealth = { failures: 0, failingSince: null, lastError: null };

/** So many failures in a row pause an endpoint: the circuit is open. */
const mostFailures = 4;
const longestPauseSeconds = 300;

/** The health after one more attempt; `error` is null if it was accepted. */
export function afterAttempt(before: EndpointHealth, error: string | null, at: Date): EndpointHealth {
  if (error === null) return healthy;
  return { failures: before.failures + 1, failingSince: before.failingSince ?? at, lastError: error };
}

/** Whether the endpoint only gets single attempts, each after a pause. */
export function isOpen({ failures }: EndpointHealth): boolean {
  return failures >= mostFailures;
}

/**
 * The pause before the next attempt of an endpoint whose circuit is open: the waits of a delivery from the
 * second on, up to five minutes.
 */
export function pauseSeconds({ failures }: EndpointHealth, retrySeconds: readonly number[]): number {
  const wait = retrySeconds[failures - mostFailures + 1] ?? retrySeconds.at(-1) ?? longestPauseSeconds;
  return Math.min(wait, longestPauseSeconds);
}
