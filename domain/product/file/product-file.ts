import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { unstorableParts } from '../../ground/storable-json.js';
import { readWritten } from '../../ground/written-issues.js';
import type { YamlProblem } from '../../ground/yaml-problem.js';
import { withOwnConditions } from '../../questions/hidden-parts.js';
import { canonicalTable } from '../../rating/tables/canonical-table.js';
import { type ProductDefinition, productDefinition } from '../definition.js';
import { lintDefinition } from '../lint/lint.js';
import { rolledUp } from '../lint/rolled-up.js';
import { misreadCodes } from './misread-codes.js';
import { type OutsideTables, resolveTables } from './outside-tables.js';
import { type FilePlace, type ParsedProductFile, parseProductFile } from './parsed-file.js';

/** An issue and its place, in an included file if it names one. */
export interface FileIssue extends LintIssue, FilePlace {}

export interface ProductFile {
  /** Present if there are no errors; warnings are allowed. */
  definition: ProductDefinition | null;
  issues: FileIssue[];
}

/** Far above any product; each level of a condition counts two. */
const mostLevels = 128;

export type ProductFormat = 'JSON' | 'YAML';

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
  const parsed = typeof file === 'string' ? parseProductFile(file) : file;
  const { text, document, content, failure, includeFaults, placeAt, placeOf } = parsed;
  const refuse = (problems: readonly YamlProblem[]): ProductFile => ({
    definition: null,
    issues: rolledUp(
      problems.map(({ message, offset, path = [] }) => ({ ...lintError(path, message), ...placeAt(offset) })),
    ),
  });

  const notJson = format === 'JSON' ? jsonError(text) : null;
  if (notJson) return refuse([{ ...notJson, offset: notJson.offset ?? failure?.offset ?? text.length }]);
  if (includeFaults.length > 0) {
    const issues = includeFaults.map(({ message, place }) => ({ ...lintError([], message), ...place }));
    return { definition: null, issues };
  }
  if (failure !== null) return refuse([failure]);
  const resolved = resolveTables(content, outside);
  const located = (issue: LintIssue): FileIssue => ({
    ...issue,
    message: `${issue.message}${outsidePlace(issue.path, resolved.places)}`,
    ...placeOf(issue),
  });
  if (resolved.issues.length > 0) return { definition: null, issues: resolved.issues.map(located) };
  const unstorable = unstorableParts(resolved.content, { depth: mostLevels, findings: 20 });
  if (unstorable.length > 0) {
    return { definition: null, issues: unstorable.map(({ path, fault }) => located(lintError(path, fault))) };
  }
  const misread = format === 'JSON' ? [] : misreadCodes(document, content);
  if (misread.length > 0) {
    return {
      definition: null,
      issues: misread.map(({ message, path }) => located(lintError(path, message))),
    };
  }
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
