import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import { readPostings } from '../../db/postings/read-postings.js';
import { readReport } from '../../db/reports/read-report.js';
import { type Groupings, whyNotGrouping } from '../../db/reports/report-groupings.js';
import { reportNames, reports } from '../../db/reports/reports.js';
import { organizationTime } from '../../db/time-zones.js';
import {
  type PostingFormat,
  postingFormatNames,
  writePostings,
} from '../../documents/postings/write-postings.js';
import { type ReportFormat, reportFormatNames, writeReport } from '../../documents/reports/write-report.js';
import { firstOfMonth, lastOfMonth } from '../../domain/postings/months.js';
import { type PostingPeriod, postingPeriods, postingsOf } from '../../domain/postings/report.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import type { CommandContext } from './command-context.js';
import { parseDate } from './product-options.js';

interface ReportOptions {
  organization: string;
  asOf?: string;
  clock?: string;
  by: string;
  format: ReportFormat;
  out?: string;
}

/** The reports of the interface, on the command line. */
export function addReportCommands(command: Command, context: CommandContext): void {
  for (const name of reportNames) {
    const { title, description, groupings, groupedBy } = reports[name];
    command
      .command(name)
      .description(`${title.toLowerCase()} as of a date`)
      .addHelpText('after', `\n${description}`)
      .requiredOption('--organization <id or name>', 'the organization that issued the policies')
      .option('--as-of <date>', 'the date; what was recorded by its end counts; default: today', parseDate)
      .option('--clock <id>', 'only the policies of this test clock, which are left out else')
      .option('--by <what>', groupingHelp(groupings), (by) => checkedGrouping(groupings, by), groupedBy)
      .addOption(new Option('--format <format>', 'the format').choices(reportFormatNames).default('csv'))
      .option('--out <file>', 'the output file; default: standard output')
      .action(async ({ organization, asOf, by, format, out, clock: clockId }: ReportOptions) => {
        if (format === 'xlsx' && out === undefined) throw new CommandFailure('Give --out FILE with xlsx.');
        await context.withDatabase(async (db) => {
          const { id: organizationId } = await organizationOf(db, organization);
          const time = await organizationTime(db, () => new Date(), { organizationId, clockId });
          if (time === undefined) throw new CommandFailure(`The organization has no clock ${clockId}.`);
          const chosen = { name, organizationId, asOf: asOf ?? time.today, by };
          const report = { ...chosen, timeZone: time.timeZone, clockId };
          const entry = { action: 'REPORT_READ', organizationId, details: { ...chosen, format } } as const;
          await recordAudit(db, { ...entry, by: operator() });
          await readReport(db, report, (batches) =>
            writeReport(report, format, batches, out === undefined ? process.stdout : createWriteStream(out)),
          );
        });
      });
  }
  addPostings(command, context);
}

interface PostingOptions {
  organization: string;
  from: string;
  to: string;
  clock?: string;
  by: PostingPeriod;
  format: PostingFormat;
  out?: string;
}

function addPostings(command: Command, context: CommandContext): void {
  command
    .command('postings')
    .description('double-entry postings of some days')
    .requiredOption('--organization <id or name>', 'the organization that issued the policies')
    .requiredOption('--from <date>', 'the first day', parseDate)
    .requiredOption('--to <date>', 'the last day', parseDate)
    .option('--clock <id>', 'only the policies of this test clock, which are left out else')
    .addOption(
      new Option('--by <period>', 'a transaction of each kind a day or month')
        .choices(postingPeriods)
        .default('month'),
    )
    .addOption(new Option('--format <format>', 'the format').choices(postingFormatNames).default('csv'))
    .option('--out <file>', 'the output file; default: standard output')
    .action(async ({ organization, format, out, clock: clockId, ...asked }: PostingOptions) => {
      const { from, to, by } = asked;
      const isWhole = from === firstOfMonth(from) && to === lastOfMonth(to);
      if (from > to) throw new CommandFailure('--to must not be before --from.');
      if (by === 'month' && !isWhole) throw new CommandFailure('Give whole months, or --by day.');
      await context.withDatabase(async (db) => {
        const { id: organizationId } = await organizationOf(db, organization);
        const time = await organizationTime(db, () => new Date(), { organizationId, clockId });
        if (time === undefined) throw new CommandFailure(`The organization has no clock ${clockId}.`);
        const { timeZone, today } = time;
        const details = { name: 'postings', ...asked, format };
        await recordAudit(db, { action: 'REPORT_READ', organizationId, details, by: operator() });
        const read = await readPostings(db, { organizationId, clockId, timeZone, today, from, to });
        const text = writePostings(postingsOf(asked, read), format);
        if (out === undefined) process.stdout.write(text);
        else await writeFile(out, text);
      });
    });
}

function groupingHelp({ alone, dimensions, most }: Groupings): string {
  const of = [
    ...(alone.length > 0 ? [alone.join(', ')] : []),
    ...(dimensions.length > 0 ? [`up to ${most} of ${dimensions.join(',')}`] : []),
  ];
  return `what a row is about: ${of.join('; or ')}`;
}

function checkedGrouping(groupings: Groupings, by: string): string {
  const objection = whyNotGrouping(groupings, by);
  if (objection !== undefined) throw new InvalidArgumentError(objection);
  return by;
}
