import { Decimal } from '../expression/index.js';
import type { AssistantTerms } from './terms.js';
import { money as inWords } from './words.js';

/**
 * `WAITING` for a person, `RUNNING` while it is carried out, `DONE`; `FAILED`: nothing was done, `outcome` says why; `REFUSED` by a
 * person; `EXPIRED`: nobody decided in time.
 */
export const actStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'REFUSED', 'EXPIRED'] as const;
export type ActState = (typeof actStates)[number];

/** How long the token of a preview is valid. */
export const previewMinutes = 10;
/** How long an act waits for a person. */
export const waitDays = 7;
/** How long what assistants did is listed. Events, histories and the audit log have it for as long as they are kept. */
export const keptDays = 400;

export interface Money {
  /** Decimal text, not negative. */
  amount: string;
  currency: string;
}

/** What the acts of a holder come to on a day: those that wait, run, or are done. */
export interface UsedToday {
  acts: number;
  /** Of the currency that the terms name. */
  money: string;
}

/** Why the terms do not allow another act today; undefined if they do. */
export function whyNotToday(
  { actsPerDay, moneyPerDay }: AssistantTerms,
  used: UsedToday,
  money: Money | undefined,
): string | undefined {
  if (actsPerDay !== undefined && used.acts >= actsPerDay)
    return `the limit of ${actsPerDay} acts a day is reached (${used.acts} today)`;
  if (moneyPerDay === undefined || money === undefined || Decimal.of(money.amount).equals(0))
    return undefined;
  const { amount, currency } = moneyPerDay;
  if (money.currency !== currency)
    return `the limit of money is in ${currency}, and this moves ${money.currency}`;
  const after = Decimal.of(used.money).plus(money.amount);
  if (after.lessThanOrEqualTo(amount)) return undefined;
  const [moved, today, limit] = [money.amount, used.money, amount].map((each) => inWords(each, currency));
  return `it moves ${moved}, which with the ${today} of today exceeds the limit of ${limit} a day`;
}

/** What a task of an act waits for. */
export const decisionOnAct = (actId: string): string => `assistant-act/${actId}`;
