import type { Command } from 'commander';
import { createApiKey, listApiKeys, revokeApiKey } from '../../db/identity/api-keys.js';
import type { ApiKey } from '../../db/models/api-key.js';
import { CommandFailure } from '../ground/command-failure.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import { parseName, parsePermissions } from './identity-options.js';

export function addKeyCommands(command: Command, context: CommandContext): void {
  addCreate(command, context);
  addList(command, context);
  addRevoke(command, context);
}

function addCreate(command: Command, context: CommandContext): void {
  command
    .command('create')
    .description('create an API key; its secret is shown only once')
    .requiredOption('--organization <id or name>', 'the organization that the key acts for')
    .option('--label <text>', 'the purpose of the key', parseName)
    .option('--permissions <list>', 'separated by commas; default: all', parsePermissions)
    .option('--json', 'print JSON')
    .action(async ({ organization, label, permissions, json }: CreateOptions) => {
      const { apiKey, secret } = await context.withDatabase(async (db) => {
        const { id: organizationId } = await organizationOf(db, organization);
        return createApiKey(db, { organizationId, label, permissions });
      });
      report(context, {
        json,
        result: { ...described(apiKey), apiSecret: secret },
        lines: [`API key: ${apiKey.key}`, `Secret, shown only this once: ${secret}`],
      });
    });
}

function addList(command: Command, context: CommandContext): void {
  command
    .command('list')
    .description('list API keys, without their secrets')
    .option('--organization <id or name>', 'only keys of this organization')
    .option('--json', 'print JSON')
    .action(async ({ organization, json }: ListOptions) => {
      const keys = await context.withDatabase(async (db) =>
        listApiKeys(db, organization === undefined ? undefined : (await organizationOf(db, organization)).id),
      );
      report(context, {
        json,
        result: keys.map(described),
        lines: keys.length > 0 ? keys.map(lineOf) : ['There are no API keys.'],
      });
    });
}

function addRevoke(command: Command, context: CommandContext): void {
  command
    .command('revoke')
    .description('revoke an API key at once and permanently')
    .argument('<key>', 'the key as listed, not its secret')
    .option('--json', 'print JSON')
    .action(async (key: string, { json }: { json?: boolean }) => {
      const revoked = await context.withDatabase((db) => revokeApiKey(db, key));
      if (!revoked) throw new CommandFailure(`There is no API key ${key}.`);
      report(context, { json, result: described(revoked), lines: [`Revoked API key ${key}`] });
    });
}

interface CreateOptions {
  organization: string;
  label?: string;
  permissions?: string[];
  json?: boolean;
}

interface ListOptions {
  organization?: string;
  json?: boolean;
}

function described({ key, organizationId, label, permissions, createdAt, revokedAt }: ApiKey) {
  return { apiKey: key, organizationId, label, permissions, createdAt, revokedAt };
}

function lineOf({ key, organization, label, permissions, createdAt, revokedAt }: ApiKey): string {
  const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active';
  return [key, organization?.name, label, permissions.join(','), createdAt.toISOString(), state].join('  ');
}
