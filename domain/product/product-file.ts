import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type LintIssue, lintError } from '../ground/lint-issue.js';
import { canonicalTable } from '../rating/tables/canonical-table.js';
import { type ProductDefinition, productDefinition } from './definition.js';
import { lintDefinition } from './lint/lint.js';
import { type OutsideTables, resolveTables } from './outside-tables.js';

/** An issue with where it is in the file; both count from 1. */
export interface FileIssue extends LintIssue {
  line: number;
  column: number;
}

export interface ProductFile {
  /** Present where nothing is wrong but warnings. */
  definition: ProductDefinition | null;
  issues: FileIssue[];
}

export type ProductFormat = 'JSON' | 'YAML';

/**
 * Reads a product definition from the text of a file: syntax, then the schema, then the lint; each only where
 * the one before found no error. Tables whose rows are kept elsewhere take them from `outside`.
 */
export function readProductFile(
  text: string,
  format: ProductFormat,
  outside: OutsideTables = new Map(),
): ProductFile {
  const lines = new LineCounter();
  // YAML reads JSON as well: one reader finds repeated keys and tells places in both.
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
    ...at(offsetOf(document, issue.path)),
  });
  if (resolved.issues.length > 0) return { definition: null, issues: resolved.issues.map(located) };
  const parsed = productDefinition.safeParse(resolved.content);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => lintError(path.map(pathPart), message));
    return { definition: null, issues: issues.map(located) };
  }
  const definition = canonicalDefinition(parsed.data);
  const issues = lintDefinition(definition).map(located);
  const refused = issues.some(({ severity }) => severity === 'ERROR');
  return { definition: refused ? null : definition, issues };
}

/** The definition as it is stored: however its cells were written, the same tables are the same. */
export function canonicalDefinition(definition: ProductDefinition): ProductDefinition {
  const tables = Object.entries(definition.tables).map(([name, table]) => [name, canonicalTable(table)]);
  return { ...definition, tables: Object.fromEntries(tables) };
}

/** The content of a product file; undefined where its syntax is broken, which `readProductFile` tells about. */
export function productFileContent(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/** Where a row is that came from another file than the issue is reported in. */
function outsidePlace(
  [part, table, rows, row]: LintIssue['path'],
  places: ReadonlyMap<string, readonly string[]>,
) {
  if (part !== 'tables' || rows !== 'rows' || typeof row !== 'number') return '';
  const place = places.get(String(table))?.[row];
  return place === undefined ? '' : ` (${place})`;
}

/** `product.lines[0].id`, as one would write it in code; empty for the whole file. */
export function pathText(path: LintIssue['path']): string {
  return path
    .map((part) =>
      typeof part === 'number' ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `["${part}"]`,
    )
    .join('')
    .replace(/^\./, '');
}

function pathPart(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
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

/** Where the deepest part of the path that is in the file begins. */
function offsetOf(document: Document, path: LintIssue['path']): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
