import { Document, isMap, isSeq, type Node, visit } from 'yaml';
import { writeCsv } from '../../documents/product-files/csv.js';
import { loadTables } from '../../documents/product-files/load-tables.js';
import { SheetError } from '../../documents/product-files/sheet-error.js';
import { writeWorkbook } from '../../documents/product-files/workbook.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { resolveTables, tableSources } from '../../domain/product/file/outside-tables.js';
import { parseProductFile } from '../../domain/product/file/parsed-file.js';
import { canonicalDefinition } from '../../domain/product/file/product-file.js';
import type { SheetCell } from '../../domain/rating/tables/cells.js';
import { rowsToSheet, sheetColumns } from '../../domain/rating/tables/sheet.js';
import { fileNames, sheetNames } from '../../domain/rating/tables/sheet-names.js';
import { CommandFailure } from '../ground/command-failure.js';

export const exportFormats = ['yaml', 'xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The files by path within one folder; the product file comes first. */
export type ExportedFiles = ReadonlyMap<string, Uint8Array>;

type Table = ProductDefinition['tables'][string];

/**
 * Writes a definition as files that import reads as the same definition: one YAML file, or a YAML file with
 * its tables in one workbook or in CSV files. The result is read back and compared first.
 *
 * @throws CommandFailure if a format cannot represent a table's content.
 */
export async function exportDefinition(
  definition: ProductDefinition,
  format: ExportFormat,
): Promise<ExportedFiles> {
  const { key, tables } = definition;
  const productFile = `${key}.yaml`;
  const { references, files } = await outsideTables(key, tables, format);
  const exported = new Map<string, Uint8Array>([
    [productFile, new TextEncoder().encode(yamlText(definition, references))],
    ...files,
  ]);
  await requireSame(definition, productFile, exported, format);
  return exported;
}

interface OutsideTables {
  /** The references that replace the rows of each table in the product file. */
  references: ReadonlyMap<string, Record<string, string>>;
  files: [string, Uint8Array][];
}

async function outsideTables(
  key: string,
  tables: ProductDefinition['tables'],
  format: ExportFormat,
): Promise<OutsideTables> {
  // A large table has a CSV file of its own in every format but a workbook.
  const outside = Object.entries(tables).filter(
    ([, { packed }]) => format !== 'yaml' || packed !== undefined,
  );
  const names = outside.map(([name]) => name);
  if (names.length === 0) return { references: new Map(), files: [] };
  const sheets = outside.map(([name, table]) => [name, sheetRows(table)] as const);
  if (format !== 'xlsx') {
    const files = fileNames(names);
    const pathOf = (name: string) => `tables/${files.get(name)}.csv`;
    return {
      references: new Map(names.map((name) => [name, { file: pathOf(name) }])),
      files: sheets.map(([name, rows]) => [pathOf(name), new TextEncoder().encode(writeCsv(rows))]),
    };
  }
  const titles = sheetNames(names);
  const titleOf = (name: string) => titles.get(name) ?? name;
  const workbook = `${key}.xlsx`;
  return {
    references: new Map(names.map((name) => [name, { workbook, sheet: titleOf(name) }])),
    files: [[workbook, await writeWorkbook(new Map(sheets.map(([name, rows]) => [titleOf(name), rows])))]],
  };
}

function sheetRows(table: Table): SheetCell[][] {
  return [sheetColumns(table), ...rowsToSheet(table)];
}

/** A definition as the text of a product file. */
export function definitionText(definition: ProductDefinition): string {
  return yamlText(definition, new Map());
}

function yamlText(definition: ProductDefinition, references: OutsideTables['references']): string {
  const tables = Object.entries(definition.tables).map(([name, table]) => {
    const reference = references.get(name);
    if (!reference) return [name, table];
    const { rows: _elsewhere, packed: _too, ...header } = table;
    return [name, { ...header, ...reference }];
  });
  const document = new Document(
    { ...definition, tables: Object.fromEntries(tables) },
    { aliasDuplicateObjects: false },
  );
  onOneLine(document);
  return document.toString({ lineWidth: 0 });
}

/** Rows and columns of tables are written in flow style, one to a line. */
function onOneLine(document: Document): void {
  const tables = document.get('tables');
  if (!isMap(tables)) return;
  for (const { value: table } of tables.items) {
    if (!isMap(table)) continue;
    for (const part of ['keys', 'columns', 'rows']) {
      const list = table.get(part);
      if (!isSeq(list)) continue;
      for (const item of list.items) {
        if (!isMap(item) && !isSeq(item)) continue;
        item.flow = true;
        quoteLineBreaks(item);
      }
    }
  }
}

/** The library writes a text such as "-\na" without quotes within a row, where it cannot be read back. */
function quoteLineBreaks(row: Node): void {
  visit(row, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && /[\n\r]/.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
}

/**
 * Reads the files as import does, but without the lint: a definition imported by an older build can be
 * exported and corrected.
 */
async function requireSame(
  definition: ProductDefinition,
  productFile: string,
  files: ExportedFiles,
  format: ExportFormat,
): Promise<void> {
  const read = async (file: string) => {
    const bytes = files.get(file);
    if (!bytes) throw new SheetError('it was not written');
    return bytes;
  };
  const { content } = parseProductFile(new TextDecoder().decode(await read(productFile)));
  const resolved = resolveTables(content, await loadTables(tableSources(content), read));
  const back = productDefinition.safeParse(resolved.content);
  const wanted = contentHash(canonicalDefinition(definition));
  if (back.success && contentHash(canonicalDefinition(back.data)) === wanted) return;
  const why = resolved.issues[0]?.message ?? 'a cell has characters that the format cannot represent';
  throw new CommandFailure(`The product cannot be written as ${format}: ${why}.`);
}
