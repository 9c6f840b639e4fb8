import type { EventRun } from '../../api/client.js';

const leastMs = 1_000;
const mostMs = 30_000;

/** How long to wait before an open run is read again: a fifth of the time in which nothing has happened. */
export function pauseMs(run: EventRun, watchedSince: number, now = Date.now()): number {
  const moments = [
    run.createdTimestamp,
    run.cancelRequestedTimestamp,
    ...run.actions.flatMap(({ startedTimestamp, endedTimestamp }) => [startedTimestamp, endedTimestamp]),
  ];
  const latest = Math.max(watchedSince, ...moments.map((moment) => (moment ? Date.parse(moment) : 0)));
  return Math.min(mostMs, Math.max(leastMs, (now - latest) / 5));
}
