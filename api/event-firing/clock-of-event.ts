import { ClockAdvances, type ClockReading, readClock } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { EventSubject } from '../../db/events/subject-of-event.js';

/** The test clock of an event's client, and what it shows; null without one. 409 while it advances. */
export async function clockOfEvent(db: Database, { clockId }: EventSubject): Promise<ClockReading | null> {
  if (clockId === undefined) return null;
  const clock = await readClock(db, clockId);
  if (clock?.state === 'ADVANCING') throw new ClockAdvances(clockId);
  return clock ?? null;
}
