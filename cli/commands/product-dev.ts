import type { Command } from 'commander';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import type { CaseFileResult } from '../../documents/product-files/case-files.js';
import { runCasesBeside } from '../../documents/product-files/case-files.js';
import { caseReport } from '../../documents/product-files/case-report.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { type RateableProduct, rateAction, ratingActionOf } from '../../domain/cases/rate-action.js';
import type { CaseResult } from '../../domain/cases/run-cases.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { onEachSave } from '../authoring/watch-product.js';
import { caseLines } from '../cases/case-text.js';
import { readIntakeFile } from '../cases/intake-file.js';
import { quoteLines } from '../cases/rating-text.js';
import { demoCarrier } from '../demo/organizations.js';
import { type FormsRound, formsRound } from '../forms/forms-round.js';
import { sampleData } from '../forms/sample-data.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { CommandContext } from './command-context.js';
import { issueLine, readSoundDefinition, tally } from './product-file.js';
import { parseDate } from './product-options.js';

interface DevOptions {
  intake?: string;
  effectiveDate: string;
  forms?: string;
}

/** `product dev`: lint, cases, a rated intake and the forms on each save. */
export function addDev(command: Command, { print }: CommandContext): void {
  command
    .command('dev')
    .description(
      'check a product file, run its cases, rate an intake and render its forms on each save, until it is interrupted',
    )
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--intake <file>', 'answers to rate, as in a case or as an answer map: YAML or JSON')
    .option('--effective-date <date>', 'of the intake, YYYY-MM-DD', parseDate, utcDate(new Date()))
    .option('--forms <folder>', 'write the rendered forms to this folder')
    .action(async (file: string, options: DevOptions) => {
      const threads = new ThreadPool();
      const renderer = new ThreadRenderer(threads);
      renderer.warmUp();
      const renderForms = formsRound({ renderer, folder: options.forms });
      const round = async () => {
        const began = performance.now();
        const lines = await checkedLines(file, options, renderForms);
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        print(`${new Date().toLocaleTimeString('en-GB')}  ${file}, ${seconds} s`);
        for (const line of lines) print(`  ${line}`);
      };
      await onEachSave(file, round, { except: options.forms }).finally(() => threads.stop());
    });
}

/** What there is to say of a product as its files are now. */
export async function checkedLines(
  file: string,
  { intake, effectiveDate }: DevOptions,
  renderForms: FormsRound,
): Promise<string[]> {
  const lines: string[] = [];
  try {
    const { definition, issues } = await readSoundDefinition(file);
    lines.push(...issues.map((issue) => issueLine(file, issue)), `Lint: ${tally(issues)}`);
    const product = { definition, compiled: compileProduct(definition) };
    const ran = await runCasesBeside(file, product);
    lines.push(...caseLines(caseReport(ran)));
    const asked =
      intake === undefined
        ? quotedCase(ran)
        : { intake: await readIntakeFile(intake, product.compiled.questionTypes), effectiveDate };
    const action = ratingActionOf(definition, undefined);
    if (intake !== undefined && asked && typeof action !== 'string') {
      lines.push(...quoteLines(rateAction(product, action, asked), asked.intake));
    }
    lines.push(...(await formLines(product, asked, renderForms)));
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof UnusableFile)) throw error;
    lines.push(...error.message.split('\n'));
  }
  return lines;
}

type Asked = Pick<CaseResult, 'intake' | 'effectiveDate'>;

/** The answers that the forms show, unless an intake is given. */
function quotedCase(ran: readonly CaseFileResult[]): Asked | undefined {
  return ran.flatMap(({ results }) => results).find(({ outcome, passed }) => passed && outcome === 'QUOTED');
}

async function formLines(
  { definition, compiled }: RateableProduct,
  asked: Asked | undefined,
  renderForms: FormsRound,
): Promise<string[]> {
  if (compiled.forms.documents.size === 0) return [];
  if (!asked) {
    return [
      'Forms: not rendered; give answers with --intake, or write a case that expects the outcome QUOTED',
    ];
  }
  const { intake, effectiveDate } = asked;
  const quote = { organization: demoCarrier.name, today: addDays(effectiveDate, -14) };
  return renderForms(compiled.forms, sampleData(definition, compiled, intake, quote));
}
