import { Command } from 'commander';
import { createOrganization } from '../../db/identity/organizations.js';
import { type CommandContext, report } from './command-context.js';
import { parseName } from './identity-options.js';

export function organizationCommand(context: CommandContext): Command {
  const command = new Command('organization').description('manage organizations');
  command
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'what people call it', parseName)
    .option('--json', 'print JSON')
    .action(async ({ name, json }: CreateOptions) => {
      const { id } = await context.withDatabase((db) => createOrganization(db, { name }));
      report(context, { json, result: { id, name }, lines: [`Created organization ${name}: ${id}`] });
    });
  return command;
}

interface CreateOptions {
  name: string;
  json?: boolean;
}
