import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';

const batchSize = 200;

/**
 * Clocks that advance and have not moved since `before`, the longest idle first. They count as moved now, so that the next
 * batch has others.
 */
export async function idleAdvances(
  db: Database,
  { now, before }: { now: Date; before: Date },
): Promise<Clock[]> {
  const idle = Clock.query(db)
    .where('state', 'ADVANCING')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(batchSize)
    .select('id');
  return Clock.query(db).whereIn('id', idle).patch({ updatedAt: now }).returning('*');
}
