import { expect } from 'vitest';
import type { Database } from '../../db/database.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import type { Books } from '../../db/postings/books.js';
import { readPostings } from '../../db/postings/read-postings.js';
import { readReport } from '../../db/reports/read-report.js';
import type { ReportName, ReportRow } from '../../db/reports/reports.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays, addMonths, earlierOf } from '../../domain/ground/calendar.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import { type AccountRole, accountRoles } from '../../domain/postings/chart-of-accounts.js';
import { monthEndsBetween } from '../../domain/postings/months.js';
import { type PostingPeriod, type PostingsInWords, postingsOf } from '../../domain/postings/report.js';

/** Postings as the interface answers them, on the last day of which they are asked for or later. */
export async function postings(
  db: Database,
  books: Books,
  { from, to, by = 'month', today = to }: { from: string; to: string; by?: PostingPeriod; today?: string },
): Promise<PostingsInWords> {
  const read = await readPostings(db, { ...books, from, to, today });
  const report = postingsOf({ from, to, by }, read);
  for (const { postings: lines, ...of } of report.transactions) {
    expect(sumOfAmounts(lines.map(({ amount }) => amount.toFixed(2))), JSON.stringify(of)).toBe('0.00');
  }
  return report;
}

/** Postings over more than a year. */
export async function postingsOfYears(
  db: Database,
  books: Books,
  { from, to }: { from: string; to: string },
): Promise<PostingsInWords> {
  const parts: PostingsInWords[] = [];
  for (let first = from; first <= to; first = addMonths(first, 12)) {
    const last = earlierOf(addDays(addMonths(first, 12), -1), to);
    parts.push(await postings(db, books, { from: first, to: last, today: to }));
  }
  return { ...parts.at(-1)!, from, transactions: parts.flatMap(({ transactions }) => transactions) };
}

/** The balances of accounts at the end of a day; taxes and fees in one. */
export function trialBalance({ transactions }: PostingsInWords, day: string): (role: AccountRole) => string {
  const lines = transactions.filter(({ date }) => date <= day).flatMap(({ postings: each }) => each);
  return (role) => {
    const { name } = accountRoles[role];
    const own = lines.filter(({ account }) => account === name || account.startsWith(`${name}:`));
    return sumOfAmounts(own.map(({ amount }) => amount.toFixed(2)));
  };
}

async function totals(db: Database, books: Books, name: ReportName, asOf: string): Promise<ReportRow> {
  let total: ReportRow = {};
  await readReport(db, { ...books, name, asOf, by: 'line' }, async (batches) => {
    for await (const batch of batches) total = batch.totals[0] ?? total;
  });
  return total;
}

const credit = (amount: unknown): string =>
  Cents.of(String(amount ?? '0'))
    .negated()
    .toAmount(2);

/** Expects that the accounts at the end of each month are what the reports, statements and payments say. */
export async function expectReconciled(
  db: Database,
  books: Books,
  report: PostingsInWords,
): Promise<{ day: string; figures: Record<string, string> }[]> {
  const checked: { day: string; figures: Record<string, string> }[] = [];
  for (const day of monthEndsBetween(report.from, report.to)) {
    const balance = trialBalance(report, day);
    const premium = await totals(db, books, 'premium', day);
    const { billed = '0', paid = '0' } = await totals(db, books, 'receivables', day);
    const figures = {
      [accountRoles.WRITTEN_PREMIUM.name]: credit(premium.written),
      [accountRoles.UNEARNED_PREMIUM.name]: credit(premium.unearned),
      [accountRoles.EARNED_PREMIUM.name]: credit(premium.earned),
    };
    expect(balance('WRITTEN_PREMIUM'), `written by ${day}`).toBe(credit(premium.written));
    expect(balance('UNEARNED_PREMIUM'), `unearned on ${day}`).toBe(credit(premium.unearned));
    expect(balance('EARNED_PREMIUM'), `earned by ${day}`).toBe(credit(premium.earned));
    expect(balance('DEFERRED_PREMIUM'), `deferred by ${day}`).toBe(String(premium.written ?? '0.00'));
    expect(
      sumOfAmounts([balance('RECEIVABLE'), balance('REFUNDS_PAYABLE')]),
      `billed and not paid on ${day}`,
    ).toBe(sumOfAmounts([String(billed), credit(paid)]));
    const received = await Payment.query(db)
      .where('received_at', '<', endOfDayIn(books.timeZone, day))
      .whereIn(
        'policy_id',
        Policy.query(db).select('id').where('issuing_organization_id', books.organizationId),
      );
    const cash = sumOfAmounts(received.map(({ amount }) => amount));
    expect(balance('CASH'), `cash on ${day}`).toBe(cash);
    checked.push({ day, figures: { ...figures, [accountRoles.CASH.name]: cash } });
  }
  return checked;
}
