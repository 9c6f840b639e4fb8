import type { Command } from 'commander';
import { checkExpiring } from '../../domain/cases/expiring-values.js';
import { rateAction, ratingActionOf } from '../../domain/cases/rate-action.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { Term } from '../../domain/ground/term.js';
import { compileProduct, ratingOf } from '../../domain/product/compile-product.js';
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
  expiring?: Record<string, string>;
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
    .option(
      '--expiring <name=value>',
      'a value of the expiring term, such as premium=1200; repeatable',
      addExpiring,
    )
    .option('--tables <workbook>', tablesHelp)
    .option('--json', 'print JSON')
    .action(
      async (
        file: string,
        { intake: answers, effectiveDate, today, term, action: wanted, expiring, tables, json }: RateOptions,
      ) => {
        const { definition } = await readSoundDefinition(file, { tables });
        const product = { definition, compiled: compileProduct(definition) };
        const action = ratingActionOf(definition, wanted);
        if (typeof action === 'string') throw new CommandFailure(`Cannot rate ${file}: ${action}.`);
        const read = ratingOf(product.compiled, action)?.expiringRead ?? [];
        checkExpiring(expiring, read, (_, message) => {
          throw new CommandFailure(`Cannot rate ${file}: ${message}.`);
        });
        const intake = await readIntakeFile(answers, product.compiled.questionTypes);
        const rated = rateAction(product, action, { intake, effectiveDate, today, term, expiring });
        const { worksheet: _worksheet, ...result } = rated;
        report(context, { json, result, lines: ratingLines(rated, intake) });
      },
    );
}

function addExpiring(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new CommandFailure('Write --expiring premium=1200.');
  return { ...before, [name]: value };
}
