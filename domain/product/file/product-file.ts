import { LineCounter, parseDocument } from 'yaml';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { offsetOf } from '../../ground/located-yaml.js';
import { readWritten } from '../../ground/written-issues.js';
import { canonicalTable } from '../../rating/tables/canonical-table.js';
import { type ProductDefinition, productDefinition } from '../definition.js';
import { lintDefinition } from '../lint/lint.js';
import { type OutsideTables, resolveTables } from './outside-tables.js';

/** An issue and its place in the file; both numbers count from 1. */
export interface FileIssue extends LintIssue {
  line: number;
  column: number;
}

export interface ProductFile {
  /** Present if there are no errors; warnings are allowed. */
  definition: ProductDefinition | null;
  issues: FileIssue[];
}

export type ProductFormat = 'JSON' | 'YAML';

/**
 * Reads a product definition from the text of a file: syntax, schema, then lint, until one of them finds an
 * error. Tables with rows in other files take them from `outside`.
 */
export function readProductFile(
  text: string,
  format: ProductFormat,
  outside: OutsideTables = new Map(),
): ProductFile {
  const lines = new LineCounter();
  // The YAML parser also reads JSON: it finds repeated keys and the places of values in both.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const refuse = (message: string, offset: number): ProductFile => ({
    definition: null,
    issues: [{ ...lintError([], message), ...at(offset) }],
  });

  const notJson = format === 'JSON' ? jsonError(text) : null;
  const [malformed] = document.errors;
  if (notJson) return refuse(notJson.message, notJson.offset ?? malformed?.pos[0] ?? text.length);
  if (malformed) return refuse(malformed.message, malformed.pos[0]);

  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    return refuse((error as Error).message, 0);
  }
  const resolved = resolveTables(content, outside);
  const located = (issue: LintIssue): FileIssue => ({
    ...issue,
    message: `${issue.message}${outsidePlace(issue.path, resolved.places)}`,
    ...at(offsetOf(document, issue)),
  });
  if (resolved.issues.length > 0) return { definition: null, issues: resolved.issues.map(located) };
  const { data, issues: faults } = readWritten(productDefinition, resolved.content);
  if (data === undefined) return { definition: null, issues: faults.map(located) };
  const definition = canonicalDefinition(data);
  const issues = lintDefinition(definition).map(located);
  const refused = issues.some(({ severity }) => severity === 'ERROR');
  return { definition: refused ? null : definition, issues };
}

/** The definition as stored, with canonical cells, so that equal tables are stored equally. */
export function canonicalDefinition(definition: ProductDefinition): ProductDefinition {
  const tables = Object.entries(definition.tables).map(([name, table]) => [name, canonicalTable(table)]);
  return { ...definition, tables: Object.fromEntries(tables) };
}

/** The content of a product file; undefined for broken syntax, which `readProductFile` reports. */
export function productFileContent(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/** The place of a row from another file, for issues that are reported in the product file. */
function outsidePlace(
  [part, table, rows, row]: LintIssue['path'],
  places: ReadonlyMap<string, readonly string[]>,
) {
  if (part !== 'tables' || rows !== 'rows' || typeof row !== 'number') return '';
  const place = places.get(String(table))?.[row];
  return place === undefined ? '' : ` (${place})`;
}

/** The path as code: `product.lines[0].id`; empty for the whole file. */
export function pathText(path: LintIssue['path']): string {
  return path
    .map((part) =>
      typeof part === 'number' ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `["${part}"]`,
    )
    .join('')
    .replace(/^\./, '');
}

function jsonError(text: string): { message: string; offset: number | null } | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const { message } = error as Error;
    const offset = /at position (\d+)/.exec(message)?.[1];
    return {
      message: message.replace(/ (in JSON )?at position \d+.*$/s, ''),
      offset: offset === undefined ? null : Number(offset),
    };
  }
}
