import type { Command } from 'commander';
import { runCasesBeside } from '../../documents/product-files/case-files.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { rateAction, ratingActionOf } from '../../domain/cases/rate-action.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { onEachSave } from '../authoring/watch-product.js';
import { caseLines } from '../cases/case-text.js';
import { readIntakeFile } from '../cases/intake-file.js';
import { quoteLines } from '../cases/rating-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { CommandContext } from './command-context.js';
import { issueLine, readSoundDefinition, tally } from './product-file.js';
import { parseDate } from './product-options.js';

interface DevOptions {
  intake?: string;
  effectiveDate: string;
}

/** `product dev`: lint, cases and a rated intake on each save. */
export function addDev(command: Command, { print }: CommandContext): void {
  command
    .command('dev')
    .description(
      'check a product file, run its cases and rate an intake on each save, until it is interrupted',
    )
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--intake <file>', 'answers to rate, as in a case or as an answer map: YAML or JSON')
    .option('--effective-date <date>', 'of the intake, YYYY-MM-DD', parseDate, utcDate(new Date()))
    .action((file: string, options: DevOptions) =>
      onEachSave(file, async () => {
        const began = performance.now();
        const lines = await checkedLines(file, options);
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        print(`${new Date().toLocaleTimeString('en-GB')}  ${file}, ${seconds} s`);
        for (const line of lines) print(`  ${line}`);
      }),
    );
}

/** What there is to say of a product as its files are now. */
export async function checkedLines(file: string, { intake, effectiveDate }: DevOptions): Promise<string[]> {
  const lines: string[] = [];
  try {
    const { definition, issues } = await readSoundDefinition(file);
    lines.push(...issues.map((issue) => issueLine(file, issue)), `Lint: ${tally(issues)}`);
    const product = { definition, compiled: compileProduct(definition) };
    lines.push(...caseLines(await runCasesBeside(file, product)));
    const action = ratingActionOf(definition, undefined);
    if (intake === undefined || typeof action === 'string') return lines;
    const answers = await readIntakeFile(intake, product.compiled.questionTypes);
    lines.push(...quoteLines(rateAction(product, action, { intake: answers, effectiveDate })));
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof UnusableFile)) throw error;
    lines.push(...error.message.split('\n'));
  }
  return lines;
}
