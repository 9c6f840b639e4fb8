import type { Knex } from 'knex';
import { ApiKey } from '../models/api-key.js';
import { Organization } from '../models/organization.js';
import { Person } from '../models/person.js';

/**
 * The user or key that changes other ones, as it is now; undefined if it was disabled or revoked meanwhile. From now on
 * until the end of the transaction nobody else changes users and keys of the organization: two administrators cannot
 * disable each other.
 */
export async function lockedAdministrator(
  trx: Knex,
  { organizationId, personId, apiKey }: { organizationId: string; personId?: string; apiKey?: string },
): Promise<Person | ApiKey | undefined> {
  await Organization.query(trx).findById(organizationId).select('id').forNoKeyUpdate();
  if (personId !== undefined) return Person.query(trx).findById(personId).whereNull('disabled_at');
  return ApiKey.query(trx)
    .findOne('key', apiKey ?? '')
    .whereNull('revoked_at');
}
