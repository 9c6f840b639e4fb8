import type { AuditedAction } from '../../db/audit/actions.js';
import { recordAudit } from '../../db/audit/record-audit.js';
import { auditedTime, businessTimeOf, holdStill, type TimeSources } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { causedBy } from '../../db/identity/caused-by.js';
import type { Policy } from '../../db/models/policy.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { Forbidden, type NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';

export interface IssuedPolicyChange {
  policyId: string;
  /** What is reserved to the issuer. */
  isIssuersTo: string;
  /** What the audit log records. */
  action: AuditedAction;
  details: JsonObject;
  notFound: () => NotFound;
}

/**
 * Runs work in a transaction on a policy that the caller's organization issued, with the policy locked.
 * `notFound` if the caller cannot see it; 403 if the organization only sold it, naming the action reserved to
 * the issuer. A clock of the policy stands still meanwhile: 409 while it advances.
 */
export function withIssuedPolicy<T>(
  sources: TimeSources & { db: Database },
  caller: Caller,
  { policyId, isIssuersTo, action, details, notFound }: IssuedPolicyChange,
  work: (trx: Database, policy: Policy, now: BusinessTime) => Promise<T>,
): Promise<T> {
  const { organizationId } = caller;
  return sources.db.transaction(async (trx) => {
    const visible = await policyVisibleTo(trx, organizationId, policyId);
    if (visible === undefined) throw notFound();
    if (visible.issuingOrganizationId !== organizationId) {
      throw new Forbidden(`only the organization that issued the policy may ${isIssuersTo}`, {
        code: 'OTHER_ORGANIZATION',
      });
    }
    const policy = await lockPolicy(trx, policyId);
    if (policy === undefined) throw notFound();
    if (policy.clockId !== null) await holdStill(trx, policy.clockId);
    const now = await businessTimeOf(trx, sources, policy);
    await causedBy(trx, { createdBy: authorOf(caller) });
    const result = await work(trx, policy, now);
    const entry = {
      action,
      organizationId,
      targetId: policyId,
      details: { ...details, ...auditedTime(policy, now) },
    };
    await recordAudit(trx, { ...entry, ...auditOf(caller) });
    return result;
  });
}
