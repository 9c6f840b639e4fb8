/** A CSV file or a workbook cannot be read; the message gives its author the reason. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}
