import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import type { JsonObject } from '../ground/json.js';
import { decimalString } from '../ground/primitives.js';

const percent = decimalString.regex(/^-?\d{1,4}(\.\d{1,4})?$/, 'must have at most four decimals');

/** What a product allows underwriters to change of a quote that they approve. */
export const underwritingSettings = z.strictObject({
  loading: z
    .strictObject({
      least: percent
        .refine((text) => Decimal.of(text).greaterThan(-100), 'must be above -100')
        .describe('The lowest loading in percent of the premium, below zero a credit: `-15`.'),
      most: percent.describe('The highest: `50`.'),
      step: percent
        .refine((text) => Decimal.of(text).isPositive(), 'must be above 0')
        .optional()
        .describe('Loadings are multiples of it.'),
      atRenewal: z
        .enum(['KEPT', 'DROPPED'])
        .default('KEPT')
        .describe('Whether the next term is rated with it, too.'),
    })
    .refine(
      ({ least, most }) => Decimal.of(least).lessThanOrEqualTo(most),
      'must have a `least` that is not above `most`',
    )
    .optional()
    .describe('Loadings and credits with which an underwriter may offer a quote; without it there are none.'),
});

export type UnderwritingSettings = z.output<typeof underwritingSettings>;

/** An underwriter's loading, or below zero a credit. */
export const loading = z.object({
  percent: percent.meta({ description: 'Of the premium, decimal text; below zero a credit.' }),
  reason: z.string().min(1).max(1_000),
});

export type Loading = z.infer<typeof loading>;

/** Why a product does not allow a loading; undefined if it does. */
export function whyNotLoad(
  { loading: allowed }: UnderwritingSettings,
  { percent: text }: Pick<Loading, 'percent'>,
): string | undefined {
  if (allowed === undefined) return 'the product declares no loading (`underwriting.loading`)';
  if (!percent.safeParse(text).success) return 'must be a decimal number with at most four decimals';
  const asked = Decimal.of(text);
  const { least, most, step } = allowed;
  if (asked.isZero()) return 'must not be 0: leave it out';
  if (asked.lessThan(least) || asked.greaterThan(most)) return `must be from ${least} to ${most}`;
  if (step !== undefined && !asked.modulo(step).isZero()) return `must be a multiple of ${step}`;
  return undefined;
}

/** The loading with which a stored quote was rated, which its `metadata` keeps. */
export function loadingOf({ metadata }: { metadata: JsonObject }): Loading | undefined {
  return loading.safeParse(metadata.loading).data;
}
