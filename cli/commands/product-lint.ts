import type { Command } from 'commander';
import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { type LintIssue, lintError } from '../../domain/ground/lint-issue.js';
import { suggestion } from '../../domain/ground/nearest.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import { statesSold } from '../../domain/product/overlaid-product.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { describedIssue, issueLine, otherSheetLine, tablesHelp, tally } from './product-file.js';

export function addLint(command: Command, context: CommandContext): void {
  command
    .command('lint')
    .description('check a product definition without importing it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--tables <workbook>', tablesHelp)
    .option('--state <state>', 'only what holds in this state, of a product with overlays')
    .option('--json', 'print JSON')
    .action(
      async (file: string, { tables, state, json }: { tables?: string; state?: string; json?: boolean }) => {
        const { issues, definition, otherSheets } = await readDefinitionFile(file, tables, {
          lint: (written) => [...unsold(written, state), ...lintDefinition(written, state)],
        });
        const verdict = definition === null ? 'cannot be imported' : 'can be imported';
        report(context, {
          json,
          result: { file, sound: definition !== null, issues: issues.map(describedIssue) },
          lines: [
            ...otherSheets.map(otherSheetLine),
            ...issues.map((issue) => issueLine(file, issue)),
            `${file} ${verdict}: ${tally(issues)}`,
          ],
        });
        if (definition === null) throw new CommandFailure(`${file} is not valid.`);
      },
    );
}

function unsold(definition: ProductDefinition, state: string | undefined): LintIssue[] {
  const sold = statesSold(definition);
  if (state === undefined || sold.includes(state)) return [];
  return [lintError([], `the product is not sold in "${state}"${suggestion(state, sold)}`)];
}
