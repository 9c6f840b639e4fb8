import path from 'node:path';
import { questionsOf, setupOf } from '../../documents/impact/rating-setup.js';
import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type ComparedBook, compareBook, type ImpactCommandOptions } from './compared-book.js';
import { intakeRules } from './intake-rules.js';
import { intakeSource } from './intake-source.js';
import { inOneState } from './one-state.js';

/** Compares two product files on the intakes of a file, without a database. */
export async function compareFiles(
  files: { before: string; after: string; intakes: string },
  options: ImpactCommandOptions,
): Promise<ComparedBook> {
  const [wholeBefore, wholeAfter] = [await soundDefinition(files.before), await soundDefinition(files.after)];
  const intakes = intakeSource(files.intakes, questionsOf(wholeBefore, wholeAfter));
  const compared = { before: wholeBefore, after: wholeAfter, source: intakes };
  const { before, after, source } = inOneState(compared, options);
  const rules = intakeRules(before, after, {
    action: options.action,
    effectiveDate: options.effectiveDate ?? null,
  });
  const setup = { ...setupOf(before, after, { by: options.by, atMost: options.parts }), intakes: rules };
  const { impact, risks } = await compareBook(setup, source, options, {
    unusable: (issues) => new UnusableFile(files.intakes, issues.map(intakes.placeOf)),
  });
  const side = (file: string, { key, version }: ProductDefinition) => ({ file, key, version });
  return {
    title: `${labelOf(files.after, after)} against ${labelOf(files.before, before)}, intakes of ${path.basename(files.intakes)}`,
    impact,
    risks,
    described: {
      candidate: side(files.after, after),
      against: side(files.before, before),
      intakes: files.intakes,
    },
  };
}

async function soundDefinition(file: string): Promise<ProductDefinition> {
  const { definition, issues } = await readDefinitionFile(file);
  if (definition !== null) return definition;
  const errors = issues.filter(({ severity }) => severity === 'ERROR').length;
  throw new CommandFailure(`${file} has ${errors} errors: "product lint ${file}" lists them.`);
}

function labelOf(file: string, { key, version }: ProductDefinition): string {
  return `${key} ${version} (${path.basename(file)})`;
}
