import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';
import { duePolicies } from './read-clock.js';

/** Policies in the order of their ids, a batch at a time. */
interface Batch {
  clockId: string;
  /** The last of the batch before; null for the first. */
  after: string | null;
  limit: number;
}

/** The ids of policies of which something is due at the time that their clock shows. */
export async function policiesDue(db: Database, batch: Batch): Promise<string[]> {
  const shown = Clock.query(db).findById(batch.clockId).select('business_time').toKnexQuery();
  return nextPolicies(db, batch).where('next_look_at', '<=', shown).pluck('id');
}

/** The ids of the policies under a clock of which something may still be due. */
export async function openPolicies(db: Database, batch: Batch): Promise<string[]> {
  return nextPolicies(db, batch).pluck('id');
}

function nextPolicies(db: Database, { clockId, after, limit }: Batch) {
  const policies = duePolicies(db, clockId).orderBy('id').limit(limit);
  return after === null ? policies : policies.where('id', '>', after);
}
