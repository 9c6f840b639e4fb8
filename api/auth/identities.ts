import type { Database } from '../../db/database.js';
import { findActiveApiKey } from '../../db/identity/api-keys.js';
import { findActivePerson } from '../../db/identity/people.js';
import type { Caller } from '../http/caller.js';
import { permissionsOf } from '../http/roles.js';
import { OnlyProducts } from './only-products.js';
import type { VerifiedTokens } from './tokens.js';

export interface KnownKey {
  secretSha256: Buffer;
  caller: Caller;
}

/** Callers, as the database has them now. */
export class Identities {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** An API key, unless it is revoked. */
  async apiKey(key: string): Promise<KnownKey | undefined> {
    const found = await findActiveApiKey(this.#db, key);
    if (!found) return undefined;
    const { secretSha256, organizationId, organization, label, eventTypes, productIds } = found;
    const organizationName = organization?.name ?? '';
    const name = label || key;
    return {
      secretSha256,
      caller: {
        ...{ kind: 'API_KEY', organizationId, organizationName, name, apiKey: key },
        permissions: permissionsOf(found),
        ...(eventTypes !== null && { eventTypes: new Set(eventTypes) }),
        ...(productIds !== null && {
          onlyProducts: new OnlyProducts(this.#db, organizationId, productIds),
        }),
      },
    };
  }

  /** The person of a token, unless disabled, or signed out since. */
  async person({ personId, tokenGeneration }: VerifiedTokens): Promise<Caller | undefined> {
    const found = await findActivePerson(this.#db, { id: personId, tokenGeneration });
    if (!found) return undefined;
    const { organizationId, organization, firstName, lastName, userId } = found;
    const organizationName = organization?.name ?? '';
    const name = `${firstName} ${lastName}`.trim() || userId;
    return {
      kind: 'USER',
      organizationId,
      organizationName,
      name,
      personId,
      permissions: permissionsOf(found),
    };
  }
}
