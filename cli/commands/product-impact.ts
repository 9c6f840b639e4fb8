import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Decimal } from '../../domain/expression/index.js';
import type { Extreme } from '../../domain/rating/comparison/impact.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type ProgressBar, progressBar } from '../ground/progress-bar.js';
import { distributionCsv, openQuoteCsv } from '../impact/impact-csv.js';
import { type Impact, runImpact } from '../impact/impact-run.js';
import { impactLines, summaryOf } from '../impact/impact-text.js';
import { type CommandContext, report } from './command-context.js';
import { parseDate, parseUuid, plainly } from './product-options.js';

interface ImpactOptions {
  against: string;
  from: string;
  csv?: string;
  quotes?: string;
  pdf?: string;
  json?: boolean;
}

export function addImpact(command: Command, context: CommandContext): void {
  command
    .command('impact')
    .description('rate stored quotes with a candidate version and show how their premiums change')
    .argument('<version>', 'the id of the candidate version', parseUuid)
    .requiredOption('--against <version>', 'the id of the baseline version', parseUuid)
    .requiredOption('--from <date>', 'only quotes made on or after this day, YYYY-MM-DD', parseDate)
    .option('--csv <file>', 'write the distribution as CSV')
    .option('--quotes <file>', 'write one line per quote as CSV')
    .option('--pdf <file>', 'write a PDF with a histogram')
    .option('--json', 'print JSON')
    .action(async (versionId: string, options: ImpactOptions) => {
      const impact = await plainly(() => measure(context, versionId, options));
      if (options.csv !== undefined) await write(options.csv, distributionCsv(impact.report.bins));
      if (options.pdf !== undefined) {
        const { impactPdf } = await import('../../documents/impact/impact-pdf.js');
        await write(options.pdf, await impactPdf(summaryOf(impact), impact.report.bins));
      }
      report(context, { json: options.json, result: described(impact), lines: impactLines(impact) });
    });
}

async function measure(
  context: CommandContext,
  candidateId: string,
  { against, from, quotes: file }: ImpactOptions,
): Promise<Impact> {
  const csv =
    file === undefined ? undefined : await openQuoteCsv(file).catch((error) => cannotWrite(file, error));
  let bar: ProgressBar | undefined;
  try {
    return await context.withDatabase((db) =>
      runImpact(
        db,
        { candidateId, baselineId: against, from },
        {
          begin: (total) => {
            bar = progressBar(total);
          },
          quote: (quote, impact) => csv?.write(quote, impact),
          reached: (done) => bar?.reached(done),
        },
      ),
    );
  } finally {
    bar?.end();
    await csv?.end();
  }
}

function described({ candidate, baseline, from, quotes, leftOut, report: found }: Impact) {
  const version = ({ versionId, version: label, buildNumber }: Impact['candidate']) => ({
    versionId,
    version: label,
    buildNumber,
  });
  const premiums = (sums: { baseline: Decimal; candidate: Decimal }) => ({
    against: sums.baseline.toFixed(2),
    candidate: sums.candidate.toFixed(2),
  });
  const extreme = (each: Extreme | null) => each && { ...each, percent: each.percent.toFixed(3) };
  const { outcomes, raised, lowered, unchanged, lowest, highest, percentiles, bins } = found;
  return {
    candidate: version(candidate),
    against: version(baseline),
    from,
    quotes,
    leftOut,
    outcomes,
    premium: premiums(found),
    raised,
    lowered,
    unchanged,
    lowest: extreme(lowest),
    highest: extreme(highest),
    percentiles,
    bins: bins.map((bin) => ({ from: bin.from, to: bin.to, quotes: bin.quotes, premium: premiums(bin) })),
  };
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content).catch((error) => cannotWrite(file, error));
}

function cannotWrite(file: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT'
      ? 'the folder does not exist'
      : code === 'EISDIR'
        ? 'it is a folder'
        : (code ?? message);
  throw new CommandFailure(`Cannot write ${file}: ${why}.`);
}
