import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { CellValue } from '../../domain/rating/cells/formula.js';
import { valueText } from '../../domain/rating/cells/value-text.js';

/** Money and running amounts: thousands separated, two to six decimals. */
export function amountText(value: CellValue): string {
  const amount = numberOf(value);
  if (!amount) return plainText(value);
  const [whole = '0', decimals = ''] = amount.round(6, 'HALF_UP').toFixed().split('.');
  return `${grouped(whole)}.${decimals.padEnd(2, '0')}`;
}

function grouped(number: string): string {
  const [whole = '0', decimals] = number.split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** Operands: thousands separated, decimals unchanged. */
export function operandText(value: CellValue): string {
  return numberOf(value) ? grouped(plainText(value)) : plainText(value);
}

/** Factors, rates and classes, unchanged; repeating decimals are cut at ten. */
export function plainText(value: CellValue): string {
  return numberOf(value)?.round(10, 'HALF_UP').toFixed() ?? valueText(value);
}
