import type { Database } from '../database.js';

const atATime = 5_000;

/**
 * Numbers the changes that are committed. A transaction that commits later gets higher numbers, however early it began, and
 * what it read is numbered before: so a reader that goes by the numbers misses nothing.
 */
export async function numberChanges(db: Database, signal?: AbortSignal): Promise<void> {
  for (let numbered = atATime; numbered === atATime && !signal?.aborted; ) {
    const { rows } = await db.raw<{ rows: [{ numbered: number }] }>('select number_changes(?) as numbered', [
      atATime,
    ]);
    numbered = rows[0].numbered;
  }
}
