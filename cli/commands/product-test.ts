import type { Command } from 'commander';
import { caseFileNames, runCasesBeside } from '../../documents/product-files/case-files.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { caseLines, describedCases, tallyText } from '../cases/case-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { readSoundDefinition, tablesHelp } from './product-file.js';

/** `product test`: rates the cases beside a product file. */
export function addTest(command: Command, context: CommandContext): void {
  command
    .command('test')
    .description('rate the cases beside a product file and compare the quotes with what they expect')
    .argument('<file>', 'a product definition with NAME.cases.yaml, .csv or .xlsx beside it')
    .option('--tables <workbook>', tablesHelp)
    .option('--json', 'print JSON')
    .action(async (file: string, { tables, json }: { tables?: string; json?: boolean }) => {
      const { definition } = await readSoundDefinition(file, { tables });
      const ran = await runCasesBeside(file, { definition, compiled: compileProduct(definition) });
      if (ran.length === 0) {
        throw new CommandFailure(`There are no cases: write ${caseFileNames(file)[0]}.`);
      }
      const described = describedCases(ran);
      report(context, { json, result: { file, ...described }, lines: caseLines(ran) });
      if (described.failures.length > 0) throw new CommandFailure(`${tallyText(ran)}.`);
    });
}
