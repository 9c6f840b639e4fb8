import { Cents } from '../money/cents.js';
import { type PolicyHistory, type PolicyTerm, premiumOfTerm } from './timeline.js';

/**
 * A term with the ledger entries that the back office recorded, edited or deleted by hand. They
 * change the premium without a policy change and are earned over the whole term. `premium` is the
 * ledger's total, decimal text.
 */
export function withEntriesByHand(term: PolicyTerm, premium: string): PolicyTerm {
  const byHand = Cents.of(premium).minus(Cents.of(premiumOfTerm(term)));
  const [first] = term.stretches;
  if (byHand.isZero() || first === undefined) return term;
  const entry = { from: term.effectiveDate, until: term.expirationDate, amount: byHand.toAmount() };
  // Added first, so that every priced stretch still determines the term premium.
  return { ...term, stretches: [{ ...entry, termPremium: first.termPremium }, ...term.stretches] };
}

/** `withEntriesByHand` for all terms; premiums by term number, 0 if there is none. */
export function withPremiums(history: PolicyHistory, premiums: ReadonlyMap<number, string>): PolicyHistory {
  const terms = history.terms.map((term) => withEntriesByHand(term, premiums.get(term.number) ?? '0.00'));
  return { ...history, terms };
}
