import { z } from 'zod';
import { isObject } from '../../ground/json.js';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { readWritten } from '../../ground/written-issues.js';
import { rowsFromSheet, type TableSheet } from '../../rating/tables/sheet.js';
import { ratingTable } from '../../rating/tables/table.js';

/** The file with a table's rows, relative to the product file. */
export interface TableSource {
  /** The table's name. */
  table: string;
  /** A CSV or Parquet file, or a workbook. */
  file: string;
  /** The sheet of a workbook; null for another file. */
  sheet: string | null;
}

/** The rows of a table, or why they could not be read. */
export type OutsideTable = { sheet: TableSheet } | { problem: string };
export type OutsideTables = ReadonlyMap<string, OutsideTable>;

/** A product file's content including all rows, and the source of rows from other files. */
export interface ResolvedTables {
  content: unknown;
  /** For each table from another file, the place of each row: `tables/base-rates.csv, line 5`. */
  places: ReadonlyMap<string, readonly string[]>;
  issues: LintIssue[];
}

const header = ratingTable.omit({ rows: true, packed: true });

const sourceFields = {
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A CSV or Parquet file with the rows, beside the product file.'),
  workbook: z
    .string()
    .min(1)
    .optional()
    .describe('An Excel workbook with the rows, beside the product file.'),
  sheet: z.string().min(1).optional().describe("The sheet of the workbook; by default the table's name."),
};

/** A table as a product file may write it: with its rows, or with the file that has them. */
export const authoredTable = ratingTable
  .omit({ packed: true })
  .extend({ rows: ratingTable.shape.rows.min(1).optional(), ...sourceFields });

const source = z.object(sourceFields).superRefine(checkSource);

/** A table without its rows. */
const rowless = authoredTable.omit({ rows: true }).superRefine(checkSource);

function checkSource(
  { file, workbook, sheet }: z.infer<z.ZodObject<typeof sourceFields>>,
  context: z.RefinementCtx,
): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
  if (file !== undefined && workbook !== undefined) {
    refuse('file', 'a table comes from a "file" or a "workbook", not from both');
  }
  if (file !== undefined && !/\.(csv|parquet)$/i.test(file))
    refuse('file', 'must be a .csv or .parquet file');
  if (workbook !== undefined && !/\.xlsx$/i.test(workbook)) refuse('workbook', 'must be an .xlsx workbook');
  if (sheet !== undefined && workbook === undefined) {
    refuse('sheet', 'is a sheet of a "workbook", which is missing');
  }
}

/** The tables of a product file whose rows are in other files. */
export function tableSources(content: unknown): TableSource[] {
  return Object.entries(tablesIn(content)).flatMap(([table, definition]): TableSource[] => {
    if (!isKeptOutside(definition)) return [];
    const { success, data } = source.safeParse(definition);
    if (!success) return [];
    if (data.file !== undefined) return [{ table, file: data.file, sheet: null }];
    return data.workbook === undefined ? [] : [{ table, file: data.workbook, sheet: data.sheet ?? table }];
  });
}

/** The names of all tables in a product file. */
export function tableNames(content: unknown): string[] {
  return Object.keys(tablesIn(content));
}

/**
 * Inserts the rows from other files into a product file's content, so that the import is self-contained. A
 * table in `outside` uses its rows from there even if the product file has some.
 */
export function resolveTables(content: unknown, outside: OutsideTables): ResolvedTables {
  const tables = tablesIn(content);
  const issues: LintIssue[] = [];
  const places = new Map<string, readonly string[]>();
  const resolved = Object.entries(tables).map(([name, definition]) => {
    const read = outside.get(name);
    if (!isObject(definition)) return [name, definition] as const;
    const { rows, ...head } = definition;
    const { file, workbook, sheet, ...rest } = head;
    const inFile = read !== undefined || isKeptOutside(definition);
    if (!inFile && rows !== undefined) return [name, definition] as const;
    const path = ['tables', name];
    if (isKeptOutside(definition) && rows !== undefined) {
      issues.push(lintError([...path, 'rows'], 'has rows in this file and in another one'));
    }
    const faults = readWritten(rowless, head).issues;
    issues.push(...faults.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    if (!inFile && faults.length === 0) {
      issues.push(lintError(path, 'has no rows: write "rows", or the "file" or "workbook" that holds them'));
    }
    if (!inFile || faults.length > 0) return [name, rest] as const;
    const at = [...path, file === undefined ? 'workbook' : 'file'];
    const found = outsideRows(rest, read ?? { problem: 'rows from other files cannot be read here' });
    issues.push(...found.problems.map((problem) => lintError(at, problem)));
    places.set(name, found.places);
    const packed = found.packed && { packed: found.packed };
    return [name, { ...rest, rows: found.rows, ...packed }] as const;
  });
  if (resolved.length === 0) return { content, places, issues };
  return { content: { ...(content as object), tables: Object.fromEntries(resolved) }, places, issues };
}

function outsideRows(definition: Record<string, unknown>, read: OutsideTable) {
  if ('problem' in read) return { rows: [], packed: undefined, places: [], problems: [read.problem] };
  const { rows, packed, places, problems } = rowsFromSheet(header.parse(definition), read.sheet);
  const { source: from } = read.sheet;
  return {
    rows,
    packed,
    places: places.map((place) => `${from}, ${place}`),
    problems: problems.map((problem) => `${from}: ${problem}`),
  };
}

function tablesIn(content: unknown): Record<string, unknown> {
  return isObject(content) && isObject(content.tables) ? content.tables : {};
}

function isKeptOutside(definition: unknown): definition is Record<string, unknown> {
  return isObject(definition) && (definition.file !== undefined || definition.workbook !== undefined);
}
