import { randomUUID } from 'node:crypto';
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
}

/** Creates a key and returns its secret, which is not stored and cannot be shown again. */
export async function createApiKey(
  db: Database,
  key: NewApiKey,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { organizationId, label = '', roles = [], permissions = roles.length > 0 ? [] : ['*'] } = key;
  const { eventTypes = null, productIds = null } = key;
  const secret = generateSecret();
  const apiKey = await ApiKey.query(db).insertAndFetch({
    id: randomUUID(),
    organizationId,
    key: generateKey(),
    secretSha256: hashSecret(secret),
    label,
    permissions: [...permissions],
    roles: [...roles],
    eventTypes: eventTypes && [...eventTypes],
    productIds: productIds && [...productIds],
  });
  return { apiKey, secret };
}

/** Keys with their organizations, oldest first: those of one organization, or all. */
export async function listApiKeys(db: Database, organizationId?: string): Promise<ApiKey[]> {
  const query = ApiKey.query(db).withGraphJoined('organization').orderBy('api_keys.created_at');
  return organizationId === undefined ? query : query.where('api_keys.organization_id', organizationId);
}

/**
 * Revokes a key; every API process refuses it within moments. Returns the key, and `undefined` if there is
 * none. Revoking twice keeps the first time.
 */
export async function revokeApiKey(db: Database, key: string): Promise<ApiKey | undefined> {
  await ApiKey.query(db).where({ key }).whereNull('revoked_at').patch({ revokedAt: new Date() });
  return ApiKey.query(db).findOne({ key });
}

/** The key with its organization; `undefined` if unknown or revoked. */
export async function findActiveApiKey(db: Database, key: string): Promise<ApiKey | undefined> {
  return ApiKey.query(db).findOne({ key }).whereNull('api_keys.revoked_at').withGraphJoined('organization');
}
