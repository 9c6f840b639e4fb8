import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { PartialModelObject } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { ApiKey } from '../models/api-key.js';
import { generateKey, generateSecret, hashSecret } from './secrets.js';

export interface NewApiKey {
  organizationId: string;
  /** Its purpose, for people. */
  label?: string;
  /** Default: all, unless there are roles. */
  permissions?: readonly string[];
  roles?: readonly string[];
  /** The only event types that it can fire; default: no restriction. */
  eventTypes?: readonly string[];
  /** The only products that it can use; default: no restriction. */
  productIds?: readonly string[];
  /** Default: it does not expire. */
  expiresAt?: Date | undefined;
}

export interface KeyWithSecret {
  apiKey: ApiKey;
  /** It is not stored, and cannot be shown again. */
  secret: string;
}

/** Creates a key with its secret. */
export async function createApiKey(db: Database, key: NewApiKey, who?: Who): Promise<KeyWithSecret> {
  const { organizationId, label = '', roles = [], permissions = roles.length > 0 ? [] : ['*'] } = key;
  const { eventTypes = null, productIds = null, expiresAt = null } = key;
  const secret = generateSecret();
  const given = {
    ...{ permissions: [...permissions], roles: [...roles] },
    ...{ eventTypes: eventTypes && [...eventTypes], productIds: productIds && [...productIds] },
  };
  return db.transaction(async (trx) => {
    const apiKey = await ApiKey.query(trx).insertAndFetch({
      ...{ id: randomUUID(), organizationId, key: generateKey(), secretSha256: hashSecret(secret) },
      ...{ label, expiresAt, ...given },
    });
    await auditKey(trx, 'KEY_CREATED', apiKey, who, { label, ...given, ...expiryOf(apiKey) });
    return { apiKey, secret };
  });
}

/** Keys with their organizations and last use, oldest first: those of one organization, or all. */
export async function listApiKeys(db: Database, organizationId?: string): Promise<ApiKey[]> {
  const lastUsedAt = '(select last_used_at from api_key_uses where api_key_uses.key = api_keys.key)';
  const query = ApiKey.query(db)
    .select('api_keys.*', db.raw(`${lastUsedAt} as last_used_at`))
    .withGraphFetched('organization')
    .orderBy('api_keys.created_at');
  return organizationId === undefined ? query : query.where('api_keys.organization_id', organizationId);
}

/**
 * Revokes a key; every API process refuses it within moments. Returns the key, and `undefined` if there is
 * none. Revoking twice keeps the first time.
 */
export async function revokeApiKey(db: Database, key: string, who?: Who): Promise<ApiKey | undefined> {
  return changeKey(db, key, {
    ...{ action: 'KEY_REVOKED', who },
    change: ({ revokedAt }) => (revokedAt === null ? { revokedAt: new Date() } : undefined),
  });
}

/**
 * Gives a key another secret. The one before stays valid until `previousUntil`; any earlier one ends at once. Returns
 * `undefined` if there is no such key, or if it is revoked.
 */
export async function rotateApiKey(
  db: Database,
  { key, previousUntil, expiresAt }: { key: string; previousUntil: Date; expiresAt?: Date | undefined },
  who?: Who,
): Promise<KeyWithSecret | undefined> {
  const secret = generateSecret();
  const change = ({ revokedAt, secretSha256 }: ApiKey) =>
    revokedAt === null
      ? {
          ...{ secretSha256: hashSecret(secret), previousSecretSha256: secretSha256 },
          ...{ previousSecretUntil: previousUntil, ...(expiresAt && { expiresAt }) },
        }
      : undefined;
  const apiKey = await changeKey(db, key, { action: 'KEY_ROTATED', change, who });
  return apiKey && apiKey.revokedAt === null ? { apiKey, secret } : undefined;
}

/** The key with its organization, revoked and expired ones too. */
export async function findApiKey(db: Database, key: string): Promise<ApiKey | undefined> {
  return ApiKey.query(db).findOne({ key }).withGraphJoined('organization');
}

/** Keeps when keys were used last. */
export async function recordKeyUses(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  // Ordered, so that two processes never wait for each other's rows.
  await db.raw(
    `insert into api_key_uses as known (key, last_used_at)
     select * from unnest(?::text[], ?::timestamptz[]) as used (key, last_used_at) order by key
     on conflict (key) do update set last_used_at = greatest(known.last_used_at, excluded.last_used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}

interface KeyChange {
  action: AuditedAction;
  /** Undefined if there is nothing to change. */
  change(apiKey: ApiKey): PartialModelObject<ApiKey> | undefined;
  who?: Who | undefined;
}

async function changeKey(
  db: Database,
  key: string,
  { action, change, who }: KeyChange,
): Promise<ApiKey | undefined> {
  return db.transaction(async (trx) => {
    const apiKey = await ApiKey.query(trx).findOne({ key }).forUpdate();
    const changes = apiKey && change(apiKey);
    if (!changes) return apiKey;
    const changed = await ApiKey.query(trx).patchAndFetchById(apiKey.id, changes);
    await auditKey(trx, action, changed, who, action === 'KEY_ROTATED' ? expiryOf(changed) : {});
    return changed;
  });
}

/** When a key and its previous secret expire, as far as they do. */
function expiryOf({ expiresAt, previousSecretUntil }: ApiKey): JsonObject {
  return {
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(previousSecretUntil && { previousSecretUntil: previousSecretUntil.toISOString() }),
  };
}

async function auditKey(
  trx: Knex,
  action: AuditedAction,
  { key, organizationId }: ApiKey,
  who: Who | undefined,
  details: JsonObject,
): Promise<void> {
  await recordAudit(trx, { ...who, action, organizationId, targetId: key, details });
}
