import { SheetError } from '../product-files/sheet-error.js';

const [quote, comma, newline, carriageReturn] = Buffer.from('",\n\r');

/** Where a scan of CSV is. */
interface Place {
  isQuoted: boolean;
  line: number;
  /** Of the row so far. */
  cells: number;
}

/**
 * The bytes of a CSV file as they are. A row with more cells is found before it is read: the parser would keep each of
 * millions of empty ones.
 *
 * @throws SheetError naming the line.
 */
export async function* withNarrowRows(
  chunks: AsyncIterable<Buffer>,
  mostCells: number,
): AsyncGenerator<Buffer> {
  const at: Place = { isQuoted: false, line: 1, cells: 1 };
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      see(byte, at);
      if (at.cells > mostCells) throw new SheetError(`line ${at.line} has more than ${mostCells} cells`);
    }
    yield chunk;
  }
}

/** A quote within quotes is written twice. */
function see(byte: number, at: Place): void {
  if (byte === newline) at.line += 1;
  if (byte === quote) at.isQuoted = !at.isQuoted;
  if (at.isQuoted) return;
  if (byte === comma) at.cells += 1;
  if (byte === newline || byte === carriageReturn) at.cells = 1;
}
