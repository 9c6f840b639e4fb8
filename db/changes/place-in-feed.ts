import type { Database } from '../database.js';
import { Change } from '../models/change.js';
import { keptChanges } from './read-changes.js';

/** So many changes around a time may have numbers in another order than their times. */
const disorder = 1_000;

/** The number after which all changes are that were recorded since a time. */
export async function placeAt(db: Database, time: Date): Promise<string> {
  const { last } = await keptChanges(db);
  const first = await Change.query(db)
    .whereNotNull('number')
    .where('recorded_at', '>=', time)
    .orderBy('recorded_at')
    .limit(disorder)
    .select('number');
  const numbers = first.map(({ number }) => BigInt(number ?? last));
  const [earliest = BigInt(last) + 1n] = numbers.toSorted((a, b) => Number(a - b));
  return String(earliest - 1n);
}

/** The time of the first change after a number; undefined if there is none. */
export async function timeAfter(db: Database, after: string): Promise<Date | undefined> {
  const [next] = await Change.query(db)
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .select('recorded_at');
  return next?.recordedAt;
}
