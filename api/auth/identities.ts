import type { Database } from '../../db/database.js';
import { findApiKey } from '../../db/identity/api-keys.js';
import { type PasswordsOff, passwordsAreOff } from '../../db/identity/passwords-off.js';
import { findActivePerson } from '../../db/identity/people.js';
import type { ApiKey } from '../../db/models/api-key.js';
import type { Caller } from '../http/caller.js';
import { callerOfPerson } from '../http/person.js';
import { permissionsOf } from '../http/roles.js';
import { OnlyProducts } from './only-products.js';
import type { VerifiedTokens } from './tokens.js';

export interface KnownKey {
  /** Those that are valid now, with when they end, in milliseconds since 1970. None of a key that is not valid. */
  secrets: readonly { sha256: Buffer; endsAtMs: number }[];
  caller: Caller;
}

/** Callers, as the database has them now. */
export class Identities {
  constructor(
    private readonly db: Database,
    private readonly now: () => Date,
    private readonly passwordsOff: PasswordsOff,
  ) {}

  /** An API key, also one that is revoked or has expired. */
  async apiKey(key: string): Promise<KnownKey | undefined> {
    const found = await findApiKey(this.db, key);
    if (!found) return undefined;
    const { organizationId, organization, label, eventTypes, productIds, assistant } = found;
    const organizationName = organization?.name ?? '';
    const name = label || key;
    return {
      secrets: secretsOf(found, this.now()),
      caller: {
        kind: 'API_KEY',
        organizationId,
        organizationName,
        name,
        apiKey: key,
        permissions: permissionsOf(found),
        ...(assistant !== null && { assistantTerms: assistant }),
        ...(eventTypes !== null && { eventTypes: new Set(eventTypes) }),
        ...(productIds !== null && {
          onlyProducts: new OnlyProducts(this.db, organizationId, productIds),
        }),
      },
    };
  }

  /** The person of a token, which a password got, unless disabled, signed out or without passwords since. */
  async person({ personId, tokenGeneration }: VerifiedTokens): Promise<Caller | undefined> {
    const found = await findActivePerson(this.db, { id: personId, tokenGeneration });
    return found && !passwordsAreOff(this.passwordsOff, found.organizationId)
      ? callerOfPerson(found)
      : undefined;
  }
}

function secretsOf({ secretSha256, previousSecretSha256, ...key }: ApiKey, now: Date): KnownKey['secrets'] {
  if (key.revokedAt !== null) return [];
  const keyEndsAtMs = key.expiresAt?.getTime() ?? Infinity;
  const previousEndsAtMs = Math.min(keyEndsAtMs, key.previousSecretUntil?.getTime() ?? 0);
  return [
    { sha256: secretSha256, endsAtMs: keyEndsAtMs },
    ...(previousSecretSha256 === null ? [] : [{ sha256: previousSecretSha256, endsAtMs: previousEndsAtMs }]),
  ].filter(({ endsAtMs }) => endsAtMs > now.getTime());
}
