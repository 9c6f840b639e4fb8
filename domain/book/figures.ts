import { addDays } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { Cents, sumOf } from '../money/cents.js';
import { earnedOn, type PremiumLayer } from '../policy/proration.js';
import type { Rows } from './rows.js';

/** What a policy comes to; decimal text in its currency. */
export interface BookFigures {
  /** Of the current term. */
  premium: string;
  /** Of all terms. */
  written: string;
  /** Its part for the days up to and including a day. */
  earned: string;
  billed: string;
  paid: string;
  /** Of all statements, those of days to come included, less what is paid. */
  balance: string;
}

export const figureNames = ['premium', 'written', 'earned', 'billed', 'paid', 'balance'] as const;

/** The figures of a policy's rows at the end of a day. */
export function figuresOfRows(rows: Rows, { day, digits }: { day: string; digits: number }): BookFigures {
  const lines = (rows.ledger_journal ?? []).filter(({ premium_change: change }) => Number(change ?? 0) !== 0);
  const layers = lines.map(
    ({ earned_from: from, earned_until: until, premium_change: amount }): PremiumLayer => ({
      from: String(from),
      until: String(until),
      amount: String(amount),
    }),
  );
  const { premium, written, billed, paid, balance } = amountsOfRows(rows);
  const text = (amount: Cents) => amount.toAmount(digits);
  return {
    premium: text(premium),
    written: text(written),
    earned: text(earnedOn(layers, addDays(day, 1))),
    billed: text(billed),
    paid: text(paid),
    balance: text(balance),
  };
}

/** The figures that are of no day, exact. */
export function amountsOfRows({
  policies = [],
  ledger_journal: ledger = [],
  statements = [],
  payments = [],
}: Rows): Record<Exclude<keyof BookFigures, 'earned'>, Cents> {
  const live = statements.filter(({ state }) => state !== 'VOID');
  const paid = sumIn(payments, 'amount');
  return {
    premium: sumIn(policies, 'premium'),
    written: sumIn(ledger, 'premium_change'),
    billed: sumIn(
      live.filter(({ billed_on: billed }) => billed != null),
      'amount',
    ),
    paid,
    balance: sumIn(live, 'amount').minus(paid),
  };
}

const sumIn = (rows: readonly JsonObject[], column: string): Cents =>
  sumOf(rows.map((row) => Cents.of(String(row[column] ?? '0'))));
