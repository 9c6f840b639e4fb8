import { addDays, daysBetween, laterOf, utcDate } from '../../../domain/ground/calendar.js';
import { endOfTerm } from '../../../domain/ground/term.js';
import { Cents, sumOfAmounts } from '../../../domain/money/cents.js';
import { linesOfCancellation, returnPremium } from '../../../domain/policy/cancellation.js';
import { chargesOfCancellation, chargesOfTerm, totalOfCharges } from '../../../domain/policy/charges.js';
import { priceAmount } from '../../../domain/policy/endorsement.js';
import { termPremiumOn } from '../../../domain/policy/timeline.js';
import type { LifeDraft } from './draft.js';

const cancelReasons = [
  'Policyholder request',
  'Business sold',
  'Coverage placed elsewhere',
  'Non-payment of premium',
];
const endorsementLabels = [
  'Location added',
  'Limits changed',
  'Additional insured',
  'Payroll updated',
  'Vehicle added',
];
const notes = [
  'Called about the renewal.',
  'Asked for a certificate.',
  'Sent loss runs.',
  'Changed the contact person.',
];

export function issue(draft: LifeDraft): void {
  const { issuedAt: at, effectiveDate } = draft;
  draft.beginTerm('ISSUE', at);
  draft.events.push({ type: 'POLICY_ISSUED', label: 'Policy issued', effectiveDate, at });
}

export function renew(draft: LifeDraft): void {
  const { term, begunOn } = draft.settings;
  const effectiveDate = draft.expirationDate;
  const at = draft.momentOn(effectiveDate);
  draft.effectiveDate = effectiveDate;
  draft.expirationDate = endOfTerm(effectiveDate, term, begunOn);
  draft.beginTerm('RENEW', at);
  draft.events.push({ type: 'POLICY_RENEWED', label: 'Policy renewed', effectiveDate, at });
}

/** Changes the premium by an agreed amount, some days into the term. */
export function endorse(draft: LifeDraft): void {
  const { random, termNumber } = draft;
  const effectiveDate = draft.dayWithin(20);
  if (effectiveDate === undefined) return;
  const { term, premium: before } = draft.term();
  const amount = Cents.of(before).portion(random.between(-60, 200), 1000).toAmount();
  if (Number(amount) === 0) return;
  const { premium, stretches, termPremium } = priceAmount(term, { from: effectiveDate, amount });
  const at = draft.momentOn(effectiveDate);
  const label = random.pick(endorsementLabels);
  draft.change('ENDORSE', {
    effectiveDate,
    at,
    premium,
    termPremium: termPremium.after,
    data: { stretches },
  });
  const { dueDays } = draft.settings.plan;
  const statement = draft.account.billChange(
    { kind: 'ENDORSEMENT', termNumber, premium, taxesAndFees: '0.00', dueDays, at },
    { effectiveDate, label },
  );
  const lines = [{ from: effectiveDate, until: draft.expirationDate, amount: premium }];
  draft.enter(lines, effectiveDate, { quote: null, statement, at });
  draft.events.push({
    ...{ type: 'ENDORSEMENT_ISSUED', label, effectiveDate, at },
    description: `From ${effectiveDate}, premium ${premium}`,
    data: { premium: Number(premium) },
  });
}

/** Cancels the term after some weeks; the return premium is netted with the unbilled amounts. */
export function cancel(draft: LifeDraft): void {
  const cancelledOn = draft.dayWithin(30);
  if (cancelledOn === undefined) return;
  const { plan, policySettings } = draft.settings;
  const { method, shortRatePenalty: penalty } = policySettings.cancellation;
  const { term, layers } = draft.term();
  const ended = { term: { from: term.effectiveDate, until: term.expirationDate }, cancelledOn };
  const returns = returnPremium({
    ...ended,
    layers,
    method: method === 'PRO_RATA' ? { method } : { method, penalty },
  });
  const at = draft.momentOn(cancelledOn);
  const reason = draft.random.pick(cancelReasons);
  const premium = Cents.of(returns.returned).negated().toAmount();
  const termPremium = termPremiumOn(term, cancelledOn);
  const change = { effectiveDate: cancelledOn, at, premium, termPremium };
  const charges = chargesOfCancellation(chargesOfTerm(draft.ratedCharges(), ended.term), ended);
  const taxesAndFees = totalOfCharges(charges);
  draft.change('CANCEL', { ...change, data: { ...returns, charges, taxesAndFees, reason } });
  draft.cancelledOn = cancelledOn;
  const { ids, ...unbilled } = draft.account.takeBack(cancelledOn);
  const statement = draft.account.billChange(
    {
      kind: 'CANCELLATION',
      termNumber: draft.termNumber,
      premium: Cents.of(unbilled.premium).plus(Cents.of(premium)).toAmount(),
      taxesAndFees: sumOfAmounts([unbilled.taxesAndFees, taxesAndFees]),
      dueDays: plan.dueDays,
      at,
    },
    { effectiveDate: cancelledOn, returned: returns.returned, insteadOf: ids },
  );
  const lines = linesOfCancellation(layers, { ...ended, penalty: returns.penalty });
  draft.enter(lines, cancelledOn, { quote: null, statement, at });
  draft.events.push({
    ...{ type: 'POLICY_CANCELED', label: 'Policy cancelled', effectiveDate: cancelledOn, at },
    description: `Cancelled from ${cancelledOn}, returned premium ${returns.returned}`,
    data: { reason, ...returns },
  });
}

/** Ends a term without renewal. */
export function nonRenew(draft: LifeDraft): void {
  const { expirationDate: effectiveDate, issuedAt } = draft;
  const earliest = addDays(utcDate(issuedAt), 1);
  const at = draft.momentOn(laterOf(addDays(effectiveDate, -30), earliest));
  const termPremium = draft.term().term.stretches.at(-1)?.termPremium ?? '0.00';
  draft.nonRenewed = true;
  draft.change('NON_RENEW', { effectiveDate, at, premium: '0.00', termPremium, data: {} });
  draft.events.push({ type: 'RENEWAL_CANCELLED', label: 'Not renewed', effectiveDate, at });
}

/** Adds a back-office comment. */
export function note(draft: LifeDraft): void {
  const { random, issuedAt, settings } = draft;
  const days = Math.max(0, daysBetween(utcDate(issuedAt), settings.today));
  const effectiveDate = addDays(utcDate(issuedAt), random.between(0, days));
  const at = draft.momentOn(effectiveDate);
  const description = random.pick(notes);
  draft.events.push({
    type: 'NOTE',
    label: 'Note',
    description,
    effectiveDate,
    at,
    by: { name: 'Back office' },
  });
}
