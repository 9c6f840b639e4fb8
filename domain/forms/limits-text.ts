import { parseDecimal } from '../expression/index.js';
import { uuid } from '../ground/primitives.js';
import type { QuoteDetails } from '../quote/quote.js';
import { premiumType } from '../rating/run/result.js';

type Detail = QuoteDetails['coverageTypes'][number]['coverages'][number]['details'][string][number];

/** Amounts that the insured bears, by the type of the amount. */
const borne: ReadonlyMap<string, string> = new Map([
  ['DEDUCTIBLE', 'deductible'],
  ['RETENTION', 'retention'],
]);

/** Limits and deductibles of a coverage, one per line. One of an insured item names it. */
export function limitsOf(details: readonly Detail[]): string {
  return details
    .filter((detail) => !isShare(detail))
    .map(({ amount = '', amountType, description, scope, scopeLabel }) => {
      const item = uuid.safeParse(scope).success && description !== undefined ? scopeLabel : undefined;
      const what = [description ?? scopeLabel ?? '', item].filter(Boolean).join(', ');
      const kind = borne.get(amountType?.toUpperCase() ?? '');
      const text = [amountText(amount, amountType), kind].filter(Boolean).join(' ');
      if (kind !== undefined && what !== '') return `${text}: ${what}`;
      if (what === '' || text === '') return what || text;
      return /^[$\d]/.test(text) ? `${text}  ${what}` : `${what}: ${text}`;
    })
    .join('\n');
}

/** Amounts that are counted and not paid, with their unit. */
const counted: ReadonlyMap<string, string> = new Map([
  ['MONTHS', 'months'],
  ['DAYS', 'days'],
  ['HOURS', 'hours'],
  ['COUNT', ''],
  ['PERCENT', '%'],
]);

/** Most limits are money; others are times or words. */
export function amountText(amount: string, amountType = ''): string {
  const number = parseDecimal(amount);
  if (number === null || /^0\d/.test(amount)) return amount.replaceAll('_', ' ').toLowerCase();
  const [whole = '', decimals] = number.toFixed().split('.');
  const apart = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals === undefined ? '' : `.${decimals.padEnd(2, '0')}`}`;
  const unit = counted.get(amountType.toUpperCase());
  if (unit === undefined) return `$${apart}`;
  return unit === '%' ? `${apart}%` : `${apart} ${unit}`.trim();
}

/** Whether it is a part of the premium, and no limit. */
export function isShare({ amountType }: Detail): boolean {
  return amountType === premiumType;
}
