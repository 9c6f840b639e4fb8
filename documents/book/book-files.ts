import path from 'node:path';
import { z } from 'zod';
import { type BookLine, readLine } from '../../domain/book/book-line.js';
import {
  type BookTables,
  clientsOfTable,
  policiesOfTables,
  type TableRow,
  tableNames,
} from '../../domain/book/from-tables.js';
import { readCsv } from '../product-files/csv.js';
import { SheetError } from '../product-files/sheet-error.js';
import { type BookSource, wholeFile } from './book-source.js';
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
    .optional(),
});
export type BookManifest = z.output<typeof manifest>;

/** Files that cannot be read as a book. */
export class NoBook extends Error {}

const mostRows = 500_000;

/** Reads `book.json`. @throws NoBook */
export function readManifest(text: string): BookManifest {
  const read = manifest.safeParse(parsed(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new NoBook(`book.json: ${issue?.path.join('.')}: ${issue?.message}`);
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

async function all<Schema extends z.ZodType>(
  lines: AsyncIterable<BookLine>,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const records: z.output<Schema>[] = [];
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

function parsed(text: string): unknown {
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
  const rows = await Promise.all(
    tableNames.map(async (name) => [name, await readTable(source, name)] as const),
  );
  const tables = Object.fromEntries(rows);
  if (Object.values(tables).every((table) => table === undefined)) return undefined;
  const count = rows.reduce((sum, [, own = []]) => sum + own.length, 0);
  if (count > mostRows) {
    throw new NoBook(
      `CSV files are read at once: ${count} rows are more than ${mostRows}. Use NDJSON for this book.`,
    );
  }
  const { clients = [], policies = [], changes = [], statements, payments = [], notes = [] } = tables;
  return { clients, rest: { policies, changes, statements, payments, notes } };
}

async function rowsOf(bytes: Buffer, name: string) {
  try {
    return readCsv(bytes);
  } catch (error) {
    if (error instanceof SheetError) throw new NoBook(`${name}: ${error.message}`);
    throw error;
  }
}

/** A CSV file with its column names in the first row; undefined if it is not there. */
async function readTable(source: BookSource, name: string): Promise<TableRow[] | undefined> {
  const bytes = await wholeFile(source, `${name}.csv`);
  if (bytes === undefined) return undefined;
  const [header, ...rows] = await rowsOf(bytes, `${name}.csv`);
  const columns = (header?.cells ?? []).map((cell) => String(cell ?? '').trim());
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) < index);
  if (twice !== undefined) throw new NoBook(`${name}.csv: the column ${twice} is there twice`);
  return rows.map(({ place, cells }) => {
    const line = `${name}.csv:${place.replace(/^line /, '')}`;
    const given = cells.flatMap((cell, index): [string, string][] => {
      if (cell === null) return [];
      return [[columns[index] || `column ${index + 1}`, String(cell).trim()]];
    });
    return { place: line, cells: Object.fromEntries(given) };
  });
}
