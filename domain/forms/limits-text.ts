import { parseDecimal } from '../expression/index.js';
import { uuid } from '../ground/primitives.js';
import { documentText } from '../languages/service-texts.js';
import type { Wording } from '../languages/wording.js';
import type { QuoteDetails } from '../quote/quote.js';
import { premiumType } from '../rating/run/result.js';

type Detail = QuoteDetails['coverageTypes'][number]['coverages'][number]['details'][string][number];

/** Amounts that the insured bears, by the type of the amount. */
const borne = new Map([
  ['DEDUCTIBLE', 'deductible'],
  ['RETENTION', 'retention'],
] as const);
type Borne = typeof borne extends Map<infer Key, unknown> ? Key : never;

/** Limits and deductibles of a coverage, one per line. One of an insured item names it. */
export function limitsOf(details: readonly Detail[], wording: Wording | null = null): string {
  return details
    .filter((detail) => !isShare(detail))
    .map(({ amount = '', amountType, description, scope, scopeLabel }) => {
      const item = uuid.safeParse(scope).success && description !== undefined ? scopeLabel : undefined;
      const what = [description ?? scopeLabel ?? '', item].filter(Boolean).join(', ');
      const borneKind = borne.get(amountType?.toUpperCase() as Borne);
      const kind = borneKind && documentText(wording, borneKind);
      const text = [amountText(amount, amountType, wording), kind].filter(Boolean).join(' ');
      if (kind !== undefined && what !== '') return `${text}: ${what}`;
      if (what === '' || text === '') return what || text;
      return /^[$\d]/.test(text) ? `${text}  ${what}` : `${what}: ${text}`;
    })
    .join('\n');
}

/** Amounts that are counted and not paid, with their unit. */
const counted = new Map([
  ['MONTHS', 'months'],
  ['DAYS', 'days'],
  ['HOURS', 'hours'],
  ['COUNT', ''],
  ['PERCENT', '%'],
] as const);
type Counted = typeof counted extends Map<infer Key, unknown> ? Key : never;

/** Most limits are money; others are times or words. */
export function amountText(amount: string, amountType = '', wording: Wording | null = null): string {
  const number = parseDecimal(amount);
  if (number === null || /^0\d/.test(amount)) return amountWords(amount, wording);
  const [whole = '', decimals] = number.toFixed().split('.');
  const apart = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals === undefined ? '' : `.${decimals.padEnd(2, '0')}`}`;
  const unit = counted.get(amountType.toUpperCase() as Counted);
  if (unit === undefined) return `$${apart}`;
  if (unit === '%') return `${apart}%`;
  return unit === '' ? apart : `${apart} ${documentText(wording, unit)}`;
}

/** A word of the product, or a code as words. */
function amountWords(amount: string, wording: Wording | null): string {
  return (wording?.text(amount) ?? amount).replaceAll('_', ' ').toLowerCase();
}

/** Whether it is a part of the premium, and no limit. */
export function isShare({ amountType }: Detail): boolean {
  return amountType === premiumType;
}
