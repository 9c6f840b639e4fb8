import { Decimal } from '../expression/index.js';
import { addDays } from '../ground/calendar.js';
import { exactText } from '../money/amount-text.js';
import type { Authority, CancellationMethod } from './authority.js';

/** What an event does on the insurer's paper, as far as authority distinguishes it. */
export const sellerActivities = [
  'quote',
  'bind',
  'recordPayments',
  'endorse',
  'cancel',
  'reinstate',
  'renew',
  'report',
] as const;
export type SellerActivity = (typeof sellerActivities)[number];

/** An event about one policy or quote of the insurer. */
export interface SellerAct {
  activity: SellerActivity;
  /** The first day that the event changes, with its field in the payload. */
  from?: { date: string; field: string } | undefined;
  /** Binding: without the amount due at binding. */
  unpaid?: boolean;
  /** Binding, endorsing and renewing: the amounts of a quote that no underwriter of the insurer has to approve. */
  unreviewed?: QuotedAmounts | undefined;
  /** Cancellation: how it returns premium. */
  method?: CancellationMethod | undefined;
  /** Cancellation: gives a notice instead of canceling at once. */
  isNotice?: boolean;
}

/** Decimal text. */
export interface QuotedAmounts {
  premium: string;
  /** The largest limit of a coverage. */
  coverage: string;
}

/** An authority that a seller lacks. */
export interface Lack {
  /** As the license names it, such as `bindUnpaid` or `cancel.FLAT`. */
  authority: string;
  reason: string;
  /** In the payload, if one field needs it. */
  field?: string;
}

/** What a seller lacks for an event on a day; undefined if nothing. */
export function lackOf(authority: Authority, act: SellerAct, today: string): Lack | undefined {
  return lackOfGrant(authority, act) ?? lackOfDays(authority, act, today) ?? lackOfLimit(authority, act);
}

/** Whether a seller may do something of the kind at all. */
export function allows(authority: Authority, activity: SellerActivity): boolean {
  if (activity === 'bind') return authority.bindPaid || authority.bindUnpaid;
  if (activity === 'cancel') return Object.keys(authority.cancel).length > 0;
  return authority[activity];
}

function lackOfGrant(authority: Authority, act: SellerAct): Lack | undefined {
  const { activity, unpaid, method } = act;
  if (unpaid && !authority.bindUnpaid) return { ...not('bindUnpaid'), field: 'paymentRequired' };
  if (!allows(authority, activity)) return not(activity === 'bind' ? 'bindPaid' : activity);
  return method === undefined ? undefined : lackOfMethod(authority, method, act);
}

/** One who may only request cancellations fires `POLICY_CANCEL`, too; its action records the request. */
function lackOfMethod(
  { cancel }: Authority,
  method: CancellationMethod,
  { isNotice }: SellerAct,
): Lack | undefined {
  if (cancel[method] === 'MAKE' || (cancel[method] === 'REQUEST' && !isNotice)) return undefined;
  return not(isNotice ? `cancel.${method}: MAKE` : `cancel.${method}`);
}

function lackOfDays({ backDateDays }: Authority, { from }: SellerAct, today: string): Lack | undefined {
  const earliest = addDays(today, -backDateDays);
  if (from === undefined || from.date >= earliest) return undefined;
  return {
    authority: 'backDateDays',
    reason: `the seller may go back to ${earliest}, not to ${from.date} (authority backDateDays: ${backDateDays})`,
    field: from.field,
  };
}

function lackOfLimit({ limits }: Authority, { unreviewed }: SellerAct): Lack | undefined {
  const above = unreviewed && aboveLimits(limits, unreviewed);
  if (above === undefined) return undefined;
  return {
    authority: `limits.${above.limit}`,
    reason: `${above.reason}: quote again, and an underwriter of the insurer decides`,
  };
}

/** Which amount of a quote is above a seller's limits; undefined if none. */
export function aboveLimits(
  limits: Authority['limits'],
  amounts: QuotedAmounts,
): { limit: 'premium' | 'coverage'; reason: string } | undefined {
  const names = { premium: 'the premium', coverage: 'a limit of coverage' } as const;
  for (const limit of ['premium', 'coverage'] as const) {
    const most = limits[limit];
    if (most === undefined || Decimal.of(amounts[limit]).lessThanOrEqualTo(most)) continue;
    const amount = exactText(amounts[limit]);
    return {
      limit,
      reason: `${names[limit]}, ${amount}, is above the seller's authority of ${exactText(most)}`,
    };
  }
  return undefined;
}

const not = (name: string): Lack => ({
  authority: name,
  reason: `the authority ${name} is needed, which the insurer's license does not grant`,
});
