import type { Command } from 'commander';
import { compareProducts } from '../../domain/product/comparison/compare-products.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { changeLines, countedChanges, describedChange } from '../comparison/change-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type HoldingOptions, whatHolds } from '../products/what-holds.js';
import { type CommandContext, report } from './command-context.js';
import { addHoldingOptions } from './holding-options.js';
import { namedDefinition } from './named-definition.js';

/** The exit code of `diff` if it cannot compare; 1 says that there are differences. */
const trouble = 2;

/** `product diff`: what changed between two versions of a product. */
export function addDiff(command: Command, context: CommandContext): void {
  const diff = command
    .command('diff')
    .description(
      'compare two versions of a product; exits with 1 if they differ, with 2 if it cannot compare',
    )
    .argument('<a>', 'the earlier version: a product file, or a version id')
    .argument('<b>', 'the later version: a product file, or a version id');
  addHoldingOptions(diff)
    .option('--url <url>', 'a running service that has the versions, instead of a database; also IOI_URL')
    .option('--full', 'list every changed row of a table, however many there are')
    .option('--json', 'print JSON, which has every change')
    .action(async (a: string, b: string, { json, full, ...options }: DiffOptions) => {
      const before = await definitionOf(a, context, options);
      const after = await definitionOf(b, context, options);
      const changes = compareProducts(before, after);
      const counted = countedChanges(changes);
      report(context, {
        json,
        result: { a: nameOf(before), b: nameOf(after), changes: changes.map(describedChange) },
        lines: [`${titleOf(before)} → ${titleOf(after)}: ${counted}`, ...changeLines(changes, { full })],
      });
      if (changes.length > 0) throw new CommandFailure(`The versions differ: ${counted}.`);
    });
}

interface DiffOptions extends HoldingOptions {
  url?: string;
  full?: boolean;
  json?: boolean;
}

async function definitionOf(
  name: string,
  context: CommandContext,
  { url, ...holding }: { url?: string } & HoldingOptions,
): Promise<ProductDefinition> {
  try {
    const definition = await namedDefinition(name, context, { url, purpose: 'compared' });
    return whatHolds(definition, holding)?.definition ?? definition;
  } catch (error) {
    throw new CommandFailure((error as Error).message, { exitCode: trouble, cause: error });
  }
}

function nameOf({ key, version }: ProductDefinition) {
  return { key, version };
}

function titleOf({ key, version }: ProductDefinition): string {
  return `${key} ${version}`;
}
