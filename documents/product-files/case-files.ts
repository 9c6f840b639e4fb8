import path from 'node:path';
import type { RateableProduct } from '../../domain/cases/rate-action.js';
import { type ReadCase, type ReadCases, readCasesText } from '../../domain/cases/read-cases.js';
import { type CaseResult, runCases } from '../../domain/cases/run-cases.js';
import { readCasesSheet } from '../../domain/cases/sheet-cases.js';
import { readCsv } from './csv.js';
import { readWhole } from './load-tables.js';
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
 * Runs all cases beside a product file; none if there are no such files.
 *
 * @throws UnusableFile if a file cannot be read, with the place of each problem.
 */
export async function runCasesBeside(
  productFile: string,
  product: RateableProduct,
): Promise<CaseFileResult[]> {
  const read = await readCasesBeside(productFile, product);
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
): Promise<{ file: string; cases: ReadCase[] }[]> {
  const read: { file: string; cases: ReadCase[] }[] = [];
  for (const file of caseFileNames(productFile)) {
    const bytes = await readIfThere(file);
    if (bytes === null) continue;
    const { cases, issues } = await readCaseFile(file, bytes, product);
    if (issues.length > 0) throw new UnusableFile(file, issues);
    read.push({ file, cases });
  }
  return read;
}

async function readCaseFile(file: string, bytes: Uint8Array, product: RateableProduct): Promise<ReadCases> {
  try {
    if (file.endsWith('.csv')) return readCasesSheet(readCsv(bytes), product);
    if (!file.endsWith('.xlsx')) return readCasesText(textOf(bytes), product);
    // The library for workbooks takes long to load.
    const { readWorkbook } = await import('./workbook.js');
    const [sheet = []] = (await readWorkbook(bytes)).values();
    return readCasesSheet(sheet, product);
  } catch (error) {
    if (error instanceof SheetError) throw new UnusableFile(file, error.message);
    throw error;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError('it is not UTF-8 text');
  }
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readWhole(file);
  } catch (error) {
    if (error instanceof SheetError && error.message === 'there is no such file') return null;
    if (error instanceof SheetError) throw new UnusableFile(file, error.message);
    throw error;
  }
}
