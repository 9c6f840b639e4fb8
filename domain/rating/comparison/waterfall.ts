import { Decimal } from '../../expression/index.js';
import { grouped } from '../../ground/grouped.js';
import { zero } from '../../money/total.js';
import { iterationKey, type WorksheetLine } from '../run/worksheet-line.js';
import { align, type Pair } from './align.js';
import { type ChainStep, chainOf, runChain } from './chain.js';
import { differing, ownDifferences } from './line-difference.js';
import { type Part, partsOf, policyChain, type Sheet, sheetOf, sum } from './sheet.js';
import { changesOfTaken, type Outcome, placeOf, type WaterfallStep, walkChain } from './walk-chain.js';

/** A quoted rating: its amounts as decimal text, and its steps. */
export interface RatedSheet {
  premium: string;
  taxesAndFees: readonly { type: string; amount: string }[];
  worksheet: readonly WorksheetLine[];
}

export interface Waterfall {
  /**
   * Steps that differ, in the order of rating. Those of taxes and fees explain these, the others the premium.
   */
  steps: WaterfallStep[];
  premium: Change;
  /** Taxes and fees. */
  charges: Change;
  /** The unexplained difference of both: zero unless a worksheet does not lead to its amounts. */
  unexplained: Decimal;
}

export interface Change {
  a: Decimal;
  b: Decimal;
}

/**
 * Explains the difference of two quoted ratings by their steps: the coverages one after another, in a package
 * component by component, the steps on their sum, then taxes and fees. `digits` are the decimals of the currency.
 */
export function waterfallOf(a: RatedSheet, b: RatedSheet, digits: number): Waterfall {
  const outcome: Outcome = (amount) => amount;
  const steps = walkSheet(sheetOf(a.worksheet), sheetOf(b.worksheet), { outcome, digits });
  const premium = { a: Decimal.of(a.premium), b: Decimal.of(b.premium) };
  const charges = { a: chargesOf(a), b: chargesOf(b) };
  const difference = premium.b.minus(premium.a).plus(charges.b).minus(charges.a);
  const explained = sum(steps.map(({ explains }) => explains ?? zero));
  return { steps, premium, charges, unexplained: difference.minus(explained) };
}

interface Walk {
  /** Maps the sheet's premium to the final amount. */
  outcome: Outcome;
  digits: number;
}

function walkSheet(a: Sheet, b: Sheet, walk: Walk): WaterfallStep[] {
  const sections = align([...a.sections.keys()], [...b.sections.keys()], (name) => name);
  const named = (holds: (name: string) => boolean) => sections.map((pair) => pair.a ?? pair.b).filter(holds);
  const linesOf = (name: string) => [a.sections.get(name) ?? [], b.sections.get(name) ?? []] as const;
  return [
    ...inOrder(
      named(keepsValues).flatMap((name) => valueSteps(...linesOf(name))),
      a,
      b,
    ),
    ...premiumSteps(a, b, walk),
    ...named(isCharge).flatMap((name) => chargeSteps(name, linesOf(name), walk.digits)),
  ];
}

/** The parts, then the steps on their sum. */
function premiumSteps(a: Sheet, b: Sheet, { outcome, digits }: Walk): WaterfallStep[] {
  const [policyA, policyB] = [policyChain(a), policyChain(b)];
  const parts = align(partsOf(a), partsOf(b), ({ section }) => section);
  const amounts = parts.map((pair) => pair.a?.amount ?? zero);
  const found = parts.flatMap((pair, place) => {
    const others = sum(amounts.filter((_, other) => other !== place));
    const steps = partSteps(pair, {
      outcome: (amount) => outcome(runChain(policyA, others.plus(amount))),
      digits,
    });
    amounts[place] = pair.b?.amount ?? zero;
    return steps;
  });
  return [...found, ...walkChain(policyA, policyB, sum(amounts), outcome)];
}

/** The steps of a part; a single line if the part exists on one side only. */
function partSteps({ a, b }: Pair<Part>, walk: Walk): WaterfallStep[] {
  const { outcome, digits } = walk;
  if (a === null) return wholePart('ONLY_B', b, { explains: outcome(b.amount).minus(outcome(zero)), digits });
  if (b === null) return wholePart('ONLY_A', a, { explains: outcome(zero).minus(outcome(a.amount)), digits });
  if (a.sheet && b.sheet) return walkSheet(a.sheet, b.sheet, walk);
  return walkChain(a.chain, b.chain, zero, outcome);
}

