import type { Command } from 'commander';
import { compareStates } from '../../domain/product/comparison/compare-states.js';
import { changeLines, countedChanges, describedChange } from '../comparison/change-text.js';
import { type HoldingOptions, holdingText, whatHolds } from '../products/what-holds.js';
import { definitionText } from '../tables/export-definition.js';
import { type CommandContext, report } from './command-context.js';
import { addHoldingOptions } from './holding-options.js';
import { namedDefinition } from './named-definition.js';

interface ShowOptions extends HoldingOptions {
  url?: string;
  full?: boolean;
  json?: boolean;
}

/** `product show`: what holds in a state on a day as a product file, or what each state differs in. */
export function addShow(command: Command, context: CommandContext): void {
  const show = command
    .command('show')
    .description(
      'print what holds in a state on a day as a product file; without --state, what each state differs in',
    )
    .argument(
      '<product>',
      'a product file, the id of a version, or the key of a product for its latest build',
    );
  addHoldingOptions(show)
    .option('--url <url>', 'a running service that has the version, instead of a database; also IOI_URL')
    .option('--full', 'list every changed row of a table, however many there are')
    .option('--json', 'print JSON')
    .action(async (name: string, { state, on, full, json, ...options }: ShowOptions) => {
      const definition = await namedDefinition(name, context, { ...options, purpose: 'shown' });
      const held = whatHolds(definition, {
        ...(state !== undefined && { state }),
        ...(on !== undefined && { on }),
      });
      if (held !== null) {
        const lines = [
          `# ${definition.key} ${definition.version}: ${holdingText(held)}`,
          definitionText(held.definition).trimEnd(),
        ];
        report(context, { json, result: held, lines });
        return;
      }
      const states = compareStates(definition);
      report(context, {
        json,
        result: states.map(({ changes, ...each }) => ({ ...each, changes: changes.map(describedChange) })),
        lines:
          states.length === 0
            ? [`${definition.key} ${definition.version} has no overlays: it holds as it is everywhere.`]
            : states.flatMap(({ changes, ...each }) => [
                `${each.state} from ${each.from}, ${each.overlays.join('; ') || 'without overlays'}: ${countedChanges(changes)}`,
                ...changeLines(changes, { full }).map((line) => (line === '' ? line : `  ${line}`)),
                '',
              ]),
      });
    });
}
