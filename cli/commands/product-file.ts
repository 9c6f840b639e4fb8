import { type Finding, findingOf } from '../../documents/product-files/check-product.js';
import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { pathText } from '../../domain/ground/lint-issue.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { FileIssue } from '../../domain/product/file/product-file.js';
import { CommandFailure } from '../ground/command-failure.js';

export const tablesHelp = 'an .xlsx workbook whose sheets replace the tables of the same names';

/** A product file without errors, with its warnings and the sheets of the workbook that are none of its tables. */
export interface SoundDefinition {
  definition: ProductDefinition;
  issues: FileIssue[];
  otherSheets: string[];
}

/**
 * Reads a product file for a command that needs one without errors.
 *
 * @throws CommandFailure with the place of each error and warning if there is an error.
 */
export async function readSoundDefinition(
  file: string,
  { tables }: { tables?: string | undefined } = {},
): Promise<SoundDefinition> {
  const { definition, issues, otherSheets } = await readDefinitionFile(file, tables);
  if (definition !== null) return { definition, issues, otherSheets };
  throw refusedFile(file, issues, 'used');
}

/** The failure for a file with errors, with the place of each. */
export function refusedFile(file: string, issues: readonly FileIssue[], purpose: string): CommandFailure {
  const lines = issues.map((issue) => issueLine(file, issue));
  return new CommandFailure([...lines, `${file} cannot be ${purpose}: ${tally(issues)}`].join('\n'));
}

export function issueLine(file: string, issue: FileIssue): string {
  return findingLine(findingOf(file, issue));
}

export function findingLine({ severity, file, line, column, path: at, message }: Finding): string {
  return `${file}:${line}:${column}: ${severity.toLowerCase()}: ${at === '' ? '' : `${at}: `}${message}`;
}

export function otherSheetLine(sheet: string): string {
  return `The sheet ${sheet} is not a table of the product and was ignored.`;
}

export function describedIssue({ severity, path: at, message, line, column }: FileIssue) {
  return { severity, path: pathText(at), message, line, column };
}

/** `1 error, 2 warnings`. */
export function tally(issues: readonly FileIssue[]): string {
  const errors = issues.filter(({ severity }) => severity === 'ERROR').length;
  return tallyOf({ errors, warnings: issues.length - errors });
}

export function tallyOf({ errors, warnings }: { errors: number; warnings: number }): string {
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
