import type { Database } from '../../db/database.js';
import { createApiKey, revokeApiKey, rotateApiKey, unseenProducts } from '../../db/identity/api-keys.js';
import { readApiKey, readApiKeys } from '../../db/identity/read-identities.js';
import type { ApiKey } from '../../db/models/api-key.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import type { KeyCreation, KeyQuery, KeyRotation, KeyView } from './key-schemas.js';
import { administrator } from './rules.js';

/** The API keys of the caller's organization. Those of others are not found. */
export class Keys {
  constructor(private readonly uses: { db: Database; now: () => Date }) {}

  async list({ organizationId }: Caller, { page, size, ...filter }: KeyQuery) {
    const limits = listLimits({ page, size }, 'key');
    const { keys, total, isExact } = await readApiKeys(this.uses.db, organizationId, filter, limits);
    const views = keys.map((key) => this.#view(key));
    return { ...pageOf(views, { page, size }, total), totalIsExact: isExact };
  }

  async read({ organizationId }: Caller, key: string): Promise<KeyView> {
    return this.#view(found(await readApiKey(this.uses.db, { organizationId, key }), key));
  }

  /**
   * Returns the key with its secret, which is shown only this once.
   *
   * @param id of the key's row, if an earlier attempt may have created it.
   */
  async create(caller: Caller, { expiresTimestamp, ...creation }: KeyCreation, id: string | undefined) {
    const { organizationId } = caller;
    const unseen = await unseenProducts(this.uses.db, organizationId, creation.productIds ?? []);
    if (unseen.length > 0) {
      const detail = `the organization can use no product ${unseen.join(', ')}`;
      throw new BadRequest([{ field: 'productIds', detail }]);
    }
    const expiresAt = this.#future(expiresTimestamp);
    const by = administrator(caller, { given: creation, endOf: () => expiresAt ?? null });
    const { apiKey, secret } = await createApiKey(
      this.uses.db,
      { ...creation, id, organizationId, expiresAt },
      by,
    );
    return { ...this.#view(apiKey), apiSecret: secret };
  }

  async rotate(caller: Caller, key: string, { previousValidHours, expiresTimestamp }: KeyRotation) {
    const { organizationId } = caller;
    const previousUntil = new Date(this.uses.now().getTime() + previousValidHours * 3_600_000);
    const expiresAt = this.#future(expiresTimestamp);
    const rotation = { key: { organizationId, key }, previousUntil, expiresAt };
    const endOf = (current: object | undefined) =>
      expiresAt ?? (current && 'expiresAt' in current ? (current as ApiKey).expiresAt : null);
    const rotated = await rotateApiKey(this.uses.db, rotation, administrator(caller, { endOf }));
    if (rotated === undefined) {
      found(await readApiKey(this.uses.db, { organizationId, key }), key);
      throw new Conflict(`the API key ${key} is revoked: create another one`);
    }
    return { ...this.#view(rotated.apiKey), apiSecret: rotated.secret };
  }

  async revoke(caller: Caller, key: string): Promise<KeyView> {
    const { organizationId } = caller;
    const notOneself = 'a key does not revoke itself: use another one';
    const by = administrator(caller, { notOneself });
    return this.#view(found(await revokeApiKey(this.uses.db, { organizationId, key }, by), key));
  }

  #future(timestamp: string | undefined): Date | undefined {
    if (timestamp === undefined) return undefined;
    const at = new Date(timestamp);
    if (at > this.uses.now()) return at;
    throw new BadRequest([{ field: 'expiresTimestamp', detail: 'must be in the future' }]);
  }

  #view({ key, label, roles, permissions, eventTypes, productIds, assistant, ...apiKey }: ApiKey): KeyView {
    const { createdAt, lastUsedAt = null, expiresAt, revokedAt, previousSecretUntil } = apiKey;
    const now = this.uses.now();
    const hasPrevious = previousSecretUntil !== null && previousSecretUntil > now;
    return {
      apiKey: key,
      label,
      roles,
      permissions,
      ...(eventTypes !== null && { eventTypes }),
      ...(productIds !== null && { productIds }),
      ...(assistant !== null && { assistant }),
      active: revokedAt === null && (expiresAt === null || expiresAt > now),
      createdTimestamp: createdAt.toISOString(),
      ...(lastUsedAt !== null && { lastUsedTimestamp: lastUsedAt.toISOString() }),
      ...(expiresAt !== null && { expiresTimestamp: expiresAt.toISOString() }),
      ...(revokedAt !== null && { revokedTimestamp: revokedAt.toISOString() }),
      ...(hasPrevious && { previousValidUntilTimestamp: previousSecretUntil.toISOString() }),
    };
  }
}

function found(apiKey: ApiKey | undefined, key: string): ApiKey {
  if (apiKey === undefined) throw new NotFound('API key', key);
  return apiKey;
}
