import type { Knex } from 'knex';
import { Policy } from '../models/policy.js';

/** A policy, if the organization sold or issued it. */
export async function policyVisibleTo(
  db: Knex,
  organizationId: string,
  policyId: string,
): Promise<Policy | undefined> {
  return Policy.query(db).findById(policyId).modify('visibleTo', organizationId);
}
