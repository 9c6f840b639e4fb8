import type { Database } from '../../db/database.js';
import { organizationTime } from '../../db/time-zones.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { uuid } from '../../domain/ground/primitives.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/** The parameter of reports and figures that chooses their records. */
export const clockOfReport = uuid.optional().meta({
  description:
    'Only what has this test clock, as of its time. Without it, what has a test clock is left out.',
});

/** The answer of reports where the caller has no such clock. */
export const noSuchClock = { 404: { description: 'The organization has no such test clock.' } };

/** Gives reports their "today". */
export interface ReportTimes {
  db: Database;
  now: () => Date;
}

/** The time of a report in the caller's time zone, by system time or by a clock. 404 if the caller has no such clock. */
export async function timeOfReport(
  { db, now }: ReportTimes,
  { organizationId }: Caller,
  clockId: string | undefined,
): Promise<BusinessTime> {
  const time = await organizationTime(db, now, { organizationId, clockId });
  if (time === undefined) throw new NotFound('clock', clockId ?? '', { field: 'clockId', in: 'query' });
  return time;
}
