import { Cents } from '../money/cents.js';
import { type PolicyHistory, type PolicyTerm, premiumOfTerm } from './timeline.js';

/**
 * A term with what the back office recorded, edited or deleted in the ledger by hand, which changed the premium without
 * a change of the policy: it is earned over the whole term. `premium` is what the ledger comes to, decimal text.
 */
export function withEntriesByHand(term: PolicyTerm, premium: string): PolicyTerm {
  const byHand = Cents.of(premium).minus(Cents.of(premiumOfTerm(term)));
  const [first] = term.stretches;
  if (byHand.isZero() || first === undefined) return term;
  const entry = { from: term.effectiveDate, until: term.expirationDate, amount: byHand.toAmount() };
  // First, so that every priced stretch still says what a term costs.
  return { ...term, stretches: [{ ...entry, termPremium: first.termPremium }, ...term.stretches] };
}

/** The same for all terms; premiums are by the term's number, 0 where there is none. */
export function withPremiums(history: PolicyHistory, premiums: ReadonlyMap<number, string>): PolicyHistory {
  const terms = history.terms.map((term) => withEntriesByHand(term, premiums.get(term.number) ?? '0.00'));
  return { ...history, terms };
}
