import path from 'node:path';
import type { OutsideTable, OutsideTables, TableSource } from '../../domain/product/file/outside-tables.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';
import { sheetNames } from '../../domain/rating/tables/sheet-names.js';
import { readCsv } from './csv.js';
import type { ReadFile } from './file-access.js';
import { SheetError } from './sheet-error.js';
import { readWorkbook } from './workbook.js';

/** Reads the tables that a product file keeps in other files; each file once. */
export async function loadTables(sources: readonly TableSource[], read: ReadFile): Promise<OutsideTables> {
  const workbooks = new Map<string, Promise<Map<string, SheetRow[]>>>();
  const sheetsOf = (file: string) => {
    const known = workbooks.get(file) ?? read(file).then(readWorkbook);
    workbooks.set(file, known);
    return known;
  };
  const loaded = new Map<string, OutsideTable>();
  for (const { table, file, sheet } of sources) {
    const load = async () =>
      sheet === null
        ? { source: file, rows: await rowsOf(file, await read(file)) }
        : { source: `${file}, sheet ${sheet}`, rows: sheetIn(await sheetsOf(file), sheet) };
    loaded.set(table, await attempt(load, file));
  }
  return loaded;
}

/** The rows of a CSV or Parquet file. */
async function rowsOf(file: string, bytes: Uint8Array): Promise<SheetRow[]> {
  if (!/\.parquet$/i.test(file)) return readCsv(bytes);
  // Loaded on demand, so that commands start faster.
  const { readParquet } = await import('./parquet.js');
  return readParquet(bytes);
}

/**
 * The sheets of a workbook that are tables of a product, by the table's name or the name that an export gave
 * the sheet; and the other sheets.
 */
export async function loadWorkbookTables(
  file: string,
  tables: readonly string[],
  read: ReadFile,
): Promise<{ outside: OutsideTables; others: string[] }> {
  const sheets = await readWorkbook(await read(file));
  const names = sheetNames(tables);
  const outside = new Map<string, OutsideTable>();
  const used = new Set<string>();
  for (const table of tables) {
    const sheet = [table, names.get(table) ?? table].find((name) => sheets.has(name));
    if (sheet === undefined) continue;
    used.add(sheet);
    const source = `${path.basename(file)}, sheet ${sheet}`;
    outside.set(table, { sheet: { source, rows: sheets.get(sheet) ?? [] } });
  }
  return { outside, others: [...sheets.keys()].filter((sheet) => !used.has(sheet)) };
}

async function attempt(
  load: () => Promise<{ source: string; rows: SheetRow[] }>,
  file: string,
): Promise<OutsideTable> {
  try {
    return { sheet: await load() };
  } catch (error) {
    if (error instanceof SheetError) return { problem: `cannot read ${file}: ${error.message}` };
    throw error;
  }
}

function sheetIn(sheets: ReadonlyMap<string, SheetRow[]>, name: string): SheetRow[] {
  const rows = sheets.get(name);
  if (rows) return rows;
  throw new SheetError(`it has no sheet ${name}; it has ${[...sheets.keys()].join(', ')}`);
}
