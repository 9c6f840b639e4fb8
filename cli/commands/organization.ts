import type { Command } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import { createOrganization, listOrganizations } from '../../db/identity/organizations.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import { parseName } from './identity-options.js';

export function addOrganizationCommands(command: Command, context: CommandContext): void {
  command
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'its display name', parseName)
    .option('--json', 'print JSON')
    .action(async ({ name, json }: CreateOptions) => {
      const { id } = await context.withDatabase((db) => createOrganization(db, { name }, { by: operator() }));
      report(context, { json, result: { id, name }, lines: [`Created organization ${name}: ${id}`] });
    });
  command
    .command('list')
    .description('list organizations')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const organizations = await context.withDatabase(listOrganizations);
      const lines = organizations.map(({ id, name, createdAt }) =>
        [id, name, createdAt.toISOString()].join('  '),
      );
      report(context, {
        json,
        result: organizations.map(({ id, name, createdAt }) => ({ id, name, createdAt })),
        lines: lines.length > 0 ? lines : ['There are no organizations.'],
      });
    });
  command
    .command('outbound-secret')
    .description('print the secret that signs the outbound requests of an organization')
    .requiredOption('--organization <id or name>', 'the quoting organization')
    .option('--json', 'print JSON')
    .action(async ({ organization, json }: SecretOptions) => {
      const result = await context.withDatabase(async (db) => {
        const { id } = await organizationOf(db, organization);
        const entry = { action: 'OUTBOUND_SECRET_SHOWN', organizationId: id, targetId: id } as const;
        await recordAudit(db, { ...entry, by: operator() });
        return { organizationId: id, secret: await outboundSecretOf(db, id) };
      });
      report(context, { json, result, lines: [result.secret] });
    });
}

interface SecretOptions {
  organization: string;
  json?: boolean;
}

interface CreateOptions {
  name: string;
  json?: boolean;
}
