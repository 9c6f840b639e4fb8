import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.js';
import { findActiveApiKey } from '../../db/identity/api-keys.js';
import { findActivePerson } from '../../db/identity/people.js';
import type { Caller } from '../http/caller.js';

export interface KnownKey {
  secretSha256: Buffer;
  caller: Caller;
}

/** Who may call, from the database or from memory. */
export interface Identities {
  /** An API key that is not revoked. */
  apiKey(key: string): Promise<KnownKey | undefined>;
  /** A person who is not disabled. */
  person(personId: string): Promise<Caller | undefined>;
  /** Forgets what is in memory, because something changed or may have changed. */
  forget(): void;
}

export interface IdentityOptions {
  db: Database;
  /** Whether changes are heard of now. While not, nothing is answered from memory. */
  hearsChanges(): boolean;
}

/** The channel of the database's triggers on organizations, people and API keys. */
export const identityChannel = 'identity_changed';

const maxIdentities = 10_000;
/** Bounds how long a change could go unnoticed if a notification were lost after all. */
const maxAgeMs = 60_000;

/** Identities kept in memory, so that a request costs no query to authenticate. */
export function createIdentities({ db, hearsChanges }: IdentityOptions): Identities {
  let changes = 0;
  const cacheOf = <Value extends object>(load: (id: string) => Promise<Value | undefined>) => {
    const cache = new LRUCache<string, Value>({ max: maxIdentities, ttl: maxAgeMs });
    const find = async (id: string) => {
      const known = hearsChanges() ? cache.get(id) : undefined;
      if (known) return known;
      const changesBefore = changes;
      const value = await load(id);
      // What was read before a change must not outlive the news of it.
      if (value && changes === changesBefore) cache.set(id, value);
      return value;
    };
    return { find, clear: () => cache.clear() };
  };

  const keys = cacheOf((key) => loadKey(db, key));
  const people = cacheOf((personId) => loadPerson(db, personId));

  return {
    apiKey: keys.find,
    person: people.find,
    forget() {
      changes += 1;
      keys.clear();
      people.clear();
    },
  };
}

async function loadKey(db: Database, key: string): Promise<KnownKey | undefined> {
  const found = await findActiveApiKey(db, key);
  if (!found) return undefined;
  const { secretSha256, organizationId, organization, permissions } = found;
  const organizationName = organization?.name ?? '';
  return { secretSha256, caller: { kind: 'API_KEY', organizationId, organizationName, permissions } };
}

async function loadPerson(db: Database, personId: string): Promise<Caller | undefined> {
  const found = await findActivePerson(db, personId);
  if (!found) return undefined;
  const { organizationId, organization, permissions } = found;
  return { kind: 'USER', organizationId, organizationName: organization?.name ?? '', personId, permissions };
}
