import path from 'node:path';
import type { LintIssue } from '../../domain/ground/lint-issue.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { type IncludedFile, includedFiles, withIncludes } from '../../domain/product/file/includes.js';
import { type OutsideTables, tableNames, tableSources } from '../../domain/product/file/outside-tables.js';
import { type ParsedProductFile, parseProductFile } from '../../domain/product/file/parsed-file.js';
import {
  type ProductFile,
  type ProductFormat,
  readProductFile,
} from '../../domain/product/file/product-file.js';
import { type FileAccess, filesOnDisk, type ReadFile } from './file-access.js';
import { loadTables, loadWorkbookTables } from './load-tables.js';
import { SheetError } from './sheet-error.js';
import { unprintableTexts } from './unprintable-texts.js';
import { UnusableFile } from './unusable-file.js';

/** A product file with the tables read from other files. */
export interface ReadDefinition extends ProductFile {
  /** Sheets of the given workbook that are not tables of the product. */
  otherSheets: string[];
}

export interface ReadingOptions {
  /** Default: that of products. */
  lint?: (definition: ProductDefinition) => LintIssue[];
  /** Default: the files of this machine. */
  files?: FileAccess;
}

/**
 * Reads a product file with the CSV files and workbooks that its tables name. The sheets of `workbook`
 * replace the rows of the tables with their names.
 *
 * @throws UnusableFile if a file that the user named cannot be read.
 */
export async function readDefinitionFile(
  file: string,
  workbook?: string,
  { lint, files: { read, beside } = filesOnDisk }: ReadingOptions = {},
): Promise<ReadDefinition> {
  const format = formatOf(file);
  const parsed = await parsedWithIncludes(await readTextFile(file, read), beside(file));
  const { content } = parsed;
  const replaced = workbook === undefined ? null : await replacedTables(workbook, tableNames(content), read);
  const sources = tableSources(content).filter(({ table }) => !replaced?.outside.has(table));
  const loaded = await loadTables(sources, beside(file));
  const outside = new Map([...loaded, ...(replaced?.outside ?? [])]);
  const { definition, issues } = readProductFile(parsed, format, outside, lint);
  const unprintable = definition === null ? [] : await unprintableTexts(definition, parsed.placeOf);
  return { definition, issues: [...issues, ...unprintable], otherSheets: replaced?.others ?? [] };
}

/** A product file joined with the files that it includes. */
export async function parsedWithIncludes(text: string, read: ReadFile): Promise<ParsedProductFile> {
  const parsed = parseProductFile(text);
  const files = new Map<string, IncludedFile>();
  for (const file of includedFiles(parsed.content)) {
    try {
      files.set(file, parseProductFile(textOf(await read(file))));
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      files.set(file, { problem: error.message });
    }
  }
  return withIncludes(parsed, files);
}

async function replacedTables(
  workbook: string,
  tables: readonly string[],
  read: ReadFile,
): Promise<{ outside: OutsideTables; others: string[] }> {
  const result = await plainly(workbook, () => loadWorkbookTables(workbook, tables, read));
  if (result.outside.size === 0) {
    const known = tables.length > 0 ? tables.join(', ') : 'none';
    const problem = `is a table of the product (${known})`;
    throw new UnusableFile(workbook, `no sheet of it ${problem}`, `No sheet of ${workbook} ${problem}.`);
  }
  return result;
}

/** A text file that the user named. Throws an `UnusableFile` if it cannot be read. */
export async function readTextFile(file: string, read = filesOnDisk.read): Promise<string> {
  return plainly(file, async () => textOf(await read(file)));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError('it is not UTF-8 text');
  }
}

async function plainly<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SheetError) throw new UnusableFile(file, error.message);
    throw error;
  }
}

function formatOf(file: string): ProductFormat {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.json') return 'JSON';
  if (extension === '.yaml' || extension === '.yml') return 'YAML';
  throw new UnusableFile(file, 'its name must end in .json, .yaml or .yml');
}
