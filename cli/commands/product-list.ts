import type { Command } from 'commander';
import { type ListedProduct, listProducts } from '../../db/products/list-products.js';
import { type CommandContext, report } from './command-context.js';
import { organizationOf } from './identity-options.js';

export function addList(command: Command, context: CommandContext): void {
  command
    .command('list')
    .description('list products with their versions and deployments')
    .option('--organization <id or name>', 'only products that it owns or is licensed to use')
    .option('--json', 'print JSON')
    .action(async ({ organization, json }: { organization?: string; json?: boolean }) => {
      const products = await context.withDatabase(async (db) =>
        listProducts(
          db,
          organization === undefined ? undefined : (await organizationOf(db, organization)).id,
        ),
      );
      report(context, {
        json,
        result: products,
        lines: products.length > 0 ? products.flatMap(linesOf) : ['There are no products.'],
      });
    });
}

function linesOf(product: ListedProduct): string[] {
  const { key, name, productId, ownerOrganizationName, licensedTo, versions } = product;
  const licenses = licensedTo.map(({ organizationName }) => organizationName).join(', ');
  return [
    `${key}  ${name}  product ${productId}`,
    `  owned by ${ownerOrganizationName}${licenses && `, licensed to ${licenses}`}`,
    ...versions.map(({ versionId, version, buildNumber, archived, deployments }) => {
      const places = deployments.map(
        ({ environment, effectiveDate }) => `${environment} from ${effectiveDate}`,
      );
      const state = archived ? 'archived' : places.join(', ') || 'not deployed';
      return `  build ${buildNumber}  ${version}  version ${versionId}  ${state}`;
    }),
  ];
}
