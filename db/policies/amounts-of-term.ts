import type { JsonObject } from '../../domain/ground/json.js';
import { exactText } from '../../domain/money/amount-text.js';
import { chargesOfTerm } from '../../domain/policy/charges.js';
import type { PricedChange } from '../../domain/policy/policy-change.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { linesOfTerm, ratedForAnswers } from '../../domain/policy/rated-parts.js';
import type { Policy } from '../models/policy.js';
import type { Quote } from '../models/quote.js';

/** The premium of a term that begins with a quote, by what it is for, and its taxes and fees. */
export function amountsOfTerm(
  { premium, quoteDetails, intake }: Pick<Quote, 'premium' | 'quoteDetails' | 'intake'>,
  { effectiveDate: from, expirationDate: until }: Pick<Policy, 'effectiveDate' | 'expirationDate'>,
  { policyMeta, settings }: { policyMeta: JsonObject; settings: PolicySettings },
): Required<Pick<PricedChange, 'lines' | 'charges'>> {
  const term = { from, until };
  const ratedFor = ratedForAnswers(intake, { policyMeta, ...settings.reporting });
  const rated = (quoteDetails?.premium.taxesAndFees ?? []).map(({ amount, ...charge }) => ({
    ...charge,
    state: ratedFor.state,
    amount: exactText(amount),
  }));
  return {
    lines: linesOfTerm({ premium: premium ?? '0', quoteDetails }, term, ratedFor),
    charges: chargesOfTerm(rated, term),
  };
}
