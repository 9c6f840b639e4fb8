import type { Database } from '../../db/database.js';
import type { Policy } from '../../db/models/policy.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import { lockPolicy } from '../../db/policy-journal/lock-policy.js';
import { Forbidden, type NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/**
 * Runs work in a transaction on a policy that the caller's organization has issued, with the policy locked. `notFound`
 * where the caller does not see it; 403 where the organization only sold it, with what is the issuer's to do.
 */
export function withIssuedPolicy<T>(
  db: Database,
  { organizationId }: Caller,
  { policyId, isIssuersTo, notFound }: { policyId: string; isIssuersTo: string; notFound: () => NotFound },
  work: (trx: Database, policy: Policy) => Promise<T>,
): Promise<T> {
  return db.transaction(async (trx) => {
    const visible = await policyVisibleTo(trx, organizationId, policyId);
    if (visible === undefined) throw notFound();
    if (visible.issuingOrganizationId !== organizationId) {
      throw new Forbidden(`it is for the organization that issued the policy to ${isIssuersTo}`);
    }
    const policy = await lockPolicy(trx, policyId);
    if (policy === undefined) throw notFound();
    return work(trx, policy);
  });
}
