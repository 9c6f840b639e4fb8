import type { ReportRow } from '../../db/reports/reports.js';

/** A total as a row of a table: its first column says so. */
export function asTotal(total: ReportRow, [first = '']: readonly string[]): ReportRow {
  return { ...total, [first]: 'TOTAL' };
}
