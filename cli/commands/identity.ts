import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { keyCommand } from './key.js';
import { organizationCommand } from './organization.js';
import { userCommand } from './user.js';

/** Commands for an installation without demo data: organizations, users and API keys. */
export function identityCommands(context: CommandContext): Command[] {
  return [organizationCommand(context), userCommand(context), keyCommand(context)];
}
