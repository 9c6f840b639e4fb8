import { Dec, type Decimal } from '../../expression/index.js';
import type { WorksheetLine } from '../result.js';
import { zero } from '../steps/amounts.js';
import { align } from './align.js';
import { type ChainStep, chainOf, runChain } from './chain.js';
import { differing, ownDifferences } from './line-difference.js';
import { type Outcome, placeOf, type WaterfallStep, walkChain } from './walk-chain.js';

/** A quoted rating: decimal texts, and the steps that led there. */
export interface RatedSheet {
  premium: string;
  taxesAndFees: readonly { type: string; amount: string }[];
  worksheet: readonly WorksheetLine[];
}

export interface Waterfall {
  /** Steps that differ, in the order of rating. Those of taxes and fees explain the total, the others the premium. */
  steps: WaterfallStep[];
  premium: Change;
  /** Taxes and fees. */
  charges: Change;
  /** What the steps leave unexplained of both: zero unless a worksheet does not lead to its premium. */
  unexplained: Decimal;
}

export interface Change {
  a: Decimal;
  b: Decimal;
}

const sum = (amounts: Iterable<Decimal>): Decimal => {
  let total = zero;
  for (const amount of amounts) total = total.plus(amount);
  return total;
};

/**
 * Explains the difference of two quoted ratings by their steps: the coverages one after another, the steps on
 * their sum, then taxes and fees.
 */
export function waterfallOf(a: RatedSheet, b: RatedSheet): Waterfall {
  const inA = sections(a.worksheet);
  const inB = sections(b.worksheet);
  const names = align([...inA.keys()], [...inB.keys()], (name) => name).map((pair) => pair.a ?? pair.b);
  const steps = names.flatMap((name) => {
    const [linesOfA, linesOfB] = [inA.get(name) ?? [], inB.get(name) ?? []];
    if (name === 'allocation') return [];
    if (name === 'policy') return premiumSteps(inA, inB);
    if (name.startsWith('coverage:')) return [];
    if (name.startsWith('taxes:')) return chargeSteps(linesOfA, linesOfB);
    return valueSteps(linesOfA, linesOfB);
  });
  const premium = { a: new Dec(a.premium), b: new Dec(b.premium) };
  const charges = { a: chargesOf(a), b: chargesOf(b) };
  const difference = premium.b.minus(premium.a).plus(charges.b).minus(charges.a);
  const explained = sum(steps.map(({ explains }) => explains ?? zero));
  return { steps, premium, charges, unexplained: difference.minus(explained) };
}

type Sections = ReadonlyMap<string, WorksheetLine[]>;

/** The steps of the coverages, then those on their sum. */
function premiumSteps(inA: Sections, inB: Sections): WaterfallStep[] {
  const [policyA, policyB] = [policyChain(inA), policyChain(inB)];
  const codes = align(coverages(inA), coverages(inB), (name) => name).map((pair) => pair.a ?? pair.b);
  const chains = codes.map((name) => ({
    name,
    a: chainOf(inA.get(name) ?? []),
    b: chainOf(inB.get(name) ?? []),
  }));
  const amounts = new Map(chains.map(({ name, a }) => [name, runChain(a, zero)]));
  const found = chains.flatMap(({ name, a, b }) => {
    const others = sum([...amounts].filter(([other]) => other !== name).map(([, amount]) => amount));
    const outcome: Outcome = (amount) => runChain(policyA, others.plus(amount));
    const steps = wholeOr(name, a, b, outcome);
    amounts.set(name, runChain(b, zero));
    return steps;
  });
  return [...found, ...walkChain(policyA, policyB, sum(amounts.values()), (amount) => amount)];
}

/** Of a section that one side does not have, one line; else its steps. */
function wholeOr(
  section: string,
  a: readonly ChainStep[],
  b: readonly ChainStep[],
  outcome: Outcome,
): WaterfallStep[] {
  if (a.length > 0 && b.length > 0) return walkChain(a, b, zero, outcome);
  const explains = outcome(runChain(b, zero)).minus(outcome(runChain(a, zero)));
  const kind = a.length > 0 ? 'ONLY_A' : 'ONLY_B';
  return [{ kind, section, step: null, op: 'sum', differences: [], explains }];
}

function chargeSteps(a: readonly WorksheetLine[], b: readonly WorksheetLine[]): WaterfallStep[] {
  const section = (a[0] ?? b[0])?.section ?? '';
  return wholeOr(section, chainOf(a), chainOf(b), (amount) => amount.toDecimalPlaces(2));
}

/** Steps that keep values for others, and underwriting rules: what they were given and what came out. */
function valueSteps(a: readonly WorksheetLine[], b: readonly WorksheetLine[]): WaterfallStep[] {
  const keyOf = ({ step, iterationId }: WorksheetLine) => `${iterationId ?? ''}\n${step}`;
  return align(a, b, keyOf).flatMap((pair): WaterfallStep[] => {
    if (pair.b === null) return [{ kind: 'ONLY_A', ...placeOf(pair.a), differences: [], explains: null }];
    if (pair.a === null) return [{ kind: 'ONLY_B', ...placeOf(pair.b), differences: [], explains: null }];
    const differences = [
      ...ownDifferences(pair.a, pair.b),
      ...differing('after', pair.a.after, pair.b.after),
    ];
    if (differences.length === 0) return [];
    return [{ kind: 'CHANGED', ...placeOf(pair.a), differences, explains: null }];
  });
}

function policyChain(inSheet: Sections): ChainStep[] {
  return chainOf((inSheet.get('policy') ?? []).filter(({ op }) => op !== 'sum'));
}

function coverages(inSheet: Sections): string[] {
  return [...inSheet.keys()].filter((name) => name.startsWith('coverage:'));
}

function sections(worksheet: readonly WorksheetLine[]): Sections {
  const found = new Map<string, WorksheetLine[]>();
  for (const line of worksheet) {
    const lines = found.get(line.section);
    if (lines) lines.push(line);
    else found.set(line.section, [line]);
  }
  return found;
}

function chargesOf({ taxesAndFees }: RatedSheet): Decimal {
  return sum(taxesAndFees.map(({ amount }) => new Dec(amount)));
}
