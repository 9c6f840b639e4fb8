import type { Command } from 'commander';
import type { ListedProduct } from '../../db/products/list-products.js';
import type { ListedVersion } from '../../db/products/list-versions.js';
import type { Actor } from '../../domain/ground/actor.js';
import { type CommandContext, report } from './command-context.js';
import { grantText } from './product-license.js';
import { urlOption, withProducts } from './with-products.js';

export function addList(command: Command, context: CommandContext): void {
  command
    .command('list')
    .description('list products with their versions and deployments')
    .option('--organization <id or name>', 'only products that it owns or is licensed to use')
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async ({ organization, json, ...options }: ListOptions) => {
      const products = await withProducts(context, options, (all) => all.list(organization));
      report(context, {
        json,
        result: products,
        lines: products.length > 0 ? products.flatMap(linesOf) : ['There are no products.'],
      });
    });
}

interface ListOptions {
  organization?: string;
  url?: string;
  json?: boolean;
}

function linesOf(product: ListedProduct): string[] {
  const { key, name, productId, ownerOrganizationName, licensedTo, versions, builds } = product;
  const licenses = licensedTo.map(
    ({ organizationName, licensedBy, authority }) =>
      `${organizationName}${byText(licensedBy)} (${grantText(authority)})`,
  );
  return [
    `${key}  ${name}  product ${productId}`,
    `  owned by ${ownerOrganizationName}${licenses.length > 0 ? `, licensed to ${licenses.join(', ')}` : ''}`,
    ...versions.map(versionLine),
    ...(builds > versions.length ? [`  and ${builds - versions.length} earlier builds`] : []),
  ];
}

function versionLine(version: ListedVersion): string {
  const { versionId, buildNumber, importedBy, archived, archivedBy, deployments, lastWithdrawal } = version;
  const places = deployments.map(
    ({ environment, effectiveDate, deployedBy }) =>
      `${environment} from ${effectiveDate}${byText(deployedBy)}`,
  );
  const state = archived ? `archived${byText(archivedBy)}` : places.join(', ') || 'not deployed';
  return [
    `  build ${buildNumber}`,
    version.version,
    `version ${versionId}`,
    state,
    ...(importedBy === null ? [] : [`imported${byText(importedBy)}`]),
    ...(lastWithdrawal === null
      ? []
      : [`last withdrawn from ${lastWithdrawal.environment}${byText(lastWithdrawal.withdrawnBy)}`]),
  ].join('  ');
}

const kinds: Record<Actor['kind'], string> = { USER: '', API_KEY: 'key ', OPERATOR: 'operator ' };

function byText(actor: Actor | null): string {
  return actor === null ? '' : ` by ${kinds[actor.kind]}${actor.name}`;
}
