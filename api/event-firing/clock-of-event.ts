import { ClockAdvances, type ClockReading, readClock } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { EventSubject } from '../../db/events/subject-of-event.js';
import { Clock } from '../../db/models/clock.js';
import { namedClock } from '../../domain/events/client-of-event.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { NotFound } from '../errors/app-error.js';

/**
 * The test clock of an event's client, and what it shows; null without one. 409 while it advances; 404 if the payload
 * names a clock that is not the organization's.
 */
export async function clockOfEvent(
  db: Database,
  organizationId: string,
  { envelope, subject }: { envelope: EventEnvelope; subject: EventSubject },
): Promise<ClockReading | null> {
  const { clockId } = subject;
  if (clockId === undefined) return null;
  const named = namedClock(envelope);
  const isVisible = named === undefined || (await isClockOf(db, organizationId, named));
  const clock = isVisible ? await readClock(db, clockId) : undefined;
  if (clock === undefined) throw new NotFound('clock', clockId, { field: 'payload.clockId' });
  if (clock.state === 'ADVANCING') throw new ClockAdvances(clockId);
  return clock;
}

async function isClockOf(db: Database, organizationId: string, clockId: string): Promise<boolean> {
  const own = await Clock.query(db).findById(clockId).modify('visibleTo', organizationId).select('id');
  return own !== undefined;
}
