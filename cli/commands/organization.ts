import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { recordAudit } from '../../db/audit/record-audit.js';
import {
  changeOrganization,
  createOrganization,
  listOrganizations,
} from '../../db/identity/organizations.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { type ChartOfAccounts, chartOfAccounts } from '../../domain/postings/chart-of-accounts.js';
import { CommandFailure } from '../ground/command-failure.js';
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
    .description('change the settings of an organization')
    .requiredOption('--organization <id or name>', 'the organization')
    .option('--time-zone <name>', timeZoneHelp, parseTimeZone)
    .option('--chart-of-accounts <file>', 'a JSON file with the accounts of its postings, by role')
    .option('--json', 'print JSON')
    .action(async ({ organization, timeZone: given, chartOfAccounts: file, json }: ChangeOptions) => {
      if (given === undefined && file === undefined) {
        throw new CommandFailure('Give --time-zone or --chart-of-accounts.');
      }
      const chart = file === undefined ? undefined : await readChart(file);
      const changed = await context.withDatabase(async (db) => {
        const { id: organizationId } = await organizationOf(db, organization);
        const change = { organizationId, timeZone: given, chartOfAccounts: chart };
        return changeOrganization(db, change, { by: operator() });
      });
      const { id, name, timeZone, chartOfAccounts } = changed;
      const lines = [
        ...(given === undefined ? [] : [`The business days of ${name} are those of ${timeZone}`]),
        ...(chart === undefined ? [] : [`${name} has its chart of accounts from ${file}`]),
      ];
      report(context, { json, result: { id, name, timeZone, chartOfAccounts }, lines });
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

async function readChart(file: string): Promise<ChartOfAccounts> {
  let read: unknown;
  try {
    read = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${String(error)}`);
  }
  const { data, error } = chartOfAccounts.safeParse(read);
  if (error) throw new CommandFailure(`${file} is no chart of accounts:\n${z.prettifyError(error)}`);
  return data;
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
  timeZone?: string;
  chartOfAccounts?: string;
  json?: boolean;
}
