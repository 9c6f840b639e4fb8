const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** How long an attempt to send a mail is repeated. */
const longestMs = 2 * dayMs;
const delaysMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minute);
const lastDelayMs = 8 * 60 * minute;

/**
 * When a mail is tried again that was not accepted; undefined: no more.
 *
 * @param attempts how many have failed.
 */
export function nextMailAttempt(
  { attempts, sendingSince }: { attempts: number; sendingSince: Date },
  now: Date,
): Date | undefined {
  const next = now.getTime() + (delaysMs[attempts - 1] ?? lastDelayMs);
  return next <= sendingSince.getTime() + longestMs ? new Date(next) : undefined;
}
