import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { Cents } from '../../domain/money/cents.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { DailySum } from '../../domain/postings/transactions.js';
import { earnedShare, inCents } from '../reports/earned-share.js';
import { patienceMs } from '../reports/in-snapshot.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock } from '../time-zones.js';
import type { Books } from './books.js';

/** A scan of the journal has the earned premium of so many days at most. */
const daysAtATime = 13;

/**
 * The premium that is earned by each of some days, by currency: the running totals that the premium report has as of these
 * days, each rounded once a policy and term. What a month earns is the difference of two of them.
 * @param lastSeq the last number of the journal that counts; absent: all of it.
 */
export async function earnedBy(
  trx: Knex,
  books: Books,
  { days, lastSeq }: { days: readonly string[]; lastSeq?: string | undefined },
): Promise<Map<string, Map<string, Cents>>> {
  const earned = new Map<string, Map<string, Cents>>();
  for (let first = 0; first < days.length; first += daysAtATime) {
    const some = days.slice(first, first + daysAtATime);
    const { rows } = await trx
      .raw<{ rows: Record<string, string>[] }>(statement(books, some.length), {
        organization: books.organizationId,
        defaultCurrency: policySettingsOf({}).currency,
        lastSeq: lastSeq ?? '9223372036854775807',
        ...(books.clockId !== undefined && { clockId: books.clockId }),
        ...Object.fromEntries(
          some.flatMap((day, index) => [
            [`end${index}`, addDays(day, 1)],
            [`endAt${index}`, endOfDayIn(books.timeZone, day)],
          ]),
        ),
      })
      .options({ query_timeout: patienceMs });
    for (const [index, day] of some.entries()) {
      earned.set(
        day,
        new Map(rows.map((row) => [row.currency ?? '', Cents.of(row[`earned${index}`] ?? '0')])),
      );
    }
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
      return [{ day, kind: 'EARNED' as const, currency, ...of, amount: change.toAmount() }];
    });
  });
}

/**
 * As `premiumRows` of the premium report, for several days in one scan. The lines of a change with one period are summed first:
 * there are many of them, one for each coverage and unit.
 */
function statement({ clockId }: Books, count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const earned = indexes.map(
    (index) =>
      `${inCents(`sum(case when created_at < :endAt${index}
        then ${earnedShare('amount', { line: 'amounts', end: `:end${index}` })} else 0 end)`)} as earned${index}`,
  );
  const sums = indexes.map((index) => `sum(earned${index})::text as earned${index}`);
  return `
  with ${versions},
  amounts as (
    select j.policy_id, j.term_number, p.product_version_id, j.created_at, j.earned_from, j.earned_until,
      sum(j.premium_change) as amount
    from ledger_journal j
    join policies p on p.id = j.policy_id and ${ofClock('p', clockId)}
    where p.issuing_organization_id = :organization and j.premium_change <> 0
      and j.seq <= cast(:lastSeq as bigint) and j.created_at < :endAt${count - 1}
    group by 1, 2, 3, 4, 5, 6
  ),
  terms as (
    select policy_id, term_number, product_version_id, ${earned.join(', ')}
    from amounts group by 1, 2, 3
  )
  select currency, ${sums.join(', ')}
  from terms join versions on versions.id = terms.product_version_id
  group by currency`;
}
