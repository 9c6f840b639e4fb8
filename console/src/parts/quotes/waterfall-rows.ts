import type { ComparedStep, QuoteComparison } from '../../api/client.js';
import { cents, fromCents } from '../cents.js';

/** A bar of the waterfall, in whole cents. */
export interface WaterfallRow {
  key: string;
  /** The step; undefined for the rows that the page names. */
  step: ComparedStep | undefined;
  kind: 'A' | 'STEP' | 'OTHERS' | 'UNEXPLAINED' | 'B';
  /** Its effect; of A and B the whole amount. */
  amount: string;
  from: bigint;
  to: bigint;
}

/** Beyond, the smallest effects are one row. */
const mostSteps = 14;

/** From the total of quote A, step by step, to that of quote B; undefined if one of them has no premium. */
export function waterfallRows({ amounts, steps }: QuoteComparison): WaterfallRow[] | undefined {
  if (amounts === undefined) return undefined;
  const { premium, taxesAndFees, unexplained } = amounts;
  const [totalA, totalB] = [
    cents(premium.a) + cents(taxesAndFees.a),
    cents(premium.b) + cents(taxesAndFees.b),
  ];
  const effects = steps
    .map((step) => ({ step, effect: cents(step.explains ?? '0') }))
    .filter(({ effect }) => effect !== 0n);
  const bySize = effects.map(({ effect }) => size(effect)).sort((a, b) => (a < b ? 1 : -1));
  const least = bySize[mostSteps - 1] ?? 0n;
  const shown = effects.filter(({ effect }) => size(effect) >= least).slice(0, mostSteps);
  const others = effects
    .filter((each) => !shown.includes(each))
    .reduce((sum, { effect }) => sum + effect, 0n);
  const parts: { kind: WaterfallRow['kind']; step?: ComparedStep; effect: bigint }[] = [
    ...shown.map(({ step, effect }) => ({ kind: 'STEP' as const, step, effect })),
    ...(others === 0n ? [] : [{ kind: 'OTHERS' as const, effect: others }]),
    ...(cents(unexplained) === 0n ? [] : [{ kind: 'UNEXPLAINED' as const, effect: cents(unexplained) }]),
  ];
  let reached = totalA;
  const bars = parts.map(({ kind, step, effect }, index): WaterfallRow => {
    const from = reached;
    reached += effect;
    return { key: `${index}`, kind, step, amount: fromCents(effect), from, to: reached };
  });
  return [
    { key: 'A', kind: 'A', step: undefined, amount: fromCents(totalA), from: 0n, to: totalA },
    ...bars,
    { key: 'B', kind: 'B', step: undefined, amount: fromCents(totalB), from: 0n, to: totalB },
  ];
}

/**
 * Where the axis begins and ends, in cents. It begins at zero unless the differences were too small to be seen then.
 */
export function axisOf(rows: readonly WaterfallRow[]): { from: number; to: number } {
  const reached = rows.map(({ to }) => Number(to));
  const [least, most] = [Math.min(...reached), Math.max(...reached)];
  const isWide = most - least > 0.25 * most;
  return {
    from: isWide || least <= 0 ? Math.min(0, least) : least - (most - least || most * 0.05),
    to: most,
  };
}

const size = (effect: bigint) => (effect < 0n ? -effect : effect);
