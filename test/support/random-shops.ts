import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopOfLives } from './shop-of-lives.js';

/** Chooses at random: whole numbers, one of several, or whether. */
export interface Choice {
  among(least: number, most: number): number;
  one<T>(values: readonly T[]): T;
  whether(share?: number): boolean;
}

export function choiceBy(random: () => number): Choice {
  const among: Choice['among'] = (least, most) => least + Math.floor(random() * (most - least + 1));
  return {
    among,
    one: (values) => values[among(0, values.length - 1)]!,
    whether: (share = 0.5) => random() < share,
  };
}

/** A shop with rules for bills, notices and renewals at random. Its ids are those of the shop with `nth` in them. */
export function aRandomShop({ among, one, whether }: Choice, nth: number): ProductDefinition {
  const shop = shopOfLives({
    paymentPlans: [
      { plan: 'FULL_PAYMENT', dueDays: among(0, 25) },
      { plan: 'MONTHLY', dueDays: among(0, 25), instalmentFee: one([0, 2]) },
    ],
    billing: { ...(whether() && { lateFee: one([{ amount: 15 }, { share: '0.05' }]) }) },
    cancellation: {
      ...(nth % 3 !== 2 && { nonPayment: { graceDays: among(0, 20), noticeDays: among(1, 25) } }),
      ...(whether() && { reinstatementByPayment: { days: among(5, 30), fees: ['LATE_FEE' as const] } }),
    },
    renewal: {
      offered: nth % 4 !== 3,
      automatic: whether(0.7),
      noticeDays: among(60, 120),
      quoteDays: among(20, 60),
    },
    closeAfterDays: among(10, 120),
  });
  const withIds = JSON.stringify({ ...shop, key: `shop-${nth}` }).replaceAll(
    /0d8f2f2f0(\d{3})/g,
    (_, id: string) => `0d8f2f2f${(nth + 1) % 10}${id}`,
  );
  const timeZone = one(['UTC', 'America/New_York', 'Pacific/Honolulu']);
  return productDefinition.parse({ ...JSON.parse(withIds), timeZone });
}
