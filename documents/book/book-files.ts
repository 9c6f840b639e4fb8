import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { type BookLine, readLine } from '../../domain/book/book-line.js';
import {
  type BookTables,
  clientsOfTable,
  policiesOfTables,
  type TableRow,
  tableNames,
} from '../../domain/book/from-tables.js';
import { parsed, tooManyErrors } from '../../domain/ground/parse.js';
import { unstorableParts } from '../../domain/ground/storable-json.js';
import type { SheetCell } from '../../domain/rating/tables/cells.js';
import { streamCsv } from '../product-files/csv.js';
import { SheetError } from '../product-files/sheet-error.js';
import { type BookSource, wholeFile } from './book-source.js';
import { withNarrowRows } from './narrow-rows.js';
import { readNdjson } from './read-lines.js';

const organization = z.looseObject({ id: z.string(), name: z.string() });

const version = z.looseObject({
  id: z.string(),
  productId: z.string(),
  product: z.string(),
  version: z.string(),
  buildNumber: z.number(),
  sha256: z.string(),
  owner: z.string(),
  file: z.string(),
});

type NamedOrganization = z.output<typeof organization>;
type NamedVersion = z.output<typeof version>;

/** `book.json`: what a book is, and where it comes from. */
const manifest = z.looseObject({
  format: z.literal('ioi-book/1'),
  /** The name of the system that it comes from. */
  source: z.string().min(1).max(100),
  /** Of a book that this service exported. */
  exportedAt: z.string().optional(),
  organization: organization.optional(),
  /** How far the numbers of its products' policies are. */
  numbers: z
    .array(z.object({ productId: z.guid(), scope: z.string(), last: z.string().regex(/^\d{1,15}$/) }))
    .max(10_000)
    .optional(),
});
export type BookManifest = z.output<typeof manifest>;

/** Files that cannot be read as a book. */
export class NoBook extends Error {}

/** Of all tables together, which are in memory at once. */
const mostRows = 500_000;
/** Cells that are not empty, of all tables together. */
const mostCells = 10_000_000;
const mostColumns = 1_000;

/** Reads `book.json`. @throws NoBook */
export function readManifest(text: string): BookManifest {
  const value = jsonOf(text);
  const [unfit] = unstorableParts(value, { findings: 1 });
  if (unfit !== undefined) throw new NoBook(`book.json: ${unfit.path.join('.')}: ${unfit.fault}`);
  const read = parsed(manifest, value);
  if (read?.success) return read.data;
  if (read === undefined) throw new NoBook(`book.json: ${tooManyErrors}`);
  const [issue] = read.error.issues;
  throw new NoBook(`book.json: ${issue?.path.join('.')}: ${issue?.message}`);
}

/**
 * Why a book cannot be sent. The rows of an exported book are written as they are, and their hash protects from mistakes alone:
 * whoever changes them can compute it.
 */
export function whyNotSent({ exportedAt }: BookManifest): string | undefined {
  return exportedAt === undefined
    ? undefined
    : 'book.json: exportedAt: an exported book is loaded by the command';
}

/** A book: of NDJSON files, or of CSV files as spreadsheets write them. */
export class BookFiles {
  private constructor(
    readonly source: BookSource,
    readonly manifest: BookManifest,
    private readonly tables: { clients: readonly TableRow[]; rest: BookTables } | undefined,
  ) {}

  /** @throws NoBook */
  static async open(source: BookSource): Promise<BookFiles> {
    const text = await wholeFile(source, 'book.json');
    if (text === undefined) {
      throw new NoBook(
        `${source.name} has no book.json, which says what it is: {"format":"ioi-book/1","source":"..."}`,
      );
    }
    const about = readManifest(text.toString('utf8'));
    const tables = await readTables(source);
    const isCsv = tables !== undefined;
    const lists = await Promise.all(tableNames.map((name) => source.open(`${name}.ndjson`)));
    const isNdjson = lists.some(Boolean);
    for (const list of lists) list?.destroy();
    if (isCsv && isNdjson) throw new NoBook(`${source.name} has both CSV and NDJSON files: give one of them`);
    if (!isCsv && !isNdjson) throw new NoBook(`${source.name} has neither policies.ndjson nor policies.csv`);
    return new BookFiles(source, about, tables);
  }

