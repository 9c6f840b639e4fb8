import type { BusinessTime } from '../ground/business-time.js';
import { boundTypes, changeTypes, type Obstacle, obstacleTo, type QuoteToBind } from '../quote/bindable.js';
import type { QuoteType } from '../quote/quote.js';
import { type BindingRules, type BindingSide, whyNotBindOn } from './binding-rules.js';

/** A quote, and the policy that was issued from it or changed by it. */
export interface QuoteToAccept extends QuoteToBind {
  effectiveDate: string;
  policyNumber: string | null;
}

export interface Accepting {
  /** Of the version that rated the quote. */
  rules: Pick<BindingRules, 'backDays' | 'aheadDays'>;
  /** Who accepts it. */
  side: BindingSide;
  now: BusinessTime;
  /** The types of quotes that its event accepts; by default the one that is there for the quote. */
  types?: ReadonlySet<QuoteType>;
}

/**
 * Why a quote can now be neither bound nor used for a change of a policy; undefined if it can. Decides both on the events
 * that accept quotes and on `bindable` of a quote that is read (spec 2.5), so that the two agree. Payment, the policy that a
 * change is for, and a seller's authority are judged by the events alone or beside this.
 */
export function whyNotAccept(
  quote: QuoteToAccept,
  { rules, side, now, types }: Accepting,
): Obstacle | undefined {
  const { type, effectiveDate, policyNumber } = quote;
  if (policyNumber !== null)
    return { code: 'QUOTE_ISSUED', reason: `the quote was issued already, as policy ${policyNumber}` };
  const obstacle = obstacleTo(quote, now, types ?? (changeTypes.has(type) ? changeTypes : boundTypes));
  // A renewal begins where its term ends, and a change lies in its policy's term.
  if (obstacle !== undefined || type === 'RENEWAL' || changeTypes.has(type)) return obstacle;
  const reason = whyNotBindOn(rules, { effectiveDate, today: now.today, side });
  return reason === undefined ? undefined : { code: 'EFFECTIVE_DATE_NOT_BINDABLE', reason };
}
