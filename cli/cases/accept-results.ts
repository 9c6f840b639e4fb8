import { readFile, writeFile } from 'node:fs/promises';
import type { CaseFailure } from '../../documents/product-files/case-report.js';
import { acceptedText } from '../../domain/cases/accepted-text.js';
import { CommandFailure } from '../ground/command-failure.js';

/**
 * Writes what quotes give in place of what their cases expect, and nothing else of the files. Returns what was written, in
 * lines. Only YAML files can be written.
 */
export async function acceptResults(failures: readonly CaseFailure[]): Promise<string[]> {
  const files = new Set(failures.map(({ file }) => file));
  for (const file of files) {
    if (/\.ya?ml$/.test(file)) continue;
    throw new CommandFailure(`--accept writes .cases.yaml files only: change ${file} by hand.`);
  }
  const lines: string[] = [];
  for (const file of files) {
    const ofFile = failures.filter((failure) => failure.file === file);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      acceptedText(
        text,
        ofFile.map(({ case: name, differences }) => ({ name, differences })),
      ),
    );
    lines.push(`Accepted: ${ofFile.length} ${ofFile.length === 1 ? 'case' : 'cases'} in ${file}`);
  }
  return lines;
}
