import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { type PricedChange, totalOfChange } from '../../domain/policy/policy-change.js';
import { afterChange } from '../../domain/policy/timeline.js';
import type { FollowUp } from '../events/follow-up.js';
import {
  type ChangeByEvent,
  type PolicyEventToRecord,
  recordPolicyChange,
} from '../policy-changes/record-change.js';
import { applyContract, type PolicyWithHistory } from './apply-contract.js';
import { billChange } from './bill-change.js';
import { recordExposure } from './record-exposure.js';
import { spreadChange } from './spread-change.js';

/**
 * Endorses a policy that the transaction has locked, in each term that the change reaches: records the change, its ledger
 * entry and its statement, or spreads it over the installments that are not billed yet; and one event of the policy. The
 * policy's workflow has its renewal rated again, if it was quoted.
 */
export async function recordEndorsement(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  changes: readonly PricedChange[],
  { event, ...by }: ChangeByEvent & { isSpread: boolean; digits: number },
): Promise<{ fires: FollowUp[] }> {
  const quoteId = changes[0]?.quoteId;
  const premium = sumOfAmounts(changes.map((change) => totalOfChange(change).premium));
  const data = { premium: Number(premium), ...(quoteId && { quoteId }) };
  const fires: FollowUp[] = [];
  let current: PolicyWithHistory = { policy, history };
  for (const [index, change] of changes.entries()) {
    const key = index === 0 ? [] : [String(change.termNumber)];
    const recorded = await recordInTerm(trx, current, change, {
      ...by,
      entryId: derivedId(by.triggerRequestId, 'entry', ...key),
      label: event.label,
      // The endorsement is one event of the policy.
      event: index === 0 ? { ...event, data } : undefined,
    });
    current = recorded;
    fires.push(...recorded.fires);
  }
  return { fires };
}

async function recordInTerm(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  change: PricedChange,
  {
    event,
    label,
    entryId,
    dueDays,
    isSpread,
    digits,
    ...by
  }: Omit<ChangeByEvent, 'event'> & {
    event: PolicyEventToRecord | undefined;
    label: string;
    entryId: string;
    isSpread: boolean;
    digits: number;
  },
): Promise<PolicyWithHistory & { fires: FollowUp[] }> {
  const { kind, termNumber = policy.termNumber, answers = null } = change;
  const { triggerRequestId, now } = by;
  const { premium, taxesAndFees } = totalOfChange(change);
  const isFree = Number(premium) === 0 && Number(taxesAndFees) === 0;
  const { change: recorded, entry } = await recordPolicyChange(trx, policy, {
    ...change,
    triggerRequestId,
    recordedAt: now,
    // Nothing is billed of a free one.
    entry: { id: entryId, eventAnswers: answers, appliedToStatement: isFree },
    ...(event && { event }),
  });
  const changed = afterChange(history, recorded);
  await recordExposure(trx, { policy, history: changed }, { entry, triggerRequestId, now });
  const current = await applyContract(trx, { policy, history: changed }, now);
  const isOfInstalments = isSpread && kind === 'ENDORSE' && termNumber === policy.termNumber;
  if (isOfInstalments && !isFree) {
    const spread = await spreadChange(trx, current, change, { ...by, entry, label, digits });
    if (spread !== undefined) return { policy: spread.policy, history: changed, fires: [] };
  }
  const billed = await billChange(trx, current, change, {
    ...by,
    dueDays,
    data: { label },
    kind: kind === 'ENDORSE' ? 'ENDORSEMENT' : 'TRUE_UP',
    entry: isFree ? undefined : entry,
  });
  return { policy: billed.policy, history: changed, fires: billed.fires };
}

/** Marks a quote as used for a policy; false if it was used before. */
export async function useQuote(trx: Knex, quoteId: string, policyId: string): Promise<boolean> {
  const used = await trx('policy_quotes')
    .insert({ quote_id: quoteId, policy_id: policyId })
    .onConflict('quote_id')
    .ignore()
    .returning('policy_id');
  return used.length > 0;
}
