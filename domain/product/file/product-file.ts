import { type Document, LineCounter, parseDocument } from 'yaml';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { mostAliases, offsetOf } from '../../ground/located-yaml.js';
import { unstorableParts } from '../../ground/storable-json.js';
import { readWritten } from '../../ground/written-issues.js';
import { contentProblem, syntaxProblem, type YamlProblem } from '../../ground/yaml-problem.js';
import { withOwnConditions } from '../../questions/hidden-parts.js';
import { canonicalTable } from '../../rating/tables/canonical-table.js';
import { type ProductDefinition, productDefinition } from '../definition.js';
import { lintDefinition } from '../lint/lint.js';
import { rolledUp } from '../lint/rolled-up.js';
import { misreadCodes } from './misread-codes.js';
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

/** Far above any product; each level of a condition counts two. */
const mostLevels = 128;

export type ProductFormat = 'JSON' | 'YAML';

/** The text of a product file, parsed. */
export interface ParsedProductFile {
  text: string;
  document: Document;
  lines: LineCounter;
  /** Undefined for broken syntax, which `readProductFile` reports. */
  content: unknown;
  /** Why there is no content, apart from broken syntax. */
  failure: YamlProblem | null;
}

/** Parses the text of a product file, for the files that its tables name and for `readProductFile`. */
export function parseProductFile(text: string): ParsedProductFile {
  const lines = new LineCounter();
  // The YAML parser also reads JSON: it finds repeated keys and the places of values in both.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    logLevel: 'error',
  });
  const parsed = { text, document, lines, content: undefined, failure: null };
  if (document.errors.length > 0) return parsed;
  try {
    return { ...parsed, content: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    return { ...parsed, failure: contentProblem(document, error as Error) };
  }
}

/**
 * Reads a product definition from a file: syntax, schema, then lint, until one of them finds an error. Tables
 * with rows in other files take them from `outside`.
 */
export function readProductFile(
  file: string | ParsedProductFile,
  format: ProductFormat,
  outside: OutsideTables = new Map(),
  lint: (definition: ProductDefinition) => LintIssue[] = lintDefinition,
): ProductFile {
  const { text, document, lines, content, failure } =
    typeof file === 'string' ? parseProductFile(file) : file;
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const refuse = (problems: readonly YamlProblem[]): ProductFile => ({
    definition: null,
    issues: rolledUp(
      problems.map(({ message, offset, path = [] }) => ({ ...lintError(path, message), ...at(offset) })),
    ),
  });

  const notJson = format === 'JSON' ? jsonError(text) : null;
  const malformed = syntaxProblem(document, text);
  if (notJson) return refuse([{ ...notJson, offset: notJson.offset ?? malformed?.offset ?? text.length }]);
  if (malformed) return refuse([malformed]);

  if (failure !== null) return refuse([failure]);
  const resolved = resolveTables(content, outside);
  const located = (issue: LintIssue): FileIssue => ({
    ...issue,
    message: `${issue.message}${outsidePlace(issue.path, resolved.places)}`,
    ...at(offsetOf(document, issue)),
  });
  if (resolved.issues.length > 0) return { definition: null, issues: resolved.issues.map(located) };
  const unstorable = unstorableParts(resolved.content, { depth: mostLevels, findings: 20 });
  if (unstorable.length > 0) {
    return { definition: null, issues: unstorable.map(({ path, fault }) => located(lintError(path, fault))) };
  }
  const misread = format === 'JSON' ? [] : misreadCodes(document, content);
  if (misread.length > 0) return refuse(misread);
  const { data, issues: faults } = readWritten(productDefinition, resolved.content);
  if (data === undefined) return { definition: null, issues: rolledUp(faults).map(located) };
  const definition = canonicalDefinition(data);
  const issues = rolledUp(lint(definition)).map(located);
  const refused = issues.some(({ severity }) => severity === 'ERROR');
  return { definition: refused ? null : definition, issues };
}

/** The definition as stored: with canonical cells, so that equal tables are stored equally, and with conditions of questions only. */
export function canonicalDefinition(definition: ProductDefinition): ProductDefinition {
  const tables = Object.entries(definition.tables).map(([name, table]) => [name, canonicalTable(table)]);
  return {
    ...definition,
    product: withOwnConditions(definition.product),
    tables: Object.fromEntries(tables),
  };
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
