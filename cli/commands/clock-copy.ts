import { type Command, InvalidArgumentError } from 'commander';
import { comparisonLines, copyLines } from '../clocks/clock-text.js';
import { ServiceClocks } from '../clocks/service-clocks.js';
import { type ClockOptions, clockCommand } from './clock-options.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';

/** `clock copy` and `clock compare`: a book under a clock beside the one that it was copied from. */
export function addCopyCommands(command: Command, context: CommandContext): void {
  addCopy(command, context);
  addCompare(command, context);
}

interface CopyOptions extends ClockOptions {
  policy?: string[];
  filter?: Record<string, string>;
  productVersion?: string;
  paymentPlan?: string;
}

function addCopy(command: Command, context: CommandContext): void {
  clockCommand(command, 'copy', 'copy policies with their history under a test clock')
    .argument('<clock>', 'its id', parseUuid)
    .option('--policy <ids...>', 'policies by id', (id: string, ids: string[] = []) => [
      ...ids,
      parseUuid(id),
    ])
    .option('--filter <name=value...>', 'policies without a clock by filters of the search', withFilter)
    .option('--product-version <id>', 'let the copies live on this version of their product', parseUuid)
    .option('--payment-plan <plan>', "of the copies' next terms")
    .action(
      async (clockId: string, { url, json, policy, filter, productVersion, paymentPlan }: CopyOptions) => {
        const copy = await new ServiceClocks(url).copy(clockId, {
          ...(policy && { policyIds: policy }),
          ...(filter && { filter }),
          ...(productVersion && { productVersionId: productVersion }),
          ...(paymentPlan && { paymentPlan: paymentPlan.toUpperCase() }),
        });
        report(context, { json, result: copy, lines: copyLines(copy) });
      },
    );
}

function withFilter(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be such as effectiveDateFrom=2027-01-01.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

interface CompareOptions extends ClockOptions {
  with?: string;
}

function addCompare(command: Command, context: CommandContext): void {
  clockCommand(command, 'compare', 'compare copies under a test clock with their originals')
    .argument('<clock>', 'its id', parseUuid)
    .option('--with <clock>', 'with their copies under another clock instead', parseUuid)
    .action(async (clockId: string, { url, json, with: other }: CompareOptions) => {
      const comparison = await new ServiceClocks(url).comparison(clockId, other);
      report(context, { json, result: comparison, lines: comparisonLines(comparison) });
    });
}
