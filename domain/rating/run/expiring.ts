import { Decimal, toText, type Value } from '../../expression/index.js';
import type { RatingScope } from './rating-scope.js';
import { expiringPrefix } from './value-slots.js';

/**
 * What a plan may know of the expiring term, by name, as text: its premium, dates and term, and the derived values of its rating.
 * Steps read them as `{ value: expiring.NAME }`. New business has none.
 */
export type ExpiringValues = Readonly<Record<string, string>>;

/** The values that are known of any expiring term, however it was rated. */
export const expiringAlways = ['premium', 'term', 'effectiveDate', 'expirationDate'] as const;

/** The sums of the premium and the rating, which have no other name. */
export const expiringSums = ['premium', 'annualPremium', 'taxesAndFees', 'total'];

/** A value that a plan reads, and its slot. */
export interface ExpiringSlot {
  /** Without `expiring.` */
  name: string;
  slot: number;
}

/** Sets what the plan reads. A value that is not known stays missing, as that of an unanswered question. */
export function setExpiring(
  { values }: RatingScope,
  slots: readonly ExpiringSlot[],
  expiring: ExpiringValues | undefined,
): void {
  for (const { name, slot } of slots) {
    const text = expiring !== undefined && Object.hasOwn(expiring, name) ? expiring[name] : undefined;
    values[slot] = text === undefined ? null : valueOfText(name, text);
  }
}

/**
 * The values of a component of a package, which the package has under the component's key; undefined where the expiring package
 * was without it: then the component is new.
 */
export function expiringOfComponent(
  expiring: ExpiringValues | undefined,
  key: string,
): ExpiringValues | undefined {
  if (expiring === undefined || expiring[`${key}.included`] === 'false') return undefined;
  const own = Object.entries(expiring).flatMap(([name, text]) =>
    name.startsWith(`${key}.`) ? [[name.slice(key.length + 1), text] as const] : [],
  );
  const { term = '', effectiveDate = '', expirationDate = '' } = expiring;
  return own.length === 0 ? undefined : { term, effectiveDate, expirationDate, ...Object.fromEntries(own) };
}

/**
 * The values of a rating, as the next term reads them: not those that it has read itself of the term before, and of a component
 * outside the package only that it was not included.
 */
export function expiringOf(rateMeta: Readonly<Record<string, string>>): ExpiringValues {
  return Object.fromEntries(
    Object.entries(rateMeta).filter(([name]) => {
      const [component] = name.split('.', 1);
      const isOutside = rateMeta[`${component}.included`] === 'false' && name !== `${component}.included`;
      return !isOutside && !`.${name}`.includes(`.${expiringPrefix}`);
    }),
  );
}

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Derived values are kept as text, numbers in their shortest notation: a code such as `007` or an edition `1.10` is no number. Sums
 * have the decimals of the currency.
 */
function valueOfText(name: string, text: string): Value {
  if (plainNumber.test(text)) {
    const number = Decimal.of(text);
    if (expiringSums.includes(name) || toText(number) === text) return number;
  }
  return text === 'true' ? true : text === 'false' ? false : text;
}
