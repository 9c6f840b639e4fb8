import type { Database } from '../../db/database.js';
import { findActiveApiKey } from '../../db/identity/api-keys.js';
import { findActivePerson } from '../../db/identity/people.js';
import type { Caller } from '../http/caller.js';

export interface KnownKey {
  secretSha256: Buffer;
  caller: Caller;
}

/** Who may call, as the database has it now. */
export interface Identities {
  /** An API key that is not revoked. */
  apiKey(key: string): Promise<KnownKey | undefined>;
  /** A person who is not disabled. */
  person(personId: string): Promise<Caller | undefined>;
}

export function createIdentities(db: Database): Identities {
  return {
    async apiKey(key) {
      const found = await findActiveApiKey(db, key);
      if (!found) return undefined;
      const { secretSha256, organizationId, organization, permissions } = found;
      const organizationName = organization?.name ?? '';
      return { secretSha256, caller: { kind: 'API_KEY', organizationId, organizationName, permissions } };
    },
    async person(personId) {
      const found = await findActivePerson(db, personId);
      if (!found) return undefined;
      const { organizationId, organization, permissions } = found;
      const organizationName = organization?.name ?? '';
      return { kind: 'USER', organizationId, organizationName, personId, permissions };
    },
  };
}
