import { access, readFile } from 'node:fs/promises';
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

/** A folder that cannot be read as a book. */
export class NoBook extends Error {}

const mostRows = 500_000;

/** A book in a folder: of NDJSON, or of CSV files as spreadsheets write them. */
export class BookFiles {
  private constructor(
    readonly folder: string,
    readonly manifest: BookManifest,
    private readonly tables: { clients: readonly TableRow[]; rest: BookTables } | undefined,
  ) {}

  /** @throws NoBook */
  static async open(folder: string): Promise<BookFiles> {
    const text = await readFile(path.join(folder, 'book.json'), 'utf8').catch(() => {
      throw new NoBook(
        `${folder} has no book.json, which says what it is: {"format":"ioi-book/1","source":"..."}`,
      );
    });
    const read = manifest.safeParse(parsed(text));
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new NoBook(`book.json: ${issue?.path.join('.')}: ${issue?.message}`);
    }
    const files = async (ending: string) =>
      (await Promise.all(tableNames.map((name) => exists(path.join(folder, `${name}.${ending}`))))).some(
        Boolean,
      );
    const [isCsv, isNdjson] = await Promise.all([files('csv'), files('ndjson')]);
    if (isCsv && isNdjson) throw new NoBook(`${folder} has both CSV and NDJSON files: give one of them`);
    if (!isCsv && !isNdjson) throw new NoBook(`${folder} has neither policies.ndjson nor policies.csv`);
    return new BookFiles(folder, read.data, isCsv ? await readTables(folder) : undefined);
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
    const file = path.join(this.folder, name);
    if (await exists(file)) yield* readNdjson(file);
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

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function* oneByOne(lines: readonly BookLine[]): AsyncGenerator<BookLine> {
  yield* lines;
}

async function readTables(folder: string) {
  const rows = await Promise.all(
    tableNames.map(async (name) => [name, await readTable(folder, name)] as const),
  );
  const tables = Object.fromEntries(rows);
  const count = rows.reduce((sum, [, own = []]) => sum + own.length, 0);
  if (count > mostRows) {
    throw new NoBook(
      `CSV files are read at once: ${count} rows are more than ${mostRows}. Use NDJSON for this book.`,
    );
  }
  const { clients = [], policies = [], changes = [], statements, payments = [], notes = [] } = tables;
  return { clients, rest: { policies, changes, statements, payments, notes } };
}

async function rowsOf(file: string, name: string) {
  try {
    return readCsv(await readFile(file));
  } catch (error) {
    if (error instanceof SheetError) throw new NoBook(`${name}: ${error.message}`);
    throw error;
  }
}

/** A CSV file with its column names in the first row; undefined if it is not there. */
async function readTable(folder: string, name: string): Promise<TableRow[] | undefined> {
  const file = path.join(folder, `${name}.csv`);
  if (!(await exists(file))) return undefined;
  const [header, ...rows] = await rowsOf(file, `${name}.csv`);
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
