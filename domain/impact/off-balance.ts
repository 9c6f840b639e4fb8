/** The factor that brings the second version's premium to a target, by ratio and as rated again. */
export interface OffBalance {
  /** The target as a change from the first version's premium, in per cent. */
  targetPercent: number;
  /** In whole cents. */
  target: number;
  /** Target premium by the second version's premium. */
  ratio: number;
  /** What the factor gives when the risks are rated again with it; null if they were not. */
  rated: { factor: number; premium: number; ratings: number } | null;
}

/** The ratio of the target premium and the second version's premium; null without a premium. */
export function offBalanceOf(before: number, after: number, targetPercent: number): OffBalance | null {
  if (before === 0 || after === 0) return null;
  const target = Math.round(before * (1 + targetPercent / 100));
  return { targetPercent, target, ratio: sixDigits(target / after), rated: null };
}

/** The total premium of the risks that both versions quote, on a product with a factor. */
export type TotalWith = (factor: number) => Promise<number>;

/** Close enough: a hundredth of a per cent of the target. */
const tolerance = 0.0001;
const mostRatings = 4;

/**
 * Searches the factor that meets the target when the risks are rated with it: minimum premiums and rounding make
 * the ratio miss it. The first attempt is the ratio, the next ones are on the line through the last two.
 */
export async function ratedFactor(
  { target, ratio }: OffBalance,
  after: number,
  totalWith: TotalWith,
): Promise<NonNullable<OffBalance['rated']>> {
  let [known, factor] = [{ factor: 1, premium: after }, ratio];
  let best: NonNullable<OffBalance['rated']> | null = null;
  for (let ratings = 1; ; ratings++) {
    const premium = await totalWith(factor);
    if (!best || Math.abs(premium - target) < Math.abs(best.premium - target))
      best = { factor, premium, ratings };
    best.ratings = ratings;
    const slope = (premium - known.premium) / (factor - known.factor);
    const isMet = Math.abs(premium - target) <= tolerance * target;
    if (isMet || ratings === mostRatings || !Number.isFinite(slope) || slope <= 0) return best;
    known = { factor, premium };
    factor = sixDigits(factor + (target - premium) / slope);
    if (factor <= 0 || factor === known.factor) return best;
  }
}

/** Reads a change such as `+3%`, `-1.5%` or `0`; a text says what is wrong. */
export function readTarget(text: string): number | string {
  const [, number] = /^([+-]?\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim()) ?? [];
  if (number === undefined || Number(number) <= -100) {
    return `"${text}" is no change of premium: write a per cent such as +3% or -1.5%`;
  }
  return Number(number);
}

function sixDigits(factor: number): number {
  return Math.round(factor * 1e6) / 1e6;
}
