import type { Transaction } from 'objection';
import type { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { recordEndorsement, useQuote } from '../../../db/policies/change-endorse.js';
import {
  type PolicyStanding,
  readPolicyChanges,
  readPolicyStanding,
} from '../../../db/policies/read-history.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { againstNegativePremium } from '../../../domain/policy/by-hand.js';
import { changeOfQuote, type PolicyChangeOfQuote } from '../../../domain/policy/change-quote.js';
import { type PricedChange, priceAmount } from '../../../domain/policy/endorsement.js';
import { type ChargeLayer, netted, type PremiumLayer } from '../../../domain/policy/proration.js';
import { obstacleTo } from '../../../domain/quote/bindable.js';
import type { QuoteType } from '../../../domain/quote/quote.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { happening, notification } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseWhere } from '../../policy-changes/policy-of-event.js';
import { policyToChange } from '../../policy-changes/policy-to-change.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/** A change with a known premium, quoted or agreed. */
interface ChangeToMake extends Pick<PricedChange, 'premium' | 'stretches' | 'termPremium'> {
  kind: 'ENDORSE' | 'TRUE_UP';
  quoteId: string | null;
  lines: PremiumLayer[];
  charges: ChargeLayer[];
  answers: AnswerMap | null;
}

/** Endorses the policy with a quoted change, or one with an agreed premium. */
export const endorsePolicy: DefaultActionHandler<'ENDORSE_POLICY'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId } = event;
  const { policyId, quoteId, premium, effectiveDate, label } = envelopeOf(event, 'POLICY_ENDORSE').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings, dueDays, isSpread } = await settingsOfPolicy(work, known);
  return async (trx) => {
    const locked = await lockPolicyOfEvent(trx, event, policyId);
    const isTrueUp = quoteId !== undefined && (await Quote.query(trx).findById(quoteId))?.type === 'TRUEUP';
    const of = { effectiveDate, isTrueUp, settings, now };
    const { policy, isAudit } = await policyToChange(trx, locked, of);
    const standing = await readPolicyStanding(trx, policy);
    const change =
      quoteId !== undefined
        ? await quotedChange(trx, { policy, quoteId, effectiveDate, now })
        : agreedChange(standing, effectiveDate, premium ?? 0);
    refuseWhere(againstNegativePremium(standing.layers, change.lines));
    const happened = happening(triggerRequestId, 'ENDORSEMENT_ISSUED', {
      label: label ?? labelOf(change.kind, isAudit),
      description: `From ${effectiveDate}, premium ${change.premium}`,
    });
    const { fires } = await recordEndorsement(trx, policy, {
      ...change,
      effectiveDate,
      termPremium: change.termPremium.after,
      eventAnswers: change.answers,
      event: happened,
      dueDays,
      isSpread,
      triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_ENDORSE', {
        policyId,
        policyEventId: happened.id,
        premium: Number(change.premium),
      }),
      fires: [notification(triggerRequestId, 'ENDORSEMENT_ACTIVATED', policy, happened), ...fires],
    };
  };
};

function labelOf(kind: ChangeToMake['kind'], isAudit: boolean): string {
  if (kind === 'ENDORSE') return 'Endorsement';
  return isAudit ? 'Premium audit' : 'Premium true-up';
}

const changeTypes: ReadonlySet<QuoteType> = new Set<QuoteType>(['ENDORSEMENT', 'TRUEUP']);

/**
 * Marks a quote as used. Refused if it is not for a change of this policy, or if the policy has changed
 * since.
 */
async function quotedChange(
  trx: Transaction,
  {
    policy,
    quoteId,
    effectiveDate,
    now,
  }: { policy: Policy; quoteId: string; effectiveDate: string; now: Date },
): Promise<ChangeToMake> {
  const field = 'payload.quoteId';
  const quote = await Quote.query(trx).findById(quoteId).forUpdate();
  if (quote === undefined) throw refused(`quote ${quoteId} does not exist`, field);
  const obstacle = obstacleTo(quote, now, changeTypes);
  if (obstacle !== undefined) throw refused(obstacle.reason, field, obstacle.code);
  const change = changeOfQuote(quote);
  if (change?.policyId !== policy.id) throw refused('the quote is not one of a change of this policy', field);
  if (change.effectiveDate !== effectiveDate) {
    throw refused(`the change was quoted from ${change.effectiveDate}`, 'payload.effectiveDate');
  }
  if (!(await useQuote(trx, quoteId, policy.id)))
    throw refused('the change was made before', field, 'QUOTE_ISSUED');
  await refuseStale(trx, policy, change);
  return {
    ...change,
    kind: quote.type === 'TRUEUP' ? 'TRUE_UP' : 'ENDORSE',
    quoteId,
    lines: netted(change.stretches),
    charges: change.charges ?? chargesOfTotal(change, policy.expirationDate),
  };
}

/** A quote stays valid after changes that affect neither the premium nor its days. */
const harmless: ReadonlySet<string> = new Set(['CORRECT_NUMBER', 'PAYMENT_PLAN', 'NON_RENEW']);

async function refuseStale(
  trx: Transaction,
  policy: Policy,
  { basedOn, termNumber }: PolicyChangeOfQuote,
): Promise<void> {
  const changes = await readPolicyChanges(trx, policy);
  const since = changes.filter(({ seq, kind }) => seq > basedOn && !harmless.has(kind));
  if (since.length === 0 && termNumber === policy.termNumber) return;
  throw refused(
    'the policy has changed since the change was quoted: have it quoted again',
    'payload.quoteId',
  );
}

/** A quote from before taxes and fees had periods has their total, which is by days. */
function chargesOfTotal({ effectiveDate, taxesAndFees }: PolicyChangeOfQuote, until: string): ChargeLayer[] {
  return netted([{ from: effectiveDate, until, amount: taxesAndFees }]).map((layer) => ({
    type: 'TAXES_AND_FEES',
    ...layer,
  }));
}

/** An agreed premium is one amount, earned over the rest of the term. */
function agreedChange({ term }: PolicyStanding, from: string, premium: number): ChangeToMake {
  const amount = premium.toFixed(2);
  const priced = priceAmount(term, { from, amount });
  const lines = netted([{ from, until: term.expirationDate, amount }]);
  return { ...priced, kind: 'ENDORSE', quoteId: null, lines, charges: [], answers: null };
}
