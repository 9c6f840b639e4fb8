import type { Objection } from '../ground/objection.js';
import { auditedAfterCancellation } from './audit.js';
import {
  linesOfCancellation,
  linesOfReinstatement,
  type ReturnedPremium,
  type ReturnMethod,
  returnPremium,
} from './cancellation.js';
import { chargesOfCancellation, chargesOfReinstatement } from './charges.js';
import type { PricedChange } from './policy-change.js';
import type { ChargeLayer, Period, PremiumLayer } from './proration.js';
import { type PolicyTerm, termPremiumOn } from './timeline.js';

/** A term and the amounts in its ledger. */
export interface TermToEnd {
  term: PolicyTerm;
  layers: readonly PremiumLayer[];
}

export interface PricedCancellation extends PricedChange {
  charges: ChargeLayer[];
  returns: ReturnedPremium;
}

/** What a cancellation from a day returns; `digits` are the decimals of its currency. */
export function pricedCancellation(
  { term, layers }: TermToEnd,
  { cancelledOn, method, digits }: { cancelledOn: string; method: ReturnMethod; digits: number },
): PricedCancellation {
  const ended = { term: { from: term.effectiveDate, until: term.expirationDate }, cancelledOn, digits };
  const returns = returnPremium({ layers, ...ended, method });
  return {
    kind: 'CANCEL',
    effectiveDate: cancelledOn,
    returns,
    lines: linesOfCancellation(layers, { ...ended, penalty: returns.penalty }),
    charges: chargesOfCancellation(term.charges, ended),
    termPremium: termPremiumOn(term, cancelledOn),
  };
}

export interface PricedReinstatement extends PricedChange {
  charges: ChargeLayer[];
  /** The days without coverage; none if `until` is not after `from`. */
  lapse: Period;
}

/** What a reinstatement from a day charges; `cancellation` are the ledger lines that it undoes. */
export function pricedReinstatement(
  { term, layers }: TermToEnd,
  { from, cancellation, digits }: { from: string; cancellation: readonly PremiumLayer[]; digits: number },
): PricedReinstatement {
  const { cancelledOn, charges } = term.cancellation ?? { cancelledOn: from, charges: [] };
  const lapse = { from: cancelledOn, until: from };
  return {
    kind: 'REINSTATE',
    effectiveDate: from,
    stretches: lapse.until > lapse.from ? [{ ...lapse, amount: '0.00', termPremium: '0.00' }] : [],
    lapse,
    lines: linesOfReinstatement(layers, { cancellation, lapse, digits }),
    charges: chargesOfReinstatement(term.charges, { cancellation: charges, lapse, digits }),
    termPremium: termPremiumOn(term, from),
  };
}

/** Why a canceled term cannot be reinstated, by what happened to it; null if it can. */
export function whyNotReinstateTerm(term: PolicyTerm): Objection | null {
  const field = 'policyId';
  if (term.cancellation?.neverInForce) {
    const reason = 'the policy was voided while it waited for its finance company: quote and issue a new one';
    return { reason, field };
  }
  if (!auditedAfterCancellation(term)) return null;
  return {
    reason: 'the premium of the canceled term has been audited: quote and issue a new policy',
    field,
  };
}
