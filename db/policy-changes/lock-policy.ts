import type { Knex } from 'knex';
import type { PartialModelObject } from 'objection';
import { Policy } from '../models/policy.js';
import { followWaits } from '../tasks/tasks-of-policy.js';

/** Locks a policy for the rest of the transaction. `undefined` if there is none. */
export async function lockPolicy(trx: Knex, policyId: string): Promise<Policy | undefined> {
  return Policy.query(trx).findById(policyId).forUpdate();
}

/**
 * Changes the row of a policy, which must be unchanged since it was read; returns it as it is now. The
 * premium changes only with its ledger entry, except that a new term begins at 0.
 */
export async function updatePolicy(
  trx: Knex,
  policy: Policy,
  changes: Omit<PartialModelObject<Policy>, 'id' | 'premium' | 'version'> & { premium?: '0' },
  now: Date,
): Promise<Policy> {
  const [updated] = await Policy.query(trx)
    .patch({ ...changes, updatedAt: now, version: policy.version + 1 })
    .where({ id: policy.id, version: policy.version })
    .returning('*');
  if (updated === undefined) throw new Error(`policy ${policy.id} was changed meanwhile`);
  await followWaits(trx, policy, updated, now);
  return updated;
}

/** When nothing of a policy under a test clock is due any more: no clock ever shows this time. */
export const neverDue = new Date('9999-12-31T00:00:00Z');

/**
 * Makes a policy due for a check, `now` in its business time: if its workflow is not notified, the sweep does it, or the
 * advance of its clock.
 */
export async function lookSoon(trx: Knex, policyId: string, now: Date): Promise<void> {
  await Policy.query(trx).findById(policyId).where('next_look_at', '>', now).patch({ nextLookAt: now });
}
