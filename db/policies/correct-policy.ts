import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Objection } from '../../domain/ground/objection.js';
import type { Term } from '../../domain/ground/term.js';
import { whyNotMoveLines } from '../../domain/policy/by-hand.js';
import { movedEnd, whyNotMove } from '../../domain/policy/correction.js';
import { afterChange, movedPeriod, termPremiumOn } from '../../domain/policy/timeline.js';
import { moveStatements } from '../billing/move-statements.js';
import { settleAccount } from '../billing/settle-account.js';
import { moveEntries } from '../ledger/move-entries.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { digitsOfPolicy } from '../products/currency-of-version.js';
import { applyContract } from './apply-contract.js';
import { readPolicyStanding } from './read-history.js';
import { recordExposure } from './record-exposure.js';

/** The author and time of a correction, and the accepted acknowledgments. */
export interface Correction {
  createdBy: JsonObject;
  acknowledged: string[];
  now: BusinessTime;
}

/**
 * Corrects the first day of a policy's current term (spec 4.6); its length and premium stay unchanged. The
 * dates of its statements and of its ledger move along. The policy must be locked. Returns the objection, if
 * there is one.
 */
export async function correctEffectiveDate(
  trx: Knex,
  policy: Policy,
  effectiveDate: string,
  correction: Correction,
): Promise<Objection | null> {
  if (effectiveDate === policy.effectiveDate) return null;
  const { history, term, layers } = await readPolicyStanding(trx, policy);
  const expirationDate = movedEnd(effectiveDate, policy.premiumTerm as Term);
  const to = { effectiveDate, expirationDate };
  const objection =
    whyNotMove(policy, history, { effectiveDate, today: correction.now.today }) ??
    whyNotMoveLines(layers, layers.map(movedPeriod(policy, to)), await digitsOfPolicy(trx, policy));
  if (objection !== null) return objection;
  const statements = await moveStatements(trx, policy, to, correction.now);
  const { change } = await recordPolicyChange(trx, policy, {
    kind: 'CORRECT_EFFECTIVE_DATE',
    effectiveDate,
    recordedAt: correction.now,
    lines: [],
    termPremium: termPremiumOn(term, term.effectiveDate),
    data: { expirationDate },
    createdBy: correction.createdBy,
    event: eventOf(policy, correction, {
      type: 'EFFECTIVE_DATE_CORRECTED',
      description: `from ${policy.effectiveDate} to ${effectiveDate}`,
      data: { statements, from: policy.effectiveDate, to: effectiveDate },
    }),
  });
  const changed = afterChange(history, change);
  await moveEntries(trx, policy, to, correction);
  const moved = await updatePolicy(
    trx,
    policy,
    {
      ...to,
      lastDayWithCoverage: addDays(expirationDate, -1),
    },
    correction.now,
  );
  const entry = await firstEntryOf(trx, moved);
  const { createdBy, now } = correction;
  await recordExposure(trx, { policy: moved, history: changed }, { entry, kind: 'MOVED', createdBy, now });
  const current = await applyContract(trx, { policy: moved, history: changed }, correction.now);
  await settleAccount(trx, current, correction.now);
  return null;
}

/** The entry with which a policy's current term began. */
async function firstEntryOf(trx: Knex, { id, termNumber }: Policy): Promise<LedgerEntry> {
  return LedgerEntry.query(trx)
    .where({ parent_policy_id: id, term_number: termNumber })
    .orderBy(['created_at', 'id'])
    .first()
    .throwIfNotFound();
}

/**
 * Corrects a policy's number (spec 4.6), with that of its ledger entries. The policy must be locked. If
 * another policy of the organization has the number, roll the transaction back.
 */
export async function correctPolicyNumber(
  trx: Knex,
  policy: Policy,
  policyNumber: string,
  correction: Correction,
): Promise<'CORRECTED' | 'IN_USE'> {
  if (policyNumber === policy.policyNumber) return 'CORRECTED';
  const { term } = await readPolicyStanding(trx, policy);
  const other = await Policy.query(trx)
    .findOne({ issuing_organization_id: policy.issuingOrganizationId, policy_number: policyNumber })
    .select('id');
  if (other !== undefined) return 'IN_USE';
  await recordPolicyChange(trx, policy, {
    kind: 'CORRECT_NUMBER',
    effectiveDate: policy.effectiveDate,
    recordedAt: correction.now,
    lines: [],
    termPremium: termPremiumOn(term, term.effectiveDate),
    data: { policyNumber },
    createdBy: correction.createdBy,
    event: eventOf(policy, correction, {
      type: 'POLICY_NUMBER_CORRECTED',
      description: `from ${policy.policyNumber} to ${policyNumber}`,
      data: { from: policy.policyNumber, to: policyNumber },
    }),
  });
  try {
    await updatePolicy(trx, policy, { policyNumber }, correction.now);
  } catch (error) {
    // Another policy got the number since the check.
    if (error instanceof UniqueViolationError) return 'IN_USE';
    throw error;
  }
  // Uses the index on visible entries; deleted ones do not matter.
  await LedgerEntry.query(trx)
    .where('parent_policy_id', policy.id)
    .whereNull('deleted_at')
    .patch({ policyNumber });
  return 'CORRECTED';
}

function eventOf(
  { id, version }: Policy,
  { acknowledged }: Correction,
  { type, description, data }: { type: PolicyEventType; description: string; data?: JsonObject },
) {
  return {
    id: derivedId(id, type, String(version)),
    type,
    label: 'Correction',
    description,
    data: { acknowledged, ...data },
  };
}
