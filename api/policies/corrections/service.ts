import type { Database } from '../../../db/database.js';
import type { Policy } from '../../../db/models/policy.js';
import {
  type Correction,
  correctEffectiveDate,
  correctPolicyNumber,
} from '../../../db/policies/correct-policy.js';
import { lookSoon } from '../../../db/policy-changes/lock-policy.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { Conflict, conflictOf, NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import { authorOf } from '../../http/person.js';
import type { PolicyTerms } from '../../runs/policy-terms.js';
import { type IssuedPolicyChange, withIssuedPolicy } from '../issued-policy.js';

export interface CorrectionDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  terms: Pick<PolicyTerms, 'tellSoon'>;
  now: () => Date;
}

/** Corrections of errors in a policy (spec 4.6), by the organization that issued it. */
export class PolicyCorrections {
  constructor(private readonly uses: CorrectionDependencies) {}

  /** Moves the current term. 409 if the policy has ended, or its terms would overlap. */
  async effectiveDate(
    caller: Caller,
    { policyId, effectiveDate, ...accepted }: { policyId: string; effectiveDate: string },
  ): Promise<void> {
    const audited = { action: 'EFFECTIVE_DATE_CORRECTED', details: { effectiveDate } } as const;
    await this.#correct(caller, { policyId, ...audited }, async (trx, policy, now) => {
      const objection = await correctEffectiveDate(
        trx,
        policy,
        effectiveDate,
        correctionOf(caller, accepted, now),
      );
      if (objection === null) return lookSoon(trx, policyId, now);
      throw conflictOf(objection);
    });
    // Its timers have changed.
    await this.uses.terms.tellSoon(policyId);
  }

  /** Gives a policy another number. 409 if another policy of the organization has it. */
  async policyNumber(
    caller: Caller,
    { policyId, newPolicyNumber, ...accepted }: { policyId: string; newPolicyNumber: string },
  ): Promise<void> {
    const audited = { action: 'POLICY_NUMBER_CORRECTED', details: { newPolicyNumber } } as const;
    await this.#correct(caller, { policyId, ...audited }, async (trx, policy, now) => {
      const correction = correctionOf(caller, accepted, now);
      const result = await correctPolicyNumber(trx, policy, newPolicyNumber, correction);
      if (result === 'CORRECTED') return;
      const detail = `another policy has the number ${newPolicyNumber}`;
      throw new Conflict(detail, { code: 'DUPLICATE', errors: [{ field: 'newPolicyNumber', detail }] });
    });
  }

  #correct(
    caller: Caller,
    change: Pick<IssuedPolicyChange, 'policyId' | 'action' | 'details'>,
    work: (trx: Database, policy: Policy, now: BusinessTime) => Promise<void>,
  ): Promise<void> {
    const notFound = () => new NotFound('policy', change.policyId, { field: 'policyId' });
    return withIssuedPolicy(this.uses, caller, { ...change, isIssuersTo: 'correct it', notFound }, work);
  }
}

function correctionOf(caller: Caller, accepted: object, now: BusinessTime): Correction {
  return { createdBy: authorOf(caller), acknowledged: Object.keys(accepted), now };
}
