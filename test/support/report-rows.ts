import type { Database } from '../../db/database.js';
import { readReport } from '../../db/reports/read-report.js';
import type { GroupedReport, ReportRow } from '../../db/reports/reports.js';

/** The rows and totals of an organization's report, as the database prints their figures. */
export async function reportRows(
  db: Database,
  organizationId: string,
  report: GroupedReport & { asOf: string },
): Promise<{ rows: ReportRow[]; totals: ReportRow[] }> {
  const rows: ReportRow[] = [];
  const totals: ReportRow[] = [];
  await readReport(db, { ...report, organizationId, timeZone: 'UTC' }, async (batches) => {
    for await (const batch of batches) {
      rows.push(...batch.rows);
      totals.push(...batch.totals);
    }
  });
  return { rows, totals };
}
