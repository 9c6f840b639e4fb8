import type { Command } from 'commander';
import type { Environment } from '../../domain/product/timeline.js';
import { countedCases } from '../cases/case-text.js';
import { type CommandContext, report } from './command-context.js';
import { addAuthoringCommands } from './product-authoring.js';
import { addConsent } from './product-consent.js';
import { addExport } from './product-export.js';
import { addImpact } from './product-impact.js';
import { addImport } from './product-import.js';
import { addLicense } from './product-license.js';
import { addList } from './product-list.js';
import { environmentOption, parseDate, parseUuid } from './product-options.js';
import { urlOption, withProducts } from './with-products.js';

/**
 * Commands that operators run on products: check and import definitions, deploy versions, license products, consent to them.
 */
export function addProductCommands(command: Command, context: CommandContext): void {
  addAuthoringCommands(command, context);
  addImport(command, context);
  addExport(command, context);
  addDeploy(command, context);
  addWithdraw(command, context);
  addArchive(command, context);
  addLicense(command, context);
  addConsent(command, context);
  addList(command, context);
  addImpact(command, context);
}

function addDeploy(command: Command, context: CommandContext): void {
  command
    .command('deploy')
    .description('put a version on the timeline of an environment; it applies until the next one begins')
    .argument('<version>', 'the version id that import printed', parseUuid)
    .addOption(environmentOption())
    .requiredOption('--from <date>', 'the first day that it applies to, YYYY-MM-DD', parseDate)
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (versionId: string, { environment, from, json, ...options }: DeployOptions) => {
      const { deployed, casesPassed, lintError } = await withProducts(context, options, (products) =>
        products.deploy({ versionId, environment, effectiveDate: from }),
      );
      const was = deployed ? 'Deployed' : 'Already deployed:';
      report(context, {
        json,
        result: { versionId, environment, effectiveDate: from, deployed, casesPassed, lintError },
        lines: [
          `${was} version ${versionId} to ${environment} from ${from} on`,
          ...(casesPassed === undefined
            ? []
            : [`It passed ${countedCases(casesPassed)} when it was imported.`]),
          ...(lintError === undefined
            ? []
            : [
                `warning: lint now finds an error in it: ${lintError}`,
                `It may return, as it was deployed to ${environment} before. A message on the version keeps this.`,
              ]),
        ],
      });
    });
}

function addWithdraw(command: Command, context: CommandContext): void {
  command
    .command('withdraw')
    .description('remove a version from the timeline of an environment')
    .argument('<version>', 'the version id', parseUuid)
    .addOption(environmentOption())
    .option('--from <date>', 'only the deployment that begins on this day, YYYY-MM-DD', parseDate)
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (versionId: string, { environment, from, json, ...options }: WithdrawOptions) => {
      const { withdrawn } = await withProducts(context, options, (products) =>
        products.withdraw({ versionId, environment, effectiveDate: from }),
      );
      const deployments = withdrawn === 1 ? '1 deployment' : `${withdrawn} deployments`;
      report(context, {
        json,
        result: { versionId, environment, withdrawn },
        lines: [`Withdrew ${deployments} of version ${versionId} from ${environment}`],
      });
    });
}

function addArchive(command: Command, context: CommandContext): void {
  command
    .command('archive')
    .description('remove a version from every timeline permanently')
    .argument('<version>', 'the version id', parseUuid)
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (versionId: string, { json, ...options }: ServiceOptions) => {
      const { archived } = await withProducts(context, options, (products) => products.archive(versionId));
      report(context, {
        json,
        result: { versionId, archived },
        lines: [`${archived ? 'Archived' : 'Already archived:'} version ${versionId}`],
      });
    });
}

interface ServiceOptions {
  url?: string;
  json?: boolean;
}

interface WithdrawOptions extends ServiceOptions {
  environment: Environment;
  from?: string;
}

interface DeployOptions extends WithdrawOptions {
  from: string;
}
