import type { Knex } from 'knex';
import { raw } from 'objection';
import { laterOf, utcDate } from '../../domain/ground/calendar.js';
import { policyContractOf } from '../../domain/policy/policy-contract.js';
import { Policy } from '../models/policy.js';
import { issuedMetaOf, readContract } from './read-contract.js';
import { readPolicyStanding } from './read-history.js';

/**
 * Brings the contract and parties in a locked policy's row up to date: as of today, or as of the first day of a
 * term that has not begun. Call it after every change that can alter them. Its search texts follow by triggers;
 * its documents stay listed.
 */
export async function applyContract(trx: Knex, policyId: string, now: Date): Promise<void> {
  const policy = await Policy.query(trx).findById(policyId).throwIfNotFound();
  const { history } = await readPolicyStanding(trx, policy);
  const contractOn = laterOf(policy.effectiveDate, utcDate(now));
  const { contract, meta } = await readContract(trx, policy, history, contractOn);
  const current = contract === null ? {} : policyContractOf(contract);
  await Policy.query(trx)
    .findById(policyId)
    .patch({
      policyContract: raw('policy_contract || ?::jsonb', [JSON.stringify(current)]),
      policyMeta: meta,
      issuedMeta: issuedMetaOf(policy),
      contractOn,
    });
}
