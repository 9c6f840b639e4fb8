import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { PartialModelObject } from 'objection';
import type { AssistantTerms } from '../../domain/assistants/terms.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { ApiKey } from '../models/api-key.js';
import { Product } from '../models/product.js';
import type { Changing } from './changing.js';
import { generateKey, generateSecret, hashSecret } from './secrets.js';

export interface NewApiKey {
  /** If an earlier attempt may have created it: its secret is replaced. */
  id?: string | undefined;
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
  /** For assistants only, whose acts are bound to this. */
  assistant?: AssistantTerms | undefined;
  /** Default: it does not expire. */
  expiresAt?: Date | undefined;
}

export interface KeyWithSecret {
  apiKey: ApiKey;
  /** It is not stored, and cannot be shown again. */
  secret: string;
}

/** A key, or one of an organization. */
export type WhichKey = string | { organizationId: string; key: string };

/** Creates a key with its secret. */
export async function createApiKey(
  db: Database,
  key: NewApiKey,
  { check, ...who }: Changing = {},
): Promise<KeyWithSecret> {
  const { id = randomUUID(), organizationId, label = '', roles = [] } = key;
  const { permissions = roles.length > 0 ? [] : ['*'], eventTypes, productIds, assistant = null } = key;
  const { expiresAt = null } = key;
  const secret = generateSecret();
  const secretSha256 = hashSecret(secret);
  const given = {
    permissions: [...permissions],
    roles: [...roles],
    eventTypes: eventTypes ? [...eventTypes] : null,
    productIds: productIds ? [...productIds] : null,
  };
  return db.transaction(async (trx) => {
    await check?.(trx);
    const earlier = await ApiKey.query(trx).modify('visibleTo', organizationId).findById(id);
    if (earlier) return { apiKey: await earlier.$query(trx).patchAndFetch({ secretSha256 }), secret };
    const apiKey = await ApiKey.query(trx).insertAndFetch({
      id,
      organizationId,
      key: generateKey(),
      secretSha256,
      label,
      expiresAt,
      assistant,
      ...given,
    });
    await auditKey(trx, 'KEY_CREATED', apiKey, who, {
      label,
      ...given,
      ...(assistant && { terms: assistant as JsonObject }),
      ...expiryOf(apiKey),
    });
    return { apiKey, secret };
  });
}

/** Of these products, those that the organization neither owns nor is licensed to use: no key is for them. */
export async function unseenProducts(db: Database, organizationId: string, ids: string[]): Promise<string[]> {
  const seen = await Product.query(db).findByIds(ids).modify('visibleTo', organizationId).select('id');
  return ids.filter((id) => !seen.some((product) => product.id === id));
}

const lastUsedAt = '(select last_used_at from api_key_uses where api_key_uses.key = api_keys.key)';
/** A query of keys with their last use. */
export const withLastUse = (db: Database) =>
  ApiKey.query(db).select('api_keys.*', db.raw(`${lastUsedAt} as last_used_at`));

/** Keys with their organizations and last use, oldest first: those of one organization, or all. */
export async function listApiKeys(db: Database, organizationId?: string): Promise<ApiKey[]> {
  const query = withLastUse(db).withGraphFetched('organization').orderBy('api_keys.created_at');
  return organizationId === undefined ? query : query.modify('visibleTo', organizationId);
}

/**
 * Revokes a key; every API process refuses it within moments. Returns the key, and `undefined` if there is
 * none. Revoking twice keeps the first time.
 */
export async function revokeApiKey(
  db: Database,
  which: WhichKey,
  by?: Changing,
): Promise<ApiKey | undefined> {
  return changeKey(db, which, {
    action: 'KEY_REVOKED',
    by,
    change: ({ revokedAt }) => (revokedAt === null ? { revokedAt: new Date() } : undefined),
  });
}

/**
 * Gives a key another secret. The one before stays valid until `previousUntil`; any earlier one ends at once. Returns
 * `undefined` if there is no such key, or if it is revoked.
 */
export async function rotateApiKey(
  db: Database,
  { key, previousUntil, expiresAt }: { key: WhichKey; previousUntil: Date; expiresAt?: Date | undefined },
  by?: Changing,
): Promise<KeyWithSecret | undefined> {
  const secret = generateSecret();
  const change = ({ revokedAt, secretSha256 }: ApiKey) =>
    revokedAt === null
      ? {
          secretSha256: hashSecret(secret),
          previousSecretSha256: secretSha256,
          previousSecretUntil: previousUntil,
          ...(expiresAt && { expiresAt }),
        }
      : undefined;
  const apiKey = await changeKey(db, key, { action: 'KEY_ROTATED', change, by });
  return apiKey && apiKey.revokedAt === null ? { apiKey, secret } : undefined;
}

/** The key with its organization, revoked and expired ones too. */
export async function findApiKey(db: Database, key: string): Promise<ApiKey | undefined> {
  return ApiKey.query(db).findOne({ key }).withGraphJoined('organization');
}

/** Keeps when keys were used last. */
export async function recordKeyUses(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  // Ordered, so that two processes never wait for each other's rows.
  const rows = [...uses].map(([key, at]) => ({ key, last_used_at: at })).sort(byKey);
  await db('api_key_uses')
    .insert(rows)
    .onConflict('key')
    .merge({ last_used_at: db.raw('greatest(api_key_uses.last_used_at, excluded.last_used_at)') });
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

interface KeyChange {
  action: AuditedAction;
  /** Undefined if there is nothing to change. */
  change(apiKey: ApiKey): PartialModelObject<ApiKey> | undefined;
  by?: Changing | undefined;
}

async function changeKey(
  db: Database,
  which: WhichKey,
  { action, change, by: { check, ...who } = {} }: KeyChange,
): Promise<ApiKey | undefined> {
  return db.transaction(async (trx) => {
    const apiKey = await selected(trx, which).forUpdate().first();
    if (apiKey) await check?.(trx, apiKey);
    const changes = apiKey && change(apiKey);
    if (!changes) return apiKey;
    const changed = await ApiKey.query(trx).patchAndFetchById(apiKey.id, changes);
    await auditKey(trx, action, changed, who, action === 'KEY_ROTATED' ? expiryOf(changed) : {});
    return changed;
  });
}

function selected(db: Knex, which: WhichKey) {
  return typeof which === 'string'
    ? ApiKey.query(db).findOne('key', which)
    : ApiKey.query(db).modify('visibleTo', which.organizationId).findOne('key', which.key);
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
  who: Who,
  details: JsonObject,
): Promise<void> {
  await recordAudit(trx, { ...who, action, organizationId, targetId: key, details });
}
