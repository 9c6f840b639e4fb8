import { parseDecimal } from '../expression/index.js';
import { premiumType } from '../rating/run/result.js';

interface Detail {
  amount?: string | undefined;
  amountType?: string | undefined;
  description?: string | undefined;
  scope?: string | undefined;
  scopeLabel?: string | undefined;
}

/** A coverage of a contract or a rating. */
export interface CoverageToCompare {
  code: string;
  title: string;
  details: { readonly [key: string]: readonly Detail[] };
}

/** How a change widens what is insured. */
export interface Widening {
  kind: 'addedCoverage' | 'raisedLimits' | 'loweredDeductibles';
  /** Its code. */
  coverage: string;
  /** The iteration that it is of; null for the policy as a whole. */
  unit: string | null;
  /** For a message: `limit of Contents from 50000 to 80000`. */
  words: string;
}

/** Amounts that the insured bears: the lower, the wider. All others are limits, but for parts of the premium. */
const borne: ReadonlySet<string> = new Set(['DEDUCTIBLE', 'RETENTION', 'WAITING_PERIOD']);

/**
 * How a contract is wider than another one: coverages, and units of a coverage, that it has beyond it, higher limits, lower
 * deductibles. Amounts that cannot be compared count as wider where they differ.
 *
 * @param units the ids of the iterations that details can be of.
 */
export function widened(
  before: readonly CoverageToCompare[],
  after: readonly CoverageToCompare[],
  units: ReadonlySet<string>,
): Widening[] {
  const known = new Map(before.map((coverage) => [coverage.code, coverage]));
  return after.flatMap((coverage): Widening[] => {
    const { code, title } = coverage;
    const earlier = known.get(code);
    if (earlier === undefined)
      return [{ kind: 'addedCoverage', coverage: code, unit: null, words: `coverage ${title} added` }];
    return widenedCoverage(earlier, coverage, units);
  });
}

function widenedCoverage(
  before: CoverageToCompare,
  after: CoverageToCompare,
  units: ReadonlySet<string>,
): Widening[] {
  const { code, title } = after;
  const unitOf = ({ scope }: Detail) => (scope !== undefined && units.has(scope) ? scope : null);
  const details = (of: CoverageToCompare) => Object.values(of.details).flat();
  const unitsBefore = new Set(details(before).map(({ scope }) => scope));
  const unitsAfter = new Set(details(after).flatMap((detail) => unitOf(detail) ?? []));
  const added = [...unitsAfter].filter((unit) => !unitsBefore.has(unit));
  const labelOf = (unit: string) => details(after).find(({ scope }) => scope === unit)?.scopeLabel ?? unit;
  const amountsBefore = amountsOf(before);
  const amountsAfter = amountsOf(after);
  const raised = [...amountsAfter].flatMap(([key, { detail, isBorne }]): Widening[] => {
    const unit = unitOf(detail);
    const earlier = amountsBefore.get(key)?.detail;
    if ((unit !== null && added.includes(unit)) || isBorne) return [];
    if (earlier !== undefined && !isWider(earlier.amount, detail.amount)) return [];
    const words = `limit of ${nameOf(title, detail)} ${fromTo(earlier?.amount, detail.amount)}`;
    return [{ kind: 'raisedLimits', coverage: code, unit, words }];
  });
  const lowered = [...amountsBefore].flatMap(([key, { detail, isBorne }]): Widening[] => {
    const unit = unitOf(detail);
    // A unit that is gone bears nothing any more.
    if (!isBorne || (unit !== null && !unitsAfter.has(unit))) return [];
    const later = amountsAfter.get(key)?.detail;
    if (later !== undefined && !isWider(later.amount, detail.amount)) return [];
    const words = `deductible of ${nameOf(title, detail)} ${fromTo(detail.amount, later?.amount)}`;
    return [{ kind: 'loweredDeductibles', coverage: code, unit, words }];
  });
  return [
    ...added.map((unit): Widening => {
      const words = `coverage ${title} added for ${labelOf(unit)}`;
      return { kind: 'addedCoverage', coverage: code, unit, words };
    }),
    ...raised,
    ...lowered,
  ];
}

/** The limits and deductibles of a coverage by what they are of; several of the same are told apart by their order. */
function amountsOf({ details }: CoverageToCompare): Map<string, { detail: Detail; isBorne: boolean }> {
  const amounts = new Map<string, { detail: Detail; isBorne: boolean }>();
  for (const [key, ofKey] of Object.entries(details)) {
    for (const detail of ofKey) {
      const { amountType = '', description, scope } = detail;
      const type = amountType.toUpperCase();
      if (type === premiumType) continue;
      const isBorne = borne.has(type) || (type === '' && /deductible|retention/i.test(key));
      let same = 0;
      const place = () => JSON.stringify([key, type, description, scope, same]);
      while (amounts.has(place())) same += 1;
      amounts.set(place(), { detail, isBorne });
    }
  }
  return amounts;
}

/** Whether an amount is above another one, or cannot be compared with it and differs. */
function isWider(amount: string | undefined, than: string | undefined): boolean {
  const [earlier, later] = [parseDecimal(amount ?? ''), parseDecimal(than ?? '')];
  if (earlier === null || later === null) return amount !== than;
  return later.greaterThan(earlier);
}

function nameOf(title: string, { description, scopeLabel }: Detail): string {
  return [title, description, scopeLabel].filter(Boolean).join(', ');
}

const fromTo = (before = 'none', after = 'none') => `from ${before} to ${after}`;
