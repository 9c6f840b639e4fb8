import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { Clock } from '../../db/models/clock.js';
import { theService } from '../../domain/ground/author.js';

/** A test clock of an organization that shows a time. */
export async function aClock(
  db: Database,
  { organizationId, businessTime }: { organizationId: string; businessTime: Date },
): Promise<Clock> {
  const id = randomUUID();
  return Clock.query(db).insertAndFetch({
    ...{ id, organizationId, name: `Clock ${id}`, businessTime, createdBy: theService },
  });
}
