import path from 'node:path';
import type { RateableProduct } from '../../domain/cases/rate-action.js';
import { type ReadCase, type ReadCases, readCasesText } from '../../domain/cases/read-cases.js';
import { type CaseResult, runCases } from '../../domain/cases/run-cases.js';
import { readCasesSheet } from '../../domain/cases/sheet-cases.js';
import { readCsv } from './csv.js';
import { type FileAccess, filesOnDisk, type ReadFile, readIfThere } from './file-access.js';
import { SheetError } from './sheet-error.js';
import { UnusableFile } from './unusable-file.js';

const endings = ['.cases.yaml', '.cases.yml', '.cases.csv', '.cases.xlsx'];

/** A file of cases, and how they came out. */
export interface CaseFileResult {
  file: string;
  results: CaseResult[];
}

/** The names that a product's files of cases may have. */
export function caseFileNames(productFile: string): string[] {
  const { dir, name } = path.parse(productFile);
  return endings.map((ending) => path.join(dir, `${name}${ending}`));
}

/**
 * Runs all cases beside a product file; there may be none.
 *
 * @throws UnusableFile if a file cannot be read, with the place of each problem.
 */
export async function runCasesBeside(
  productFile: string,
  product: RateableProduct,
  files: FileAccess = filesOnDisk,
): Promise<CaseFileResult[]> {
  const read = await readCasesBeside(productFile, product, files);
  return read.map(({ file, cases }) => ({ file, results: runCases(product, cases) }));
}

/**
 * Reads all cases beside a product file; none if there are no such files.
 *
 * @throws UnusableFile if a file cannot be read, with the place of each problem.
 */
export async function readCasesBeside(
  productFile: string,
  product: RateableProduct,
  { read }: FileAccess = filesOnDisk,
): Promise<{ file: string; cases: ReadCase[] }[]> {
  const found: { file: string; cases: ReadCase[] }[] = [];
  for (const file of caseFileNames(productFile)) {
    const cases = await readCaseFile(file, read, product);
    if (cases.length > 0) found.push({ file, cases });
  }
  return found;
}

async function readCaseFile(file: string, read: ReadFile, product: RateableProduct): Promise<ReadCase[]> {
  try {
    const bytes = await readIfThere(read, file);
    if (bytes === null) return [];
    const { cases, issues } = await casesIn(file, bytes, product);
    if (issues.length > 0) throw new UnusableFile(file, issues);
    return cases;
  } catch (error) {
    if (error instanceof SheetError) throw new UnusableFile(file, error.message);
    throw error;
  }
}

async function casesIn(file: string, bytes: Uint8Array, product: RateableProduct): Promise<ReadCases> {
  if (file.endsWith('.csv')) return readCasesSheet(readCsv(bytes), product);
  if (!file.endsWith('.xlsx')) return readCasesText(textOf(bytes), product);
  // The library for workbooks takes long to load.
  const { readWorkbook } = await import('./workbook.js');
  const [sheet = []] = (await readWorkbook(bytes)).values();
  return readCasesSheet(sheet, product);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError('it is not UTF-8 text');
  }
}
