import type { Knex } from 'knex';
import { raw } from 'objection';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { laterOf } from '../../domain/ground/calendar.js';
import { policyContractOf } from '../../domain/policy/policy-contract.js';
import type { PolicyHistory } from '../../domain/policy/timeline.js';
import { Policy } from '../models/policy.js';
import { issuedMetaOf, readContract } from './read-contract.js';

/** A locked policy's row, with all its changes. */
export interface PolicyWithHistory {
  policy: Policy;
  history: PolicyHistory;
}

/**
 * Brings the contract and parties in a locked policy's row up to date with its history: as of today, or as of the
 * first day of a term that has not begun. Call it after every change that can alter them. Its search texts follow by
 * triggers; its documents stay listed. Returns the row as it is now.
 */
export async function applyContract(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  now: BusinessTime,
): Promise<Policy> {
  const contractOn = laterOf(policy.effectiveDate, now.today);
  const { contract, meta } = await readContract(trx, policy, history, contractOn);
  const current = contract === null ? {} : policyContractOf(contract);
  return Policy.query(trx)
    .findById(policy.id)
    .patch({
      policyContract: raw('policy_contract || ?::jsonb', [JSON.stringify(current)]),
      policyMeta: meta,
      issuedMeta: issuedMetaOf(policy),
      contractOn,
      // Also where the contract is the same: the policy may be in force again from this day.
      recordVersion: raw('record_version + 1'),
      changedAt: raw('clock_timestamp()'),
    })
    .returning('*')
    .first()
    .throwIfNotFound();
}
