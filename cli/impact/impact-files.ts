import { writeFile } from 'node:fs/promises';
import type { Impact } from '../../documents/impact/impact-run.js';
import { contributionTable, splitTable } from '../../documents/impact/impact-tables.js';
import { printWarnings } from '../../documents/pdf/print-warnings.js';
import type { RatedRisk } from '../../domain/impact/risk.js';
import type { SheetCell } from '../../domain/rating/tables/cells.js';
import { CommandFailure } from '../ground/command-failure.js';
import { distributionCsv, type LineFile, openLineFile, tablesCsv } from './impact-csv.js';
import { summaryOf } from './impact-text.js';

/** The files that an impact is written to. */
export interface ImpactFiles {
  csv?: string;
  splits?: string;
  contributions?: string;
  excel?: string;
  pdf?: string;
}

/**
 * Writes the result to each file that is wanted.
 *
 * @param risks the first risks, for the workbook.
 * @returns what the PDF could not print.
 */
export async function writeImpact(
  files: ImpactFiles,
  title: string,
  impact: Impact,
  { risks, by }: { risks: readonly RatedRisk[]; by: readonly string[] },
): Promise<string[]> {
  const { csv, splits, contributions, excel, pdf } = files;
  if (csv !== undefined) await write(csv, distributionCsv(impact.premiums.bins));
  if (splits !== undefined) {
    const tables = impact.splits.map((split) => splitTable(split, impact.totals));
    await write(splits, tablesCsv(tables, { named: true }));
  }
  if (contributions !== undefined) {
    await write(contributions, tablesCsv([contributionTable(impact)], { named: false }));
  }
  const summary = summaryOf(title, impact);
  if (excel !== undefined) {
    const { impactWorkbook } = await import('../../documents/impact/impact-workbook.js');
    await write(excel, await impactWorkbook(summary, impact, { risks, by }));
  }
  if (pdf !== undefined) {
    const [{ impactDocument }, { pdfBytes }] = await Promise.all([
      import('../../documents/impact/impact-document.js'),
      import('../../documents/pdf/pdf-bytes.js'),
    ]);
    const document = impactDocument(summary, impact, new Date().toISOString());
    await write(pdf, await pdfBytes(document));
    return printWarnings(JSON.stringify(document));
  }
  return [];
}

/** A file with a line for each risk. */
export async function openRisks<T>(
  file: string | undefined,
  heading: readonly string[],
  lineOf: (one: T) => SheetCell[],
): Promise<{ write(one: T): Promise<void>; end(): Promise<void> }> {
  if (file === undefined) return { write: async () => {}, end: async () => {} };
  const lines: LineFile = await openLineFile(file, heading).catch((error) => cannotWrite(file, error));
  return { write: (one) => lines.write(lineOf(one)), end: () => lines.end() };
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content).catch((error) => cannotWrite(file, error));
}

function cannotWrite(file: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT'
      ? 'the folder does not exist'
      : code === 'EISDIR'
        ? 'it is a folder'
        : (code ?? message);
  throw new CommandFailure(`Cannot write ${file}: ${why}.`);
}
