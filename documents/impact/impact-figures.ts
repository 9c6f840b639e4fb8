import { Decimal } from '../../domain/expression/index.js';
import type { ImpactBin } from '../../domain/impact/distribution.js';

/** `change` is money with a sign. */
export type CellKind = 'text' | 'count' | 'money' | 'change' | 'percent';

/** The label of a bin: `-5% to -2.5%`, `unchanged`. */
export function binLabel({ from, to }: ImpactBin): string {
  if (from === 0 && to === 0) return 'unchanged';
  if (from === null) return `below ${percentText(to ?? 0)}`;
  return to === null ? `${percentText(from)} and more` : `${percentText(from)} to ${percentText(to)}`;
}

export function money(amount: Decimal): string {
  return amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

export function signedMoney(amount: Decimal): string {
  return amount.isPositive() ? `+${money(amount)}` : money(amount);
}

/** `+2.5%`, `-10%`: as many digits as it has. */
export function percentText(value: number): string {
  return `${value > 0 ? '+' : ''}${value}%`;
}

/** A cell of an impact's table as text; empty without a value. */
export function cellText(cell: string | number | null, kind: CellKind): string {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  switch (kind) {
    case 'text':
    case 'count':
      return cell.toLocaleString('en-US');
    case 'money':
      return money(Decimal.of(cell));
    case 'change':
      return signedMoney(Decimal.of(cell));
    case 'percent':
      return `${cell > 0 ? '+' : ''}${cell.toFixed(2)}%`;
  }
}
