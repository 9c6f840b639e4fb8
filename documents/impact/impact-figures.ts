import type { Decimal } from '../../domain/expression/index.js';
import type { ImpactBin } from '../../domain/rating/comparison/impact-distribution.js';

/** The label of a bin: `-5% to -2.5%`, `unchanged`. */
export function binLabel({ from, to }: ImpactBin): string {
  if (from === 0 && to === 0) return 'unchanged';
  if (from === null) return `below ${percent(to ?? 0)}`;
  return to === null ? `${percent(from)} and more` : `${percent(from)} to ${percent(to)}`;
}

export function money(amount: Decimal): string {
  return amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

export function signedMoney(amount: Decimal): string {
  return amount.isPositive() && !amount.isZero() ? `+${money(amount)}` : money(amount);
}

function percent(value: number): string {
  return `${value > 0 ? '+' : ''}${value}%`;
}
