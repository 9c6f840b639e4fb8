import { type Command, InvalidArgumentError } from 'commander';
import { describedImpact } from '../../documents/impact/impact-json.js';
import { UnknownSplit } from '../../documents/impact/rating-setup.js';
import { readTarget } from '../../domain/impact/off-balance.js';
import { mostStages } from '../../domain/impact/stages.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { ComparedBook, ImpactCommandOptions } from '../impact/compared-book.js';
import { writeImpact } from '../impact/impact-files.js';
import { impactLines } from '../impact/impact-text.js';
import { type CommandContext, report } from './command-context.js';
import { addHoldingOptions } from './holding-options.js';
import { parseDate, parseUuid, plainly } from './product-options.js';

const help = `
Sources of risks:
  product impact CANDIDATE-ID --against BASELINE-ID --from DATE        stored quotes
  product impact CANDIDATE-ID --against BASELINE-ID --policies [DATE]  policies in force
  product impact BEFORE.yaml AFTER.yaml --intakes risks.csv            intakes of a file, without a database

--by names questions or derived values: client.state,revenue:4,years@2/5/10 splits by state, by revenue in four
bands of as many risks each, and by years with bands that begin at 2, 5 and 10.`;

/** `product impact`: what a version does to the premiums of a book. */
export function addImpact(command: Command, context: CommandContext): void {
  const impact = command
    .command('impact')
    .description('rate a book of risks with two versions and show how the premiums change, and why')
    .argument('<version>', 'the id of the candidate version, or the product file before the change')
    .argument('[after]', 'the product file after the change');
  addHoldingOptions(impact)
    .option('--against <version>', 'the id of the baseline version', parseUuid)
    .option('--from <date>', 'stored quotes made on or after this day, YYYY-MM-DD', parseDate)
    .option('--policies [date]', 'policies in force on this day, by default today')
    .option('--intakes <file>', 'intakes with the columns of cases: .csv, .xlsx, .yaml or .json')
    .option('--effective-date <date>', 'for intakes without an effectiveDate', parseDate)
    .option(
      '--action <name or id>',
      'the rating action of the intakes; the default is the first on GET_QUOTES',
    )
    .option('--by <names>', 'split by these answers and derived values')
    .option('--parts <number>', 'the most changes that are measured one by one', parseParts, mostStages)
    .option(
      '--target <change>',
      'the wanted change of premium for the off-balance factor, such as +3%',
      parseTarget,
    )
    .option('--off-balance', 'rate the risks again to find the off-balance factor')
    .option('--csv <file>', 'write the distribution as CSV')
    .option('--splits <file>', 'write the splits as CSV')
    .option('--contributions <file>', 'write the contributions of the changes as CSV')
    .option('--risks <file>', 'write one line per risk as CSV')
    .option('--quotes <file>', 'write one line per stored quote as CSV')
    .option('--excel <file>', 'write a workbook')
    .option('--pdf <file>', 'write a PDF with charts')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (version: string, after: string | undefined, options: ImpactCommandOptions) => {
      const { title, impact, described, risks } = await plainly(() =>
        compared(context, version, after, options),
      ).catch((error: unknown) => {
        if (!(error instanceof UnknownSplit)) throw error;
        throw new CommandFailure(`Cannot split by ${options.by}: ${error.message}.`);
      });
      const by = impact.splits.map(({ name }) => name);
      const warnings = await writeImpact(options, title, impact, { risks, by });
      report(context, {
        json: options.json,
        result: { ...described, ...describedImpact(impact) },
        lines: [...impactLines(title, impact), ...warnings],
      });
    });
}

async function compared(
  context: CommandContext,
  version: string,
  after: string | undefined,
  options: ImpactCommandOptions,
): Promise<ComparedBook> {
  const { intakes, policies, from, against } = options;
  const given = [intakes, policies, from].filter((source) => source !== undefined);
  if (given.length !== 1) {
    throw new CommandFailure(
      'Say which risks: --from DATE for stored quotes, --policies, or --intakes FILE.',
    );
  }
  if (intakes !== undefined) {
    if (after === undefined) throw new CommandFailure('Name two product files: before and after the change.');
    const { compareFiles } = await import('../impact/compare-files.js');
    return compareFiles({ before: version, after, intakes }, options);
  }
  if (after !== undefined) throw new CommandFailure('Two product files need --intakes FILE.');
  if (against === undefined) throw new CommandFailure('Name the baseline version: --against ID.');
  const versions = { candidateId: checkedUuid(version), baselineId: against };
  const { comparePolicies, compareQuotes } = await import('../impact/compare-stored.js');
  return context.withDatabase((db) =>
    from === undefined
      ? comparePolicies(db, versions, policies, options)
      : compareQuotes(db, versions, from, options),
  );
}

function checkedUuid(text: string): string {
  try {
    return parseUuid(text);
  } catch {
    throw new CommandFailure(`"${text}" is not the id of a version; two product files need --intakes FILE.`);
  }
}

function parseParts(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 100) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
  }
  return number;
}

function parseTarget(text: string): number {
  const target = readTarget(text);
  if (typeof target === 'string') throw new InvalidArgumentError(target);
  return target;
}
