import type { Command } from 'commander';
import { caseFileNames, runCasesBeside } from '../../documents/product-files/case-files.js';
import { caseReport } from '../../documents/product-files/case-report.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { acceptResults } from '../cases/accept-results.js';
import { caseLines, tallyText } from '../cases/case-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { readSoundDefinition, tablesHelp } from './product-file.js';

interface TestOptions {
  tables?: string;
  accept?: boolean;
  json?: boolean;
}

/** `product test`: rates the cases beside a product file. */
export function addTest(command: Command, context: CommandContext): void {
  command
    .command('test')
    .description('rate the cases beside a product file and compare the quotes with what they expect')
    .argument('<file>', 'a product definition with NAME.cases.yaml, .csv or .xlsx beside it')
    .option('--tables <workbook>', tablesHelp)
    .option('--accept', 'write what the quotes give into the .cases.yaml file, after showing the differences')
    .option('--json', 'print JSON')
    .action(async (file: string, { tables, accept, json }: TestOptions) => {
      const { definition } = await readSoundDefinition(file, { tables });
      const product = { definition, compiled: compileProduct(definition) };
      const cases = caseReport(await runCasesBeside(file, product));
      if (cases.cases === 0) {
        throw new CommandFailure(`There are no cases: write ${caseFileNames(file)[0]}.`);
      }
      report(context, { json, result: { file, ...cases }, lines: caseLines(cases) });
      if (accept && cases.failures.length > 0) {
        const { lines, left } = await acceptResults(cases.failures, product);
        for (const line of lines) context.print(line);
        if (left.length === 0) return;
        throw new CommandFailure(`Not accepted, change by hand what these cases expect:\n${left.join('\n')}`);
      }
      if (cases.failures.length > 0) throw new CommandFailure(`${tallyText(cases)}.`);
    });
}
