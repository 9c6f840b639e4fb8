import { expect } from 'vitest';
import type { Database } from '../../db/database.js';
import { type FiguresToRead, readFigures } from '../../db/figures/read-figures.js';
import { readReport } from '../../db/reports/read-report.js';
import type { ReportName, ReportRow } from '../../db/reports/reports.js';
import { figuresFrom } from '../../domain/figures/figures.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { sumOfAmounts } from '../../domain/money/cents.js';

/** The figures of a book at the end of a day, by product and currency. */
export async function figures(db: Database, asked: Omit<FiguresToRead, 'knownAt'> & { knownAt?: Date }) {
  const knownAt = asked.knownAt ?? endOfDayIn(asked.timeZone, asked.asOf);
  const lines = await readFigures(db, { ...asked, knownAt });
  return (lines ?? []).map(({ lineName: line, currency, sums }) => {
    const amounts = Object.entries(figuresFrom(sums)).map(([name, amount]) => [name, amount.toText()]);
    return { line, currency, ...(Object.fromEntries(amounts) as Record<string, string>) };
  });
}

/** Expects the figures of days to be what the reports by line say, and the ages of what is due to sum up. */
export async function expectFiguresOfReports(
  db: Database,
  books: Omit<FiguresToRead, 'asOf' | 'knownAt'>,
  days: readonly string[],
): Promise<void> {
  for (const asOf of days) {
    const all = await figures(db, { ...books, asOf });
    expect(some(all, 'premium'), asOf).toEqual(await byLine(db, { ...books, asOf }, 'premium'));
    expect(some(all, 'receivables'), asOf).toEqual(await byLine(db, { ...books, asOf }, 'receivables'));
    for (const row of all) {
      const { pastDue, notYetDue, due, pastDueTo30, pastDueTo60, pastDueTo90, pastDueOver90 } = row as Record<
        string,
        string
      >;
      expect(sumOfAmounts([pastDueTo30!, pastDueTo60!, pastDueTo90!, pastDueOver90!])).toBe(pastDue);
      expect(sumOfAmounts([pastDue!, notYetDue!])).toBe(due);
    }
  }
}

const names = {
  premium: ['written', 'earned', 'unearned'],
  receivables: ['billed', 'paid', 'due', 'pastDue', 'credit'],
} as const;

/** A report has rows of policies whose amounts are all zero, too. */
const some = (rows: readonly object[], report: keyof typeof names): object[] =>
  (rows as Record<string, string>[])
    .map((row) => Object.fromEntries(['line', 'currency', ...names[report]].map((name) => [name, row[name]])))
    .filter((row) => names[report].some((name) => Number(row[name]) !== 0));

async function byLine(
  db: Database,
  asked: Omit<FiguresToRead, 'knownAt'>,
  name: Extract<ReportName, keyof typeof names>,
): Promise<object[]> {
  const rows: ReportRow[] = [];
  await readReport(db, { ...asked, name, by: 'line' }, async (batches) => {
    for await (const batch of batches) rows.push(...batch.rows);
  });
  return some(rows, name);
}
