import type { Command } from 'commander';
import { roleNames } from '../../api/http/roles.js';
import type { Who } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { listUsers } from '../../db/identity/people.js';
import { OfProvider } from '../../db/identity/provider-identities.js';
import {
  changePassword,
  changeRoles,
  disableUser,
  enableUser,
  signOutUser,
} from '../../db/identity/user-changes.js';
import type { Person } from '../../db/models/person.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import { grantText, parsePermissions, parseRoles } from './identity-options.js';
import { newPassword } from './password-input.js';

/** Adds the commands for existing users: `list`, `disable`, `enable`, `sign-out`, `password` and `roles`. */
export function addUserChanges(command: Command, context: CommandContext): void {
  addList(command, context);
  const disable = 'refuse a user from now on, and end their tokens';
  addSwitch(command, context, {
    name: 'disable',
    description: disable,
    change: disableUser,
    done: 'Disabled',
  });
  const enable = 'allow a disabled user again';
  addSwitch(command, context, { name: 'enable', description: enable, change: enableUser, done: 'Enabled' });
  addSwitch(command, context, {
    name: 'sign-out',
    description: 'end all tokens of a user, who can sign in again',
    change: signOutUser,
    done: 'Signed out',
  });
  addPassword(command, context);
  addRoles(command, context);
}

function addList(command: Command, context: CommandContext): void {
  command
    .command('list')
    .description('list users')
    .option('--organization <id or name>', 'only users of this organization')
    .option('--json', 'print JSON')
    .action(async ({ organization, json }: { organization?: string; json?: boolean }) => {
      const users = await context.withDatabase(async (db) =>
        listUsers(db, organization === undefined ? undefined : (await organizationOf(db, organization)).id),
      );
      const lines = users.length > 0 ? users.map(lineOf) : ['There are no users.'];
      report(context, { json, result: users.map(described), lines });
    });
}

interface Switch {
  name: string;
  description: string;
  change(db: Database, userId: string, who: Who): Promise<Person | undefined>;
  /** The verb of the confirmation. */
  done: string;
}

function addSwitch(
  command: Command,
  context: CommandContext,
  { name, description, change, done }: Switch,
): void {
  command
    .command(name)
    .description(description)
    .argument('<user id>', 'the user id for sign-in')
    .option('--json', 'print JSON')
    .action(async (userId: string, { json }: { json?: boolean }) => {
      const person = known(
        await context.withDatabase((db) => change(db, userId, { by: operator() })),
        userId,
      );
      report(context, { json, result: described(person), lines: [`${done} user ${person.userId}`] });
    });
}

function addPassword(command: Command, context: CommandContext): void {
  command
    .command('password')
    .description('replace the password of a user, and end their tokens')
    .argument('<user id>', 'the user id for sign-in')
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option('--json', 'print JSON')
    .action(async (userId: string, options: { passwordStdin?: boolean; json?: boolean }) => {
      const { password, shown, lines } = await newPassword(context, options);
      const changed = await context.withDatabase((db) =>
        changePassword(db, userId, password, { by: operator() }).catch((error: unknown) => {
          throw error instanceof OfProvider ? new CommandFailure(`${userId}: ${error.message}.`) : error;
        }),
      );
      const person = known(changed, userId);
      report(context, {
        json: options.json,
        result: { ...described(person), ...shown },
        lines: [`Replaced the password of user ${person.userId}`, ...lines],
      });
    });
}

function addRoles(command: Command, context: CommandContext): void {
  command
    .command('roles')
    .description('replace the roles and permissions of a user, at once')
    .argument('<user id>', 'the user id for sign-in')
    .requiredOption('--roles <list>', `separated by commas, of ${roleNames.join(', ')}`, parseRoles)
    .option('--permissions <list>', 'further permissions, separated by commas', parsePermissions)
    .option('--json', 'print JSON')
    .action(async (userId: string, { roles, permissions = [], json }: RolesOptions) => {
      const changed = await context.withDatabase((db) =>
        changeRoles(db, userId, { roles, permissions }, { by: operator() }),
      );
      const person = known(changed, userId);
      const lines = [`User ${person.userId} has the roles ${roles.join(', ')}`];
      report(context, { json, result: described(person), lines });
    });
}

interface RolesOptions {
  roles: string[];
  permissions?: string[];
  json?: boolean;
}

function known(person: Person | undefined, userId: string): Person {
  if (!person) throw new CommandFailure(`There is no user ${userId}.`);
  return person;
}

function described({
  id,
  organizationId,
  userId,
  firstName,
  lastName,
  permissions,
  roles,
  createdAt,
  disabledAt,
}: Person) {
  return {
    personId: id,
    organizationId,
    userId,
    firstName,
    lastName,
    permissions,
    roles,
    createdAt,
    disabledAt,
  };
}

function lineOf(person: Person): string {
  const { userId, organization, firstName, lastName, createdAt, disabledAt } = person;
  const name = `${firstName} ${lastName}`.trim();
  const state = disabledAt ? `disabled ${disabledAt.toISOString()}` : 'active';
  return [userId, organization?.name, name, grantText(person), createdAt.toISOString(), state].join('  ');
}
