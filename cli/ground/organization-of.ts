import type { Database } from '../../db/database.js';
import { findOrganizations } from '../../db/identity/organizations.js';
import type { Organization } from '../../db/models/organization.js';
import { CommandFailure } from './command-failure.js';

/** The only organization with that id or name. */
export async function organizationOf(db: Database, idOrName: string): Promise<Organization> {
  const [organization, another] = await findOrganizations(db, idOrName);
  if (!organization) throw new CommandFailure(`There is no organization ${idOrName}.`);
  if (another) {
    throw new CommandFailure(`Several organizations are named ${idOrName}; give an id instead.`);
  }
  return organization;
}
