import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import { type PricedChange, totalOfChange } from '../../domain/policy/policy-change.js';
import { afterChange } from '../../domain/policy/timeline.js';
import { type ChangeByEvent, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract, type PolicyWithHistory } from './apply-contract.js';
import { type BilledChange, billChange } from './bill-change.js';
import { spreadChange } from './spread-change.js';

/**
 * Endorses a policy that the transaction has locked: records the change, its ledger entry, its event and its
 * statement, or spreads it over the installments that are not billed yet. The policy's workflow has its renewal rated
 * again, if it was quoted.
 */
export async function recordEndorsement(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  change: PricedChange,
  { event, dueDays, isSpread, ...by }: ChangeByEvent & { isSpread: boolean },
): Promise<BilledChange> {
  const { kind, quoteId, answers = null } = change;
  const { triggerRequestId, now } = by;
  const { premium, taxesAndFees } = totalOfChange(change);
  const isFree = Number(premium) === 0 && Number(taxesAndFees) === 0;
  const { change: recorded, entry } = await recordPolicyChange(trx, policy, {
    ...change,
    triggerRequestId,
    recordedAt: now,
    // Nothing is billed of a free one.
    entry: { id: derivedId(triggerRequestId, 'entry'), eventAnswers: answers, appliedToStatement: isFree },
    event: { ...event, data: { premium: Number(premium), ...(quoteId && { quoteId }) } },
  });
  const changed = { policy, history: afterChange(history, recorded) };
  const current = await applyContract(trx, changed, now);
  const { label } = event;
  if (isSpread && kind === 'ENDORSE' && entry !== undefined && !isFree) {
    const spread = await spreadChange(trx, current, change, { ...by, entry, label });
    if (spread !== undefined) return { ...spread, fires: [] };
  }
  return billChange(trx, current, change, {
    ...{ ...by, dueDays, data: { label } },
    kind: kind === 'ENDORSE' ? 'ENDORSEMENT' : 'TRUE_UP',
    entry: isFree ? undefined : entry,
  });
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
