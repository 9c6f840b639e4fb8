import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { noteProblem } from '../../db/clocks/note-problem.js';
import { type OpenWork, openWork } from '../../db/clocks/open-work.js';
import { Clock } from '../../db/models/clock.js';
import { textHash } from '../../domain/ground/canonical-json.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** A wait that goes on. */
export interface ClockWait {
  /** A hash of what is under way. */
  seen: string;
  /** ISO 8601, system time: nothing has changed since. */
  since: string;
  /** `CHECK`: what is due is to be checked again, as nothing has changed for a while. */
  next: 'LOOK' | 'CHECK';
  /** Until then. */
  pauseMs: number;
}

/** For each event and policy that is under way: about the time that one takes, so that many are not counted too often. */
const pollMsOfEach = 15;
const longestPollMs = 250;
/** One call is well below the activity's timeout. */
const longestCallMs = 3_000;
/** What was begun is expected to do something within this time. */
const checkAfterMs = 2_000;
/** After this time without a change the clock says what it waits for, and looks less often. */
const patienceMs = 120_000;
const heldUpPauseMs = 10_000;
/** The clocks that a worker watches at a time: quotes need its threads of local activities, too. */
const mostWatched = 20;
const crowdedPauseMs = 250;

/**
 * Waits until nothing is under way at the time of a clock, for some seconds at most. Undefined if it is quiet, or does not
 * advance.
 */
export function createUntilQuiet({ db, now }: Pick<ActivityDependencies, 'db' | 'now'>) {
  let watched = 0;
  return (clockId: string, before?: ClockWait): Promise<ClockWait | undefined> =>
    asActivity(async () => {
      if (watched >= mostWatched) {
        const { seen = '', since = now().toISOString() } = before ?? {};
        return { seen, since, next: 'LOOK', pauseMs: crowdedPauseMs };
      }
      watched += 1;
      try {
        return await watch(clockId, before);
      } finally {
        watched -= 1;
      }
    });

  async function watch(clockId: string, before: ClockWait | undefined): Promise<ClockWait | undefined> {
    const { cancellationSignal: signal } = Context.current();
    const begunMs = now().getTime();
    let { seen = '', since = new Date(begunMs).toISOString() } = before ?? {};
    for (let pollMs = 0; ; ) {
      const work = await workOf(clockId);
      if (work === null) return undefined;
      const nowMs = now().getTime();
      const current = textHash(JSON.stringify(work));
      const hasChanged = current !== seen;
      if (hasChanged) {
        [seen, since] = [current, new Date(nowMs).toISOString()];
        pollMs = 0;
      }
      pollMs = nextPollMs(pollMs, work);
      const idleMs = nowMs - new Date(since).getTime();
      const end = endOfCall(work, { hasChanged, idleMs, callMs: nowMs - begunMs });
      if (idleMs >= patienceMs) await noteProblem(db, clockId, problemOf(work));
      if (end !== null) return { seen, since, ...end };
      await sleep(pollMs, undefined, { signal });
    }
  }

  async function workOf(clockId: string): Promise<OpenWork | null> {
    const clock = await Clock.query(db)
      .findById(clockId)
      .select('id', 'business_time', 'waits_time_out', 'state');
    return clock?.state === 'ADVANCING' ? openWork(db, clock) : null;
  }
}

/** Whether a call ends, and how its workflow goes on; null: it looks again. */
export function endOfCall(
  { openEvents }: Pick<OpenWork, 'openEvents'>,
  { hasChanged, idleMs, callMs }: { hasChanged: boolean; idleMs: number; callMs: number },
): Pick<ClockWait, 'next' | 'pauseMs'> | null {
  if (idleMs >= patienceMs) return { next: 'CHECK', pauseMs: heldUpPauseMs };
  // What policies waited for is over, and nothing else brings them on. The longer a check does not, the later the next.
  if (openEvents === 0 && !hasChanged) return { next: 'CHECK', pauseMs: Math.min(idleMs, checkAfterMs) };
  if (Math.min(idleMs, callMs) >= checkAfterMs) return { next: 'CHECK', pauseMs: 0 };
  return callMs >= longestCallMs ? { next: 'LOOK', pauseMs: 0 } : null;
}

/** Until the next look: at work that has changed soon, later at the same. */
export function nextPollMs(before: number, { openEvents, overduePolicies }: OpenWork): number {
  const first = pollMsOfEach * (openEvents + overduePolicies);
  return Math.min(before === 0 ? first : before * 1.3, longestPollMs);
}

/** What an advance waits for, in words. */
function problemOf({ events, openEvents, policies, overduePolicies }: OpenWork): string {
  const [event] = events;
  const [policy] = policies;
  const others = openEvents + overduePolicies - 1;
  const named =
    event !== undefined
      ? `the run of ${event.type} ${event.triggerRequestId} to end`
      : `the check of policy ${policy?.policyNumber}`;
  return `waits for ${named}${others > 0 ? `, and for ${others} more` : ''}`;
}
