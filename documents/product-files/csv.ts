import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { SheetCell } from '../../domain/rating/tables/cells.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';
import { SheetError } from './sheet-error.js';

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

/**
 * The rows of a CSV file (RFC 4180, UTF-8 with or without a byte order mark). Cells are text, unchanged; an
 * empty one is null.
 *
 * @throws SheetError if it cannot be read.
 */
export function readCsv(bytes: Uint8Array): SheetRow[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError('it is not UTF-8 text');
  }
  const rows: SheetRow[] = [];
  try {
    parse(text, {
      ...csvOptions,
      info: false,
      // Records that it keeps with their places take twice the time and the memory.
      onRecord: (record: string[], { lines }) => {
        rows.push(new CsvRow(record, lines));
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new SheetError(error.message);
    throw error;
  }
  return rows;
}

/** A row with its place, of which a large file has a million. */
class CsvRow implements SheetRow {
  readonly cells: SheetCell[];

  constructor(
    record: readonly string[],
    private readonly line: number,
  ) {
    this.cells = record.map((cell) => (cell === '' ? null : cell));
  }

  get place(): string {
    return `line ${this.line}`;
  }
}

const csvOptions = {
  bom: true,
  info: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** The rows of a CSV file of any size, as they are read. Throws as `readCsv` does. */
export async function* streamCsv(bytes: Readable): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new Parser({ ...csvOptions, encoding: 'utf8' });
  const parsing = pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
    parser,
  );
  // Reading the rows reports a failure.
  parsing.catch(() => {});
  try {
    for await (const row of parser) {
      const { record, info } = row as ParsedRow;
      yield new CsvRow(record, info.lines);
    }
    await parsing;
  } catch (error) {
    if (error instanceof CsvError) throw new SheetError(error.message);
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new SheetError('it is not UTF-8 text');
    }
    throw error;
  }
}

/**
 * Writes rows as CSV (RFC 4180). Cells at whose edges a reader might trim or drop something are quoted.
 */
export function writeCsv(rows: readonly (readonly SheetCell[])[]): string {
  // Numbers and booleans as `String` writes them.
  const texts = rows.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))));
  return stringify(texts, { record_delimiter: '\r\n', quoted_match: /^\s|\s$|^\ufeff|[\r\n]/ });
}

/** A text as a cell of a report: spreadsheets would run one such as `=1+1`, so an apostrophe precedes it. */
export function plainText(cell: SheetCell): SheetCell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
