import { tooManyDecimals } from '../money/amount-text.js';
import type { Finding } from './records.js';

/** A finding of a part of a record, as one of the record. */
export const within =
  (field: string) =>
  ({ field: at, message }: Finding): Finding => ({ field: `${field}.${at}`, message });

/** An amount with its field. */
export type NamedAmount = [field: string, amount: string | undefined];

/** Amounts that have more decimals than their currency. */
export function whyNotDecimals(amounts: readonly NamedAmount[], currency: string): Finding[] {
  return amounts.flatMap(([field, amount]) =>
    amount === undefined || tooManyDecimals(currency, amount) === undefined
      ? []
      : [{ field, message: `${amount} has more decimals than ${currency}` }],
  );
}
