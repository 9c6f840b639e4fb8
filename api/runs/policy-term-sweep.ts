import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';
import type { PolicyTerms } from './policy-terms.js';

/** Workflows are started in small batches: a book that was loaded in bulk gets its workflows gradually. */
const batchSize = 200;
/** A workflow that is merely busy is not disturbed. */
const graceMinutes = 15;
/** A policy that is still overdue after this time is notified again. */
const againAfterMs = 3_600_000;

export interface PolicyTermSweepOptions {
  db: Database;
  terms: Pick<PolicyTerms, 'tell'>;
  now: () => Date;
}

/**
 * Notifies the workflows of overdue policies, longest overdue first, and returns the number of policies: their workflow was
 * never started, or was terminated.
 */
export async function wakeOverduePolicies({ db, terms, now }: PolicyTermSweepOptions): Promise<number> {
  const before = new Date(now().getTime() - graceMinutes * 60_000);
  const overdue = await Policy.query(db)
    .select('id')
    .where('next_look_at', '<', before)
    .whereNot('policy_state', 'CLOSED')
    // Those under a test clock are due by it, and its advance wakes them.
    .whereNull('clock_id')
    .orderBy('next_look_at')
    .limit(batchSize);
  for (const { id } of overdue) {
    await terms.tell(id);
    // The next batch has other policies, whatever happens to these.
    const nextLookAt = new Date(now().getTime() + againAfterMs);
    await Policy.query(db).findById(id).where('next_look_at', '<', before).patch({ nextLookAt });
  }
  return overdue.length;
}

/** `wakeOverduePolicies`, again and again. */
export function policyTermSweep(options: PolicyTermSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({
    what: 'policies',
    everyMs: 60_000,
    log,
    wake: () => wakeOverduePolicies(options),
  });
}
