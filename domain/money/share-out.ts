import { Dec } from '../expression/index.js';

/** Something that a sum of money is for; amounts are decimal text. */
export interface Claim {
  id: string;
  /** Still to be paid of it. */
  open: string;
}

/** Shares a sum out over claims in their order, each as far as it is open; what is left over goes to the first. */
export function shareOut(sum: string, claims: readonly Claim[]): { id: string; amount: string }[] {
  let left = new Dec(sum);
  const shares = claims.map(({ id, open }) => {
    const share = Dec.max(0, Dec.min(left, open));
    left = left.minus(share);
    return { id, share };
  });
  const [first] = shares;
  if (first !== undefined) first.share = first.share.plus(left);
  return shares
    .filter(({ share }) => !share.isZero())
    .map(({ id, share }) => ({ id, amount: share.toFixed(2) }));
}
