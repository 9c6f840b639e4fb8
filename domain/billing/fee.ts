import { z } from 'zod';
import { Dec } from '../expression/index.js';
import { Cents } from '../money/cents.js';
import { money, share } from './plan-terms.js';

const some = (value: string | undefined) => value === undefined || new Dec(value).greaterThan(0);
const leaveOut = 'must be more than 0; leave the fee out to charge none';

/** A fee of billing: a fixed amount, or a share of the amount that it is charged for. */
export const fee = z
  .strictObject({
    amount: money.refine(some, leaveOut).optional().describe('A fixed amount.'),
    share: share.refine(some, leaveOut).optional().describe('A share of the amount, from 0 to 1.'),
  })
  .refine(
    ({ amount, share: part }) => (amount === undefined) !== (part === undefined),
    'must have either amount or share',
  );
export type Fee = z.output<typeof fee>;

/** The fee for an amount; both are decimal text with two places. */
export function feeFor({ amount, share: part = '0' }: Fee, charged: string): string {
  return amount ?? Cents.of(charged).share(part).toAmount();
}
