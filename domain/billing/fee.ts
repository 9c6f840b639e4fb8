import { z } from 'zod';
import { Cents } from '../money/cents.js';
import { positiveMoney, share } from './plan-terms.js';

/** A fee of billing: a fixed amount, or a share of the amount that it is charged for. */
export const fee = z
  .strictObject({
    amount: positiveMoney.optional().describe('A fixed amount.'),
    share: share
      .refine((value) => Number(value) > 0, 'must be more than 0, or left out')
      .optional()
      .describe('A share of the amount, from 0 to 1.'),
  })
  .refine(
    ({ amount, share: part }) => (amount === undefined) !== (part === undefined),
    'must have either amount or share',
  );
export type Fee = z.output<typeof fee>;

/** The fee for an amount; both are decimal text. A share of it is rounded to `digits`, the decimals of the currency. */
export function feeFor({ amount, share: part = '0' }: Fee, charged: string, digits: number): string {
  return amount ?? Cents.of(charged).share(part).toAmount(digits);
}