  /** Of an exported book: the organizations and product versions that its rows name. */
  async named(): Promise<{ organizations: NamedOrganization[]; versions: NamedVersion[] }> {
    return {
      organizations: await all(this.#lines('organizations.ndjson'), organization),
      versions: await all(this.#lines('products/versions.ndjson'), version),
    };
  }

  clients(): AsyncIterable<BookLine> {
    if (this.tables !== undefined) return oneByOne(clientsOfTable(this.tables.clients));
    return this.#lines('clients.ndjson');
  }

  policies(): AsyncIterable<BookLine> {
    if (this.tables !== undefined) return oneByOne(policiesOfTables(this.tables.rest));
    return this.#lines('policies.ndjson');
  }

  documents(): AsyncIterable<BookLine> {
    return this.#lines('documents.ndjson');
  }

  /** The lines of a file; none if it is not there. */
  async *#lines(name: string): AsyncGenerator<BookLine> {
    const input = await this.source.open(name);
    if (input !== undefined) yield* readNdjson(path.posix.basename(name), input);
  }
}

async function all<Record>(lines: AsyncIterable<BookLine>, schema: z.ZodType<Record>): Promise<Record[]> {
  const records: Record[] = [];
  for await (const line of lines) {
    const read = readLine(schema, line);
    if ('findings' in read) {
      const [finding] = read.findings;
      throw new NoBook(`${finding?.place}: ${finding?.message}`);
    }
    records.push(read.record);
  }
  return records;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoBook(`book.json is no JSON: ${(error as Error).message}`);
  }
}

async function* oneByOne(lines: readonly BookLine[]): AsyncGenerator<BookLine> {
  yield* lines;
}

/** The tables of a book of CSV files; undefined if there is none. */
async function readTables(source: BookSource) {
  const tables: { [Name in (typeof tableNames)[number]]?: TableRow[] } = {};
  const size = { rows: 0, cells: 0 };
  for (const name of tableNames) {
    const input = await source.open(`${name}.csv`);
    if (input !== undefined) tables[name] = await readTable(`${name}.csv`, input, size);
  }
  if (Object.keys(tables).length === 0) return undefined;
  const { clients = [], policies = [], changes = [], statements, payments = [], notes = [] } = tables;
  return { clients, rest: { policies, changes, statements, payments, notes } };
}

/** A CSV file with its column names in the first row. @param size of the tables so far, which grows. */
async function readTable(
  file: string,
  input: Readable,
  size: { rows: number; cells: number },
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  let columns: string[] | undefined;
  try {
    for await (const { place, cells } of streamCsv(Readable.from(withNarrowRows(input, mostColumns)))) {
      if (columns === undefined) {
        columns = columnsOf(file, cells);
        continue;
      }
      const given = cells.flatMap((cell, index): [string, string][] => {
        if (cell === null) return [];
        return [[columns?.[index] || `column ${index + 1}`, String(cell).trim()]];
      });
      rows.push({ place: `${file}:${place.replace(/^line /, '')}`, cells: Object.fromEntries(given) });
      size.rows += 1;
      size.cells += given.length;
      refuseTooMany(size);
    }
  } catch (error) {
    if (error instanceof SheetError) throw new NoBook(`${file}: ${error.message}`);
    throw error;
  }
  return rows;
}

function columnsOf(file: string, header: readonly SheetCell[]): string[] {
  const columns = header.map((cell) => String(cell ?? '').trim());
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) < index);
  if (twice !== undefined) throw new NoBook(`${file}: the column ${twice} is there twice`);
  return columns;
}

function refuseTooMany({ rows, cells }: { rows: number; cells: number }): void {
  if (rows <= mostRows && cells <= mostCells) return;
  const most = rows > mostRows ? `${mostRows} rows` : `${mostCells} filled cells`;
  throw new NoBook(`CSV files are read at once: they have more than ${most}. Use NDJSON for this book.`);
}
