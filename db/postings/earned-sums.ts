import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { Cents } from '../../domain/money/cents.js';
import type { DailySum } from '../../domain/postings/transactions.js';
import { readProgress } from '../figures/fold-figures.js';
import { readPremium } from '../figures/read-premium.js';
import type { Books } from './books.js';

/**
 * The premium that is earned by each of some days, by currency: the running totals that the premium report has as of these
 * days, each rounded once a policy and term. What a month earns is the difference of two of them.
 * @param lastSeq the last number of the journal that counts, not before what is in the sums; absent: all of it.
 */
export async function earnedBy(
  trx: Knex,
  books: Books,
  { days, lastSeq }: { days: readonly string[]; lastSeq?: string | undefined },
): Promise<Map<string, Map<string, Cents>>> {
  const { ledgerSeq: inSums } = await readProgress(trx);
  const earned = new Map<string, Map<string, Cents>>();
  for (const asOf of days) {
    const knownAt = endOfDayIn(books.timeZone, asOf);
    const byCurrency = new Map<string, Cents>();
    for (const row of await readPremium(trx, { ...books, asOf, knownAt, inSums, lastSeq })) {
      byCurrency.set(row.currency, (byCurrency.get(row.currency) ?? Cents.zero).plus(Cents.of(row.earned)));
    }
    earned.set(asOf, byCurrency);
  }
  return earned;
}

/** What each month earns: the running total at its end, less that at the end before. */
export function earnedOfMonths(
  ends: readonly string[],
  earned: ReadonlyMap<string, ReadonlyMap<string, Cents>>,
  before: ReadonlyMap<string, Cents>,
): DailySum[] {
  let last = before;
  return ends.flatMap((day) => {
    const now = earned.get(day) ?? new Map<string, Cents>();
    const earlier = last;
    last = now;
    return [...new Set([...earlier.keys(), ...now.keys()])].sort().flatMap((currency) => {
      const change = (now.get(currency) ?? Cents.zero).minus(earlier.get(currency) ?? Cents.zero);
      if (change.isZero()) return [];
      const of = { chargeType: null, authority: null };
      return [{ day, kind: 'EARNED' as const, currency, ...of, amount: change.toText() }];
    });
  });
}
