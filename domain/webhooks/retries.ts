const first = [5, 30, 2 * 60, 10 * 60, 60 * 60, 3 * 60 * 60];
const thenEvery = 6 * 60 * 60;
const longest = 3 * 24 * 60 * 60;

/** How long a delivery is attempted, also while its endpoint is paused. */
export const longestDeliveryMs = longest * 1000;

/** Seconds between the attempts of a delivery: increasing delays, for up to three days. */
export const standardRetries: readonly number[] = withRest(first);

function withRest(retries: number[]): number[] {
  const total = retries.reduce((sum, seconds) => sum + seconds, 0);
  return total + thenEvery > longest ? retries : withRest([...retries, thenEvery]);
}
