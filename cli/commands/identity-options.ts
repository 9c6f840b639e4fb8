import { InvalidArgumentError } from 'commander';
import { permissionNames } from '../../api/http/permissions.js';
import type { Database } from '../../db/database.js';
import { findOrganizations } from '../../db/identity/organizations.js';
import type { Organization } from '../../db/models/organization.js';
import { CommandFailure } from '../ground/command-failure.js';

/** Reads `--permissions a,b`; refuses unknown permissions. */
export function parsePermissions(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const known: readonly string[] = ['*', ...permissionNames];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `Not a permission: ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  }
  return names;
}

/** Reads a non-empty name of one line. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('It must be a line of 1 to 200 characters.');
  }
  return name;
}

/** The only organization with that id or name. */
export async function organizationOf(db: Database, idOrName: string): Promise<Organization> {
  const [organization, another] = await findOrganizations(db, idOrName);
  if (!organization) throw new CommandFailure(`There is no organization ${idOrName}.`);
  if (another) {
    throw new CommandFailure(`Several organizations are named ${idOrName}; give an id instead.`);
  }
  return organization;
}
