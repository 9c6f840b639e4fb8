import { readFile, writeFile } from 'node:fs/promises';
import type { CaseFailure } from '../../documents/product-files/case-report.js';
import { acceptedText } from '../../domain/cases/accepted-text.js';
import type { RateableProduct } from '../../domain/cases/rate-action.js';
import { readCasesText } from '../../domain/cases/read-cases.js';
import { runCases } from '../../domain/cases/run-cases.js';
import { CommandFailure } from '../ground/command-failure.js';

/** What was written, in lines, and the cases that `--accept` cannot change, by file and name. */
export interface AcceptedResults {
  lines: string[];
  left: string[];
}

/**
 * Writes what quotes give in place of what their cases expect, and nothing else of the files. Only YAML files can be
 * written.
 *
 * @throws CommandFailure, with all files as they were, if a changed file could not be read or its cases still failed.
 */
export async function acceptResults(
  failures: readonly CaseFailure[],
  product: RateableProduct,
): Promise<AcceptedResults> {
  const files = [...new Set(failures.map(({ file }) => file))];
  for (const file of files) {
    if (/\.ya?ml$/.test(file)) continue;
    throw new CommandFailure(`--accept writes .cases.yaml files only: change ${file} by hand.`);
  }
  const changes = await Promise.all(
    files.map(async (file) => {
      const failing = failures
        .filter((failure) => failure.file === file)
        .map(({ case: name, differences }) => ({ name, differences }));
      const { text, accepted } = acceptedText(await readFile(file, 'utf8'), failing);
      const left = failing.map(({ name }) => name).filter((name) => !accepted.includes(name));
      requirePassing(text, product, { file, left });
      return { file, text, accepted, left };
    }),
  );
  const changed = changes.filter(({ accepted }) => accepted.length > 0);
  for (const { file, text } of changed) await writeFile(file, text);
  return {
    lines: changed.map(
      ({ file, accepted: { length } }) => `Accepted: ${length} ${length === 1 ? 'case' : 'cases'} in ${file}`,
    ),
    left: changes.flatMap(({ file, left }) => left.map((name) => `${file}: ${name}`)),
  };
}

/** A value with an anchor belongs to several cases: a change for one of them may be wrong for the others. */
function requirePassing(
  text: string,
  product: RateableProduct,
  { file, left }: { file: string; left: readonly string[] },
): void {
  const { cases, issues } = readCasesText(text, product);
  const problems = [
    ...issues.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ...runCases(product, cases)
      .filter(({ name, passed }) => !passed && !left.includes(name))
      .map(({ name }) => `${file}: ${name} would fail`),
  ];
  if (problems.length === 0) return;
  throw new CommandFailure(`--accept would break ${file}, and has written nothing:\n${problems.join('\n')}`);
}
