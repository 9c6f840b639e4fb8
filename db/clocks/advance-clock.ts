import type { Database } from '../database.js';
import type { Clock } from '../models/clock.js';
import { auditClock, type ClockToChange, lockClock } from './save-clock.js';

export interface ClockToAdvance extends ClockToChange {
  /** System time. */
  now: Date;
}

export type BegunAdvance = { clock: Clock } | { refused: 'UNKNOWN' | 'ADVANCING' | 'BACK' | 'TOO_FAR' };

/** How far ahead of its time a clock is set at most. */
const mostYears = 10;

/** Begins an advance. The clock's workflow moves it from here on. */
export async function beginAdvance(
  db: Database,
  { organizationId, clockId, now, ...who }: ClockToAdvance,
  to: Date,
): Promise<BegunAdvance> {
  return db.transaction(async (trx) => {
    const clock = await lockClock(trx, { organizationId, clockId });
    if (clock === undefined) return { refused: 'UNKNOWN' };
    if (clock.state === 'ADVANCING') return { refused: 'ADVANCING' };
    if (to < clock.businessTime) return { refused: 'BACK' };
    if (to > yearsAfter(clock.businessTime, mostYears)) return { refused: 'TOO_FAR' };
    const advancing = await clock.$query(trx).patchAndFetch({
      state: 'ADVANCING',
      advancesFrom: clock.businessTime,
      advancesTo: to,
      problem: null,
      updatedAt: now,
    });
    await auditClock(trx, 'CLOCK_ADVANCED', advancing, who);
    return { clock: advancing };
  });
}

/** Ends an advance where the clock stands. What is due there goes on. Undefined if there is no such clock. */
export async function stopAdvance(
  db: Database,
  { organizationId, clockId, now, ...who }: ClockToAdvance,
): Promise<Clock | undefined> {
  return db.transaction(async (trx) => {
    const clock = await lockClock(trx, { organizationId, clockId });
    if (clock?.state !== 'ADVANCING') return clock;
    const stopped = await clock.$query(trx).patchAndFetch({ state: 'READY', problem: null, updatedAt: now });
    await auditClock(trx, 'CLOCK_STOPPED', stopped, who);
    return stopped;
  });
}

/** The same moment of a later year; of February 29 the day after in other years. */
function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + years);
  return later;
}
