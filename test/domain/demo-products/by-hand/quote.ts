import type { Exact } from '../../rating/reference/exact.js';
import { exact, sum } from './numbers.js';

export type Outcome = 'INELIGIBLE' | 'DECLINE' | 'REFER' | 'ACCEPTANCE' | 'MESSAGE';
/** A rule of underwriting and whether it applies. */
export type Rule = readonly [outcome: Outcome, id: string, applies: boolean];

export interface Quote {
  outcome: 'QUOTED';
  /** Yearly amounts by the name under which `rateMeta` shows them. */
  coverages: Record<string, string>;
  premium: string;
  taxesAndFees: { type: string; amount: string }[];
  /** Whether an underwriter, or the policyholder, has to agree. */
  referred: boolean;
  acceptance: boolean;
  rules: string[];
}

export interface Declined {
  outcome: 'DECLINED';
  type: string;
  rules: string[];
}

/** What was worked out of a risk that the rules allow to be rated. */
export interface Worked {
  coverages: Record<string, Exact>;
  premium: Exact;
  charges: readonly (readonly [type: string, amount: Exact])[];
}

/** The quote of a risk: rules before rating, the premium, and the other rules. */
export function quoted(rules: readonly Rule[], work: () => Worked): Quote | Declined {
  const ineligible = idsOf(rules, 'INELIGIBLE');
  if (ineligible.length > 0) {
    return { outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY', rules: ineligible };
  }
  const { coverages, premium, charges } = work();
  const ids = idsOf(rules, 'DECLINE', 'REFER', 'ACCEPTANCE', 'MESSAGE');
  if (idsOf(rules, 'DECLINE').length > 0) return { outcome: 'DECLINED', type: 'DECLINE', rules: ids };
  return {
    outcome: 'QUOTED',
    coverages: Object.fromEntries(
      Object.entries(coverages).map(([code, amount]) => [code, amount.toString()]),
    ),
    premium: premium.toCents(),
    taxesAndFees: charges.map(([type, amount]) => ({ type, amount: amount.toCents() })),
    referred: idsOf(rules, 'REFER').length > 0,
    acceptance: idsOf(rules, 'ACCEPTANCE').length > 0,
    rules: ids,
  };
}

export const total = (coverages: Record<string, Exact>): Exact => sum(Object.values(coverages));

/** A coverage's amount under its code, if it is bought. */
export const bought = (code: string, is: boolean, amount: () => Exact): Record<string, Exact> =>
  is ? { [code]: amount() } : {};

export const charge = (type: string, amount: Exact, is = true): (readonly [string, Exact])[] =>
  is ? [[type, amount]] : [];

export const termFactor = (term: string, factors: Record<string, number>): Exact => {
  const factor = factors[term];
  if (factor === undefined) throw new Error(`${term} is not offered`);
  return exact(factor);
};

function idsOf(rules: readonly Rule[], ...outcomes: Outcome[]): string[] {
  return rules.flatMap(([outcome, id, applies]) => (applies && outcomes.includes(outcome) ? [id] : []));
}
