import type { Command } from 'commander';
import { parseDate } from './product-options.js';

/** The options of commands that work on one state of a product with overlays. */
export function addHoldingOptions(command: Command): Command {
  return command
    .option('--state <state>', 'what holds in this state, of a product with overlays')
    .option(
      '--on <date>',
      'with --state: the first day of the term, YYYY-MM-DD; by default today',
      parseDate,
    );
}
