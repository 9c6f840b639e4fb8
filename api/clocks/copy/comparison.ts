import type {
  ComparedPolicy,
  FigureTotals,
  PolicyFigures,
  totalsOfCopies,
} from '../../../db/clocks/compare-copies.js';
import { type EveryField, nothingLeft } from '../../../domain/ground/every-field.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import type { ClockComparison, ComparedFigures, ComparedTotals } from './schemas.js';

/** A compared policy as the interface has it. */
export function comparedPolicy({
  originalPolicyId,
  originalPolicyNumber,
  base,
  copy,
}: ComparedPolicy): EveryField<ClockComparison['content'][number]> {
  return { originalPolicyId, originalPolicyNumber, base: figuresOf(base), copy: figuresOf(copy) };
}

function figuresOf(figures: PolicyFigures): EveryField<ComparedFigures> {
  const { policyId, policyNumber, productVersionId, policyState, termNumber, ...others } = figures;
  const { effectiveDate, expirationDate, cancelledOn, isLapsed, ...amounts } = others;
  const { premium, billed, paid, balance, pastDue, ...rest } = amounts;
  nothingLeft(rest);
  return {
    policyId,
    policyNumber,
    productVersionId,
    policyState,
    termNumber,
    effectiveDate,
    expirationDate,
    canceledOn: cancelledOn ?? undefined,
    isLapsed,
    premium,
    billed,
    paid,
    balance,
    pastDue,
  };
}

type OfVersion = Awaited<ReturnType<typeof totalsOfCopies>>[number] & { currency: string };

/** The totals of product versions, added up for each currency. */
export function totalsByCurrency(totals: readonly OfVersion[]): ClockComparison['totals'] {
  const currencies = [...new Set(totals.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = totals.filter((each) => each.currency === currency);
    return {
      currency,
      policies: own.reduce((sum, { copy }) => sum + copy.policies, 0),
      base: added(own.map(({ base }) => base)),
      copy: added(own.map(({ copy }) => copy)),
    };
  });
}

function added(totals: readonly FigureTotals[]): EveryField<ComparedTotals> {
  const count = (name: 'active' | 'canceled' | 'lapsed' | 'expired' | 'renewals' | 'late') =>
    totals.reduce((sum, each) => sum + each[name], 0);
  const amount = (name: 'premium' | 'billed' | 'paid' | 'balance' | 'pastDue') =>
    Number(sumOfAmounts(totals.map((each) => each[name])));
  return {
    active: count('active'),
    canceled: count('canceled'),
    lapsed: count('lapsed'),
    expired: count('expired'),
    renewals: count('renewals'),
    late: count('late'),
    premium: amount('premium'),
    billed: amount('billed'),
    paid: amount('paid'),
    balance: amount('balance'),
    pastDue: amount('pastDue'),
  };
}
