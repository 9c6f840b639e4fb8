import type { Command } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import { changeTimeZone, createOrganization, listOrganizations } from '../../db/identity/organizations.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import { parseName, parseTimeZone } from './identity-options.js';

export function addOrganizationCommands(command: Command, context: CommandContext): void {
  command
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'its display name', parseName)
    .option('--time-zone <name>', timeZoneHelp, parseTimeZone, 'UTC')
    .option('--json', 'print JSON')
    .action(async ({ name, timeZone, json }: CreateOptions) => {
      const { id } = await context.withDatabase((db) =>
        createOrganization(db, { name, timeZone }, { by: operator() }),
      );
      report(context, {
        json,
        result: { id, name, timeZone },
        lines: [`Created organization ${name}: ${id}`],
      });
    });
  command
    .command('change')
    .description('change the time zone of an organization')
    .requiredOption('--organization <id or name>', 'the organization')
    .requiredOption('--time-zone <name>', timeZoneHelp, parseTimeZone)
    .option('--json', 'print JSON')
    .action(async ({ organization, timeZone, json }: ChangeOptions) => {
      const { id, name } = await context.withDatabase(async (db) => {
        const { id: organizationId } = await organizationOf(db, organization);
        return changeTimeZone(db, { organizationId, timeZone }, { by: operator() });
      });
      const lines = [`The business days of ${name} are those of ${timeZone}`];
      report(context, { json, result: { id, name, timeZone }, lines });
    });
  command
    .command('list')
    .description('list organizations')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const organizations = await context.withDatabase(listOrganizations);
      const lines = organizations.map(({ id, name, timeZone, createdAt }) =>
        [id, name, timeZone, createdAt.toISOString()].join('  '),
      );
      report(context, {
        json,
        result: organizations.map(({ id, name, timeZone, createdAt }) => ({ id, name, timeZone, createdAt })),
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

const timeZoneHelp = 'where its business days are, an IANA name such as America/New_York';

interface CreateOptions {
  name: string;
  timeZone: string;
  json?: boolean;
}

interface ChangeOptions {
  organization: string;
  timeZone: string;
  json?: boolean;
}
