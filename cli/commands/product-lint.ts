import type { Command } from 'commander';
import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { describedIssue, issueLine, otherSheetLine, tablesHelp, tally } from './product-file.js';

export function addLint(command: Command, context: CommandContext): void {
  command
    .command('lint')
    .description('check a product definition without importing it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--tables <workbook>', tablesHelp)
    .option('--json', 'print JSON')
    .action(async (file: string, { tables, json }: { tables?: string; json?: boolean }) => {
      const { issues, definition, otherSheets } = await readDefinitionFile(file, tables);
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
    });
}
