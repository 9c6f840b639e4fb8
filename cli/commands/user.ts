import { Command, InvalidArgumentError } from 'commander';
import { generatePassword } from '../../db/identity/passwords.js';
import { createUser, UserIdTaken } from '../../db/identity/people.js';
import { CommandFailure } from '../command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { organizationOf, parseName, parsePermissions } from './identity-options.js';

const shortestPassword = 8;
const longestPassword = 1024;

export function userCommand(context: CommandContext): Command {
  const command = new Command('user').description('manage users');
  command
    .command('create')
    .description('create a user, who signs in with a user id and a password')
    .requiredOption('--organization <id or name>', 'the organization of the user')
    .requiredOption(
      '--user-id <id>',
      'what the user signs in with, for example an e-mail address',
      parseUserId,
    )
    .option('--name <name>', 'first and last name', parseName)
    .option('--permissions <list>', 'separated by commas; everything unless given', parsePermissions)
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const password = options.passwordStdin ? await readPassword(context) : generatePassword();
      const person = await context.withDatabase(async (db) => {
        const organization = await organizationOf(db, options.organization);
        try {
          return await createUser(db, {
            organizationId: organization.id,
            userId: options.userId,
            password,
            ...namesOf(options.name),
            permissions: options.permissions,
          });
        } catch (error) {
          if (error instanceof UserIdTaken)
            throw new CommandFailure(`The user id ${options.userId} is taken.`);
          throw error;
        }
      });
      const { id: personId, organizationId, userId, permissions } = person;
      const generated = options.passwordStdin ? {} : { password };
      report(context, {
        json: options.json,
        result: { personId, organizationId, userId, permissions, ...generated },
        lines: [
          `Created user ${userId}: ${personId}`,
          ...(options.passwordStdin ? [] : [`Password, shown this once: ${password}`]),
        ],
      });
    });
  return command;
}

interface CreateOptions {
  organization: string;
  userId: string;
  name?: string;
  permissions?: string[];
  passwordStdin?: boolean;
  json?: boolean;
}

function parseUserId(text: string): string {
  if (!/^[^\s\p{Cc}]{1,320}$/u.test(text)) {
    throw new InvalidArgumentError('It must be 1 to 320 characters without spaces.');
  }
  return text;
}

async function readPassword({ readInput }: CommandContext): Promise<string> {
  // The line end is of the shell, not of the password.
  const password = (await readInput()).replace(/\r?\n$/, '');
  if (password.length < shortestPassword || password.length > longestPassword) {
    throw new CommandFailure(`A password has ${shortestPassword} to ${longestPassword} characters.`);
  }
  return password;
}

function namesOf(name = ''): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
