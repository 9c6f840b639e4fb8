import { Decimal } from '../expression/index.js';
import { exactText } from './amount-text.js';

/** A claim on a sum of money; amounts are decimal text. */
export interface Claim {
  id: string;
  /** The unpaid part. */
  open: string;
}

/** Pays claims from a sum, in order, each up to its open amount. An excess goes to the first claim. */
export function shareOut(sum: string, claims: readonly Claim[]): { id: string; amount: string }[] {
  let left = Decimal.of(sum);
  const shares = claims.map(({ id, open }) => {
    const share = Decimal.max(0, Decimal.min(left, open));
    left = left.minus(share);
    return { id, share };
  });
  const [first] = shares;
  if (first !== undefined) first.share = first.share.plus(left);
  return shares
    .filter(({ share }) => !share.isZero())
    .map(({ id, share }) => ({ id, amount: exactText(share) }));
}
