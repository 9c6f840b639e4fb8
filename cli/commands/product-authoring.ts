import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { addDev } from './product-dev.js';
import { addDiff } from './product-diff.js';
import { addLint } from './product-lint.js';
import { addManual } from './product-manual.js';
import { addNew } from './product-new.js';
import { addRate } from './product-rate.js';
import { addSchema } from './product-schema.js';
import { addShow } from './product-show.js';
import { addTest } from './product-test.js';
import { addTexts } from './product-texts.js';

/** What authors do with product files. Nothing of it needs a database, and so none of it loads its libraries. */
export function addAuthoringCommands(command: Command, context: CommandContext): void {
  addNew(command, context);
  addLint(command, context);
  addTest(command, context);
  addRate(command, context);
  addDev(command, context);
  addDiff(command, context);
  addManual(command, context);
  addShow(command, context);
  addTexts(command, context);
  addSchema(command, context);
}

export const authoringCommands: readonly string[] = [
  'new',
  'lint',
  'test',
  'rate',
  'dev',
  'diff',
  'manual',
  'show',
  'texts',
  'schema',
];
