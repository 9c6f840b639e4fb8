import { InvalidArgumentError } from 'commander';
import { formerPermissions, permissionNames } from '../../api/http/permissions.js';
import { type Given, roleNames } from '../../api/http/roles.js';
import { eventTypes } from '../../domain/events/catalogue.js';

/** Reads `--permissions a,b`; refuses unknown permissions. */
export const parsePermissions = namesFrom('a permission', [
  '*',
  ...permissionNames,
  ...formerPermissions.keys(),
]);

/** Reads `--roles a,b`; refuses unknown roles. */
export const parseRoles = namesFrom('a role', roleNames);

/** Reads `--events A,B`; refuses unknown event types. */
export const parseEventTypes = namesFrom('an event type', eventTypes);

/** What a key or user may do, as a line of a list has it. */
export function grantText({ permissions, roles }: Given): string {
  return [...roles, ...permissions].join(',');
}

function namesFrom(what: string, known: readonly string[]) {
  return (text: string): string[] => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new InvalidArgumentError(`Not ${what}: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    }
    return names;
  };
}

/** Reads a non-empty name of one line. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('It must be a line of 1 to 200 characters.');
  }
  return name;
}
