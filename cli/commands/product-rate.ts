import type { Command } from 'commander';
import { rateAction, ratingActionOf } from '../../domain/cases/rate-action.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { Term } from '../../domain/ground/term.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { readIntakeFile } from '../cases/intake-file.js';
import { ratingLines } from '../cases/rating-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { readSoundDefinition, tablesHelp } from './product-file.js';
import { parseDate, parseTerm } from './product-options.js';

interface RateOptions {
  intake: string;
  effectiveDate: string;
  today?: string;
  term?: Term;
  action?: string;
  tables?: string;
  json?: boolean;
}

/** `product rate`: rates answers on a product file, without any server. */
export function addRate(command: Command, context: CommandContext): void {
  command
    .command('rate')
    .description('rate answers on a product file and print every step')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .requiredOption('--intake <file>', 'the answers, as in a case or as an answer map: YAML or JSON')
    .option('--effective-date <date>', 'YYYY-MM-DD', parseDate, utcDate(new Date()))
    .option('--today <date>', 'the day of the event; the default is the effective date', parseDate)
    .option('--term <term>', "the default is the plan's first term", parseTerm)
    .option('--action <name or id>', 'the rating action; the default is the first on GET_QUOTES')
    .option('--tables <workbook>', tablesHelp)
    .option('--json', 'print JSON')
    .action(
      async (
        file: string,
        { intake: answers, effectiveDate, today, term, action: wanted, tables, json }: RateOptions,
      ) => {
        const { definition } = await readSoundDefinition(file, { tables });
        const product = { definition, compiled: compileProduct(definition) };
        const action = ratingActionOf(definition, wanted);
        if (typeof action === 'string') throw new CommandFailure(`Cannot rate ${file}: ${action}.`);
        const intake = await readIntakeFile(answers, product.compiled.questionTypes);
        const rated = rateAction(product, action, { intake, effectiveDate, today, term });
        const { worksheet: _worksheet, ...result } = rated;
        report(context, { json, result, lines: ratingLines(rated, intake) });
      },
    );
}
