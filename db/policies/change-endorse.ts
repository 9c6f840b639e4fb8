import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { totalOfCharges } from '../../domain/policy/charges.js';
import type { PricedStretch } from '../../domain/policy/policy-change.js';
import type { ChargeLayer, PremiumLayer } from '../../domain/policy/proration.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type PolicyEventToRecord, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract } from './apply-contract.js';
import { type BilledChange, billChange } from './bill-change.js';
import { spreadChange } from './spread-change.js';

/** A priced change that takes effect. */
export interface Endorsement {
  kind: 'ENDORSE' | 'TRUE_UP';
  effectiveDate: string;
  quoteId: string | null;
  /** Decimal text; the charge or, if negative, the return. */
  premium: string;
  /** Its amounts with the periods over which they are earned. */
  lines: PremiumLayer[];
  charges: ChargeLayer[];
  termPremium: string;
  stretches: PricedStretch[];
  answers: AnswerMap | null;
  eventAnswers: JsonObject | null;
  event: PolicyEventToRecord & { label: string };
  dueDays: number;
  /** Spread over the instalments that are not billed yet, if possible. */
  isSpread: boolean;
  triggerRequestId: string;
  now: Date;
}

/**
 * Endorses a policy that the transaction has locked: records the change, its ledger entry, its event and its
 * statement. A held renewal quote is released, as it was rated on the unchanged policy.
 */
export async function recordEndorsement(
  trx: Knex,
  policy: Policy,
  change: Endorsement,
): Promise<BilledChange> {
  const { kind, quoteId, effectiveDate, premium, lines, charges, triggerRequestId, event, now } = change;
  const taxesAndFees = totalOfCharges(charges);
  const isFree = Number(premium) === 0 && Number(taxesAndFees) === 0;
  const current =
    policy.renewalQuoteId === null ? policy : await updatePolicy(trx, policy, { renewalQuoteId: null }, now);
  const { entry } = await recordPolicyChange(trx, current, {
    kind,
    effectiveDate,
    recordedAt: now,
    lines,
    termPremium: change.termPremium,
    quoteId,
    answers: change.answers,
    triggerRequestId,
    data: { stretches: change.stretches, charges, taxesAndFees },
    entry: {
      id: derivedId(triggerRequestId, 'entry'),
      eventAnswers: change.eventAnswers,
      // Nothing is billed of it.
      appliedToStatement: isFree,
    },
    event: { ...event, data: { premium: Number(premium), ...(quoteId !== null && { quoteId }) } },
  });
  await applyContract(trx, policy.id, now);
  if (change.isSpread && kind === 'ENDORSE' && entry !== undefined && !isFree) {
    const spread = await spreadChange(trx, policy.id, {
      ...{ premium, taxesAndFees, entry, effectiveDate, triggerRequestId, now },
      label: event.label,
    });
    if (spread !== undefined) return { ...spread, fires: [] };
  }
  return billChange(trx, policy.id, {
    termNumber: policy.termNumber,
    kind: kind === 'ENDORSE' ? 'ENDORSEMENT' : 'TRUE_UP',
    premium,
    taxesAndFees,
    entry: isFree ? undefined : entry,
    effectiveDate,
    dueDays: change.dueDays,
    triggerRequestId,
    data: { effectiveDate, label: event.label },
    now,
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
