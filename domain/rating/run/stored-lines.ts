import type { WorksheetLine } from './worksheet-line.js';

/** The lines that are stored, of a worksheet of every step. */
export function storedLines(lines: readonly WorksheetLine[]): WorksheetLine[] {
  return lines.filter(({ plan }) => !plan?.skipped).map(({ plan: _, ...line }) => line as WorksheetLine);
}
