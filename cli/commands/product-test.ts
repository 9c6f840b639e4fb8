import type { Command } from 'commander';
import {
  type CaseFileResult,
  caseFileNames,
  runCasesBeside,
} from '../../documents/product-files/case-files.js';
import { caseReport } from '../../documents/product-files/case-report.js';
import type { CaseResult } from '../../domain/cases/run-cases.js';
import { statesOf } from '../../domain/overlays/overlay.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { acceptResults } from '../cases/accept-results.js';
import { caseLines, tallyText } from '../cases/case-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { readSoundDefinition, tablesHelp } from './product-file.js';

interface TestOptions {
  tables?: string;
  accept?: boolean;
  state?: string;
  json?: boolean;
}

/** `product test`: rates the cases beside a product file. */
export function addTest(command: Command, context: CommandContext): void {
  command
    .command('test')
    .description('rate the cases beside a product file and compare the quotes with what they expect')
    .argument('<file>', 'a product definition with NAME.cases.yaml, .csv or .xlsx beside it')
    .option('--tables <workbook>', tablesHelp)
    .option('--state <state>', 'only cases of this state, of a product with overlays')
    .option('--accept', 'write what the quotes give into the .cases.yaml file, after showing the differences')
    .option('--json', 'print JSON')
    .action(async (file: string, { tables, accept, state, json }: TestOptions) => {
      const { definition } = await readSoundDefinition(file, { tables });
      const product = { definition, compiled: compileProduct(definition) };
      const ran = await runCasesBeside(file, product);
      const stateOf = ({ intake, effectiveDate }: CaseResult) =>
        product.compiled.holding(intake, { effectiveDate, today: effectiveDate }).state;
      const cases = caseReport(inState(ran, stateOf, state));
      if (cases.cases === 0) {
        const where = state === undefined ? '' : ` of ${state}`;
        throw new CommandFailure(`There are no cases${where}: write ${caseFileNames(file)[0]}.`);
      }
      report(context, {
        json,
        result: { file, ...cases },
        lines: [...caseLines(cases), ...byState(ran, stateOf, definition)],
      });
      if (accept && cases.failures.length > 0) {
        const { lines, left } = await acceptResults(cases.failures, product);
        for (const line of lines) context.print(line);
        if (left.length === 0) return;
        throw new CommandFailure(`Not accepted, change by hand what these cases expect:\n${left.join('\n')}`);
      }
      if (cases.failures.length > 0) throw new CommandFailure(`${tallyText(cases)}.`);
    });
}

type StateOf = (result: CaseResult) => string | null;

function inState(
  ran: readonly CaseFileResult[],
  stateOf: StateOf,
  state: string | undefined,
): CaseFileResult[] {
  return ran.map(({ file, results }) => ({
    file,
    results: results.filter((result) => state === undefined || stateOf(result) === state),
  }));
}

/** Of a product with overlays: in which of their states no case is. */
function byState(
  ran: readonly CaseFileResult[],
  stateOf: StateOf,
  { overlays = [] }: ProductDefinition,
): string[] {
  const withCases = new Set(ran.flatMap(({ results }) => results.map(stateOf)));
  const without = [...new Set(overlays.flatMap(statesOf))].filter((state) => !withCases.has(state));
  return without.length === 0 ? [] : [`No case is of ${without.join(', ')}, which have overlays.`];
}
