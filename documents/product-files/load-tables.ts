import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { OutsideTable, OutsideTables, TableSource } from '../../domain/product/file/outside-tables.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';
import { sheetNames } from '../../domain/rating/tables/sheet-names.js';
import { readCsv } from './csv.js';
import { SheetError } from './sheet-error.js';
import { readWorkbook } from './workbook.js';

/** Far above any rate manual; a larger file is a mistake. */
const largestFileBytes = 50 * 1024 * 1024;

/** Reads a file that a product file names. Throws a `SheetError` with the reason if it cannot be read. */
export type ReadFile = (file: string) => Promise<Uint8Array>;

/** Reads only files in the folder of the product file and its subfolders. */
export function filesBeside(productFile: string): ReadFile {
  const folder = path.dirname(path.resolve(productFile));
  return async (file) => {
    // Both separators, so that a product file works on every system.
    const target = path.resolve(folder, file.replaceAll('\\', '/'));
    if (path.win32.isAbsolute(file) || !isWithin(folder, target)) throw new SheetError(outside);
    const [realFolder, realTarget] = [await realpath(folder), await realpath(target).catch(() => target)];
    if (!isWithin(realFolder, realTarget)) throw new SheetError(outside);
    return readWhole(target);
  };
}

/** Reads a file that the command line or a product file names. */
export async function readWhole(file: string): Promise<Uint8Array> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException;
    throw new SheetError(
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code,
    );
  }
  if (bytes.length > largestFileBytes) throw new SheetError('it is larger than 50 MB');
  return bytes;
}

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
        ? { source: file, rows: readCsv(await read(file)) }
        : { source: `${file}, sheet ${sheet}`, rows: sheetIn(await sheetsOf(file), sheet) };
    loaded.set(table, await attempt(load, file));
  }
  return loaded;
}

/**
 * The sheets of a workbook that are tables of a product, by the table's name or the name that an export gave
 * the sheet; and the other sheets.
 */
export async function loadWorkbookTables(
  file: string,
  tables: readonly string[],
): Promise<{ outside: OutsideTables; others: string[] }> {
  const sheets = await readWorkbook(await readWhole(file));
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

const outside = "it must be in the product file's folder, or in a folder within that";

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

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
