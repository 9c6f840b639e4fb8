import type { CaseReport } from './case-report.js';
import { type CheckedProduct, checkProduct, type ProductToCheck } from './check-product.js';
import { filesInMemory } from './file-access.js';
import { UnusableFile } from './unusable-file.js';

/** A product whose files are sent along. */
export interface CheckJob extends ProductToCheck {
  files: ReadonlyMap<string, Uint8Array>;
}

/** The result, or which file cannot be used and why. */
export type CheckAnswer = { checked: CheckedProduct } | { unusable: Pick<UnusableFile, 'file' | 'problems'> };

/** More than anybody reads; keeps the answer to a hostile file small. */
const mostFindings = 1_000;

/** Checks a product whose files are in memory. Reads nothing else. */
export async function checkSent({ files, ...product }: CheckJob): Promise<CheckAnswer> {
  try {
    const checked = await checkProduct(product, filesInMemory(files));
    const findings = checked.findings.slice(0, mostFindings);
    return { checked: { ...checked, findings, cases: checked.cases && shortened(checked.cases) } };
  } catch (error) {
    // The stack is exhausted.
    if (error instanceof RangeError) {
      return {
        unusable: { file: product.file, problems: 'it is nested too deeply, or has too many errors' },
      };
    }
    if (!(error instanceof UnusableFile)) throw error;
    const { file, problems } = error;
    return {
      unusable: { file, problems: typeof problems === 'string' ? problems : problems.slice(0, mostFindings) },
    };
  }
}

function shortened(report: CaseReport): CaseReport {
  return { ...report, failures: report.failures.slice(0, mostFindings) };
}
