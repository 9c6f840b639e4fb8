import { type Command, InvalidArgumentError } from 'commander';
import { roleNames } from '../../api/http/roles.js';
import { createUser, UserIdTaken, userIdPattern } from '../../db/identity/people.js';
import { mailAddressIn } from '../../domain/mail/mail-address.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import { parseName, parsePermissions, parseRoles } from './identity-options.js';
import { newPassword } from './password-input.js';
import { addUserChanges } from './user-changes.js';

export function addUserCommands(command: Command, context: CommandContext): void {
  addCreate(command, context);
  addUserChanges(command, context);
}

function addCreate(command: Command, context: CommandContext): void {
  command
    .command('create')
    .description('create a user, who signs in with a user id and a password')
    .requiredOption('--organization <id or name>', 'the organization of the user')
    .requiredOption('--user-id <id>', 'the user id for sign-in, for example an e-mail address', parseUserId)
    .option('--name <name>', 'first and last name', parseName)
    .option('--email <address>', 'where links for a new password go', parseEmail)
    .option('--roles <list>', `separated by commas, of ${roleNames.join(', ')}`, parseRoles)
    .option(
      '--permissions <list>',
      'further permissions, separated by commas; default: all, unless there are roles',
      parsePermissions,
    )
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { password, shown, lines } = await newPassword(context, options);
      const person = await context.withDatabase(async (db) => {
        const organization = await organizationOf(db, options.organization);
        try {
          const { userId, email, permissions, roles } = options;
          const user = { userId, email, password, ...namesOf(options.name), permissions, roles };
          return await createUser(db, { organizationId: organization.id, ...user }, { by: operator() });
        } catch (error) {
          if (error instanceof UserIdTaken)
            throw new CommandFailure(`The user id ${options.userId} is taken.`);
          throw error;
        }
      });
      const { id: personId, organizationId, userId, permissions, roles } = person;
      report(context, {
        json: options.json,
        result: { personId, organizationId, userId, permissions, roles, ...shown },
        lines: [`Created user ${userId}: ${personId}`, ...lines],
      });
    });
}

interface CreateOptions {
  organization: string;
  userId: string;
  name?: string;
  email?: string;
  permissions?: string[];
  roles?: string[];
  passwordStdin?: boolean;
  json?: boolean;
}

function parseUserId(text: string): string {
  if (!userIdPattern.test(text)) {
    throw new InvalidArgumentError('It must be 1 to 320 characters without spaces.');
  }
  return text;
}

function parseEmail(text: string): string {
  if (mailAddressIn(text) !== text) throw new InvalidArgumentError('It must be one e-mail address.');
  return text;
}

function namesOf(name = ''): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
