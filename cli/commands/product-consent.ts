import type { Command } from 'commander';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';
import { urlOption, withProducts } from './with-products.js';

export function addConsent(command: Command, context: CommandContext): void {
  command
    .command('consent')
    .description("consent that another organization's product quotes in the name of an organization")
    .argument('<product>', 'the product id', parseUuid)
    .option('--owner <id or name>', 'the owner of the product, needed to consent; with --url its id')
    .option('--organization <id or name>', 'who consents; with --url it is the caller')
    .option('--revoke', 'withdraw the consent')
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (productId: string, { owner, organization, revoke, json, ...options }: ConsentOptions) => {
      if (revoke) {
        await withProducts(context, options, (products) =>
          products.revokeConsent({ productId, organization }),
        );
        const result = { productId, revoked: true };
        return report(context, { json, result, lines: [`Revoked the consent to product ${productId}`] });
      }
      if (owner === undefined) throw new CommandFailure('Name the owner of the product: --owner.');
      const consent = await withProducts(context, options, (products) =>
        products.consent({ productId, owner, organization }),
      );
      const { given, productName, ownerOrganizationName } = consent;
      const what = productName === null ? 'which is not imported yet' : productName;
      report(context, {
        json,
        result: consent,
        lines: [
          `${given ? 'Consented' : 'Consented already'} to product ${productId} of ${ownerOrganizationName}, ${what}`,
        ],
      });
    });
}

interface ConsentOptions {
  owner?: string;
  organization?: string;
  revoke?: boolean;
  url?: string;
  json?: boolean;
}
