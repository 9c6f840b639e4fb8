/** A CSV file or a workbook cannot be read; the message says why, for the person who made it. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}
