import path from 'node:path';
import { type LintIssue, pathText } from '../../domain/ground/lint-issue.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { FileIssue } from '../../domain/product/file/product-file.js';
import { runCasesBeside } from './case-files.js';
import { type CaseReport, caseReport } from './case-report.js';
import { type FileAccess, filesOnDisk } from './file-access.js';
import { readDefinitionFile } from './read-definition.js';

/** What lint found in a product file. */
export interface Finding {
  severity: LintIssue['severity'];
  file: string;
  line: number;
  column: number;
  /** The place in the product, as `product.lines[0].id`; empty for the whole file. */
  path: string;
  message: string;
}

/** A product file after lint, and after its cases if there was no error. */
export interface CheckedProduct {
  file: string;
  /** Null if there is an error. */
  definition: ProductDefinition | null;
  findings: Finding[];
  /** Of all findings, even if some are left out of `findings`. */
  errors: number;
  warnings: number;
  /** Sheets of the given workbook that are not tables of the product. */
  otherSheets: string[];
  /** Null if they were not rated. */
  cases: CaseReport | null;
}

export interface ProductToCheck {
  /** The product file. */
  file: string;
  /** A workbook whose sheets replace the tables of the same names. */
  tables?: string | undefined;
  /** Whether to rate the cases beside the file, too. */
  withCases: boolean;
}

/**
 * Lints a product file with the tables that it keeps in other files, and rates the cases beside it.
 *
 * @throws UnusableFile if a file cannot be read.
 */
export async function checkProduct(
  { file, tables, withCases }: ProductToCheck,
  files: FileAccess = filesOnDisk,
): Promise<CheckedProduct> {
  const { definition, issues, otherSheets } = await readDefinitionFile(file, tables, { files });
  const findings = issues.map((issue) => findingOf(file, issue));
  const errors = findings.filter(({ severity }) => severity === 'ERROR').length;
  const cases =
    withCases && definition !== null
      ? caseReport(await runCasesBeside(file, { definition, compiled: compileProduct(definition) }, files))
      : null;
  return { file, definition, findings, errors, warnings: findings.length - errors, otherSheets, cases };
}

/** `product` is the product file; an issue in an included file names that one, relative to it. */
export function findingOf(product: string, issue: FileIssue): Finding {
  const { severity, line, column, path: at, message } = issue;
  const file = issue.file === undefined ? product : path.join(path.dirname(product), issue.file);
  return { severity, file, line, column, path: pathText(at), message };
}
