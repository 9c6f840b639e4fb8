import { type FigureReport, type FiguresOfLine, ioi } from '../../api/client.js';
import type { Grouped } from './as-of.js';

/** A row of figures by product, as reports have it. */
export type BookRow = FiguresOfLine & Grouped;

/** The figures of the book by product: from kept sums, so that they take no longer for a large book. */
export async function figuresByLine(
  query: { asOf?: string },
  options: { signal: AbortSignal },
): Promise<Omit<FigureReport, 'rows'> & { rows: BookRow[] }> {
  const { rows, ...report } = await ioi.reports.figures({ ...(query.asOf && { asOf: query.asOf }) }, options);
  return { ...report, rows: rows.map((row) => ({ ...row, line: row.lineName })) };
}
