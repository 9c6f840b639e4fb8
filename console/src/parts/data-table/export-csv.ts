/** What a cell of a file holds. */
export type CellValue = string | number | boolean | null | undefined;

/** A program that opens the file takes texts that begin like this for formulas. */
const formula = /^[=+\-@\t\r]/;

/** A text as a spreadsheet shows it, and does not compute it. */
const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** A cell of a CSV file (RFC 4180). Numbers stay numbers. */
export function csvCell(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file that Excel opens as UTF-8. */
export function csvFile(titles: readonly string[], rows: readonly (readonly CellValue[])[]): string {
  const lines = [titles, ...rows].map((cells) => cells.map(csvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Lets the browser keep a text as a file. */
export function keepText(text: string, name: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