/** A component that is added or removed includes its taxes and fees. */
function wholePart(
  kind: 'ONLY_A' | 'ONLY_B',
  { section, sheet }: Part,
  { explains, digits }: { explains: Decimal; digits: number },
): WaterfallStep[] {
  const charges = [...(sheet?.sections ?? [])]
    .filter(([name]) => isCharge(name))
    .flatMap(([name, lines]) => chargeSteps(name, kind === 'ONLY_A' ? [lines, []] : [[], lines], digits));
  return [whole(kind, section, explains), ...charges];
}

function chargeSteps(
  section: string,
  [a, b]: readonly [readonly WorksheetLine[], readonly WorksheetLine[]],
  digits: number,
): WaterfallStep[] {
  // In a package a line sums up the components' charges, which the components explain.
  const [chainA, chainB] = [a, b].map((lines) => chainOf(lines.filter(({ op }) => op !== 'sum')));
  if (!chainA || !chainB || chainA.length + chainB.length === 0) return [];
  const asMoney: Outcome = (amount) => amount.round(digits);
  if (chainA.length > 0 && chainB.length > 0) return walkChain(chainA, chainB, zero, asMoney);
  const explains = asMoney(runChain(chainB, zero)).minus(asMoney(runChain(chainA, zero)));
  const component = (a[0] ?? b[0])?.component;
  const step = whole(chainA.length > 0 ? 'ONLY_A' : 'ONLY_B', section, explains);
  return [component === undefined ? step : { ...step, component }];
}

/** A step that stores a value, and a line of it. */
interface ValueStep {
  step: WaterfallStep;
  line: WorksheetLine;
}

/** The steps in the order in which they ran: a value may come from another section. */
function inOrder(found: readonly ValueStep[], a: Sheet, b: Sheet): WaterfallStep[] {
  const places = new Map([...a.lines.entries(), ...b.lines.entries()].map(([place, line]) => [line, place]));
  const placeIn = ({ line }: ValueStep) => places.get(line) ?? 0;
  return [...found].sort((one, other) => placeIn(one) - placeIn(other)).map(({ step }) => step);
}

/** Steps that store values for others, and underwriting rules: their inputs and results. */
function valueSteps(a: readonly WorksheetLine[], b: readonly WorksheetLine[]): ValueStep[] {
  const keyOf = (line: WorksheetLine) => `${iterationKey(line) ?? ''}\n${line.step}`;
  const [chainA, chainB] = [loopSteps(chainsOf(a)), loopSteps(chainsOf(b))];
  const alone = (kind: 'ONLY_A' | 'ONLY_B', line: WorksheetLine): ValueStep[] => [
    { line, step: { kind, ...placeOf(line), differences: [], explains: null } },
  ];
  return align(a, b, keyOf).flatMap((pair): ValueStep[] => {
    if (pair.b === null) return alone('ONLY_A', pair.a);
    if (pair.a === null) return alone('ONLY_B', pair.b);
    const differences = [
      ...ownDifferences(pair.a, pair.b),
      ...differing('after', pair.a.after, pair.b.after),
    ];
    if (differences.length === 0) return [];
    const lines = [pair.a, pair.b] as const;
    const from = changesOfTaken(chainA.get(pair.a), chainB.get(pair.b));
    const step = { kind: 'CHANGED', ...placeOf(pair.a), differences, explains: null, lines, from } as const;
    return [{ line: pair.b, step }];
  });
}

/** The steps of a section that stores values: one chain, or one for each iteration of its loop. */
export function chainsOf(lines: readonly WorksheetLine[]): ChainStep[] {
  if (!lines[0]?.section.startsWith('loop:')) return chainOf(lines);
  const iterations = grouped(lines, ({ iterationId = '', within = [] }) => within[0] ?? iterationId);
  return [...iterations.values()].flatMap((own) => chainOf(own, 1));
}

/** The steps of a chain that have iterations, those within iterations too, by their lines. */
export function loopSteps(chain: readonly ChainStep[]): Map<WorksheetLine, ChainStep> {
  const found = new Map<WorksheetLine, ChainStep>();
  for (const step of chain) {
    if (step.iterations.length > 0) found.set(step.line, step);
    for (const { steps } of step.iterations) {
      for (const [line, inner] of loopSteps(steps)) found.set(line, inner);
    }
  }
  return found;
}

function whole(kind: 'ONLY_A' | 'ONLY_B', section: string, explains: Decimal): WaterfallStep {
  return { kind, section, step: null, op: 'sum', differences: [], explains };
}

function isCharge(section: string): boolean {
  return section.startsWith('taxes:');
}

/** Sections whose steps store values, and do not change an amount themselves. */
function keepsValues(section: string): boolean {
  return !/^(policy$|allocation$|shares:|coverage:|taxes:)/.test(section);
}

function chargesOf({ taxesAndFees }: RatedSheet): Decimal {
  return sum(taxesAndFees.map(({ amount }) => Decimal.of(amount)));
}
