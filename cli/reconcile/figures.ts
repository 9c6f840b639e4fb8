import type { Database } from '../../db/database.js';
import { foldFigures, forgetFigures } from '../../db/figures/fold-figures.js';
import { readFigures } from '../../db/figures/read-figures.js';
import { readReport } from '../../db/reports/read-report.js';
import type { ReportRow } from '../../db/reports/reports.js';
import { organizationTime } from '../../db/time-zones.js';
import { type FigureName, figuresFrom } from '../../domain/figures/figures.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { Cents, sumOf } from '../../domain/money/cents.js';
import { firstOfMonth } from '../../domain/postings/months.js';
import type { Difference } from './difference.js';

/** The figures that a report has, too. */
const reported = {
  premium: ['written', 'earned'],
  receivables: ['billed', 'paid', 'due', 'pastDue', 'credit'],
} satisfies Record<string, readonly FigureName[]>;

interface Book {
  organizationId: string;
  clockId?: string;
  timeZone: string;
}

/** Figures of a book that are not those of its reports, today and at the end of the last month. */
export async function* figureDifferences({
  db,
  now,
}: {
  db: Database;
  now: Date;
}): AsyncGenerator<Difference> {
  await foldFigures(db);
  const rows: { organizationId: string; clockId: string | null }[] = await db('policies')
    .distinct({ organizationId: 'issuing_organization_id', clockId: 'clock_id' })
    .orderBy(['issuing_organization_id', 'clock_id']);
  for (const { organizationId, clockId } of rows) {
    const of = { organizationId, ...(clockId !== null && { clockId }) };
    const time = await organizationTime(db, () => now, of);
    if (time === undefined) continue;
    const { timeZone, today } = time;
    for (const asOf of [addDays(firstOfMonth(today), -1), today]) {
      const different = await differentOn(db, { ...of, timeZone }, asOf);
      if (different.length === 0) continue;
      const about = `${asOf}${clockId === null ? '' : ` of clock ${clockId}`}: ${different.join('; ')}`;
      yield { kind: 'FIGURES_DIFFER', id: organizationId, about, mend: () => makeAgain(db) };
    }
  }
}

async function makeAgain(db: Database): Promise<void> {
  await forgetFigures(db);
  await foldFigures(db);
}

async function differentOn(db: Database, book: Book, asOf: string): Promise<string[]> {
  const lines = await readFigures(db, { ...book, asOf, knownAt: endOfDayIn(book.timeZone, asOf) });
  // They are being made.
  if (lines === undefined) return [];
  const figures = lines.map(({ currency, sums }) => ({ currency, amounts: figuresFrom(sums) }));
  const different: string[] = [];
  for (const name of ['premium', 'receivables'] as const) {
    const compared: readonly FigureName[] = reported[name];
    const totals = await totalsOf(db, { ...book, name, asOf });
    const currencies = new Set([...totals, ...figures].map(({ currency }) => String(currency)));
    for (const currency of currencies) {
      const total = totals.find((each) => each.currency === currency);
      const own = figures.filter((each) => each.currency === currency);
      for (const figure of compared) {
        const kept = sumOf(own.map(({ amounts }) => amounts[figure])).toText();
        const counted = Cents.of(String(total?.[figure] ?? 0)).toText();
        if (kept !== counted) different.push(`${figure} ${kept} ${currency}, by the report ${counted}`);
      }
    }
  }
  return different;
}

async function totalsOf(
  db: Database,
  report: Book & { name: keyof typeof reported; asOf: string },
): Promise<ReportRow[]> {
  let totals: ReportRow[] = [];
  await readReport(db, { ...report, by: 'line' }, async (batches) => {
    for await (const batch of batches) totals = [...totals, ...batch.totals];
  });
  return totals;
}
