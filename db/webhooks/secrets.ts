import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { WebhookSecret } from '../models/webhook-secret.js';

/** The most valid secrets of an endpoint: each adds a signature to every notification. */
export const mostSecrets = 5;

/** A secret in the format of Standard Webhooks: 256 random bits after `whsec_`. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The secrets that sign an endpoint's notifications now, the current one first. */
export async function secretsOf(db: Knex, endpointId: string, now: Date): Promise<string[]> {
  const valid = await WebhookSecret.query(db)
    .where('endpoint_id', endpointId)
    .where((either) => either.whereNull('valid_until').orWhere('valid_until', '>', now))
    .orderByRaw('valid_until desc nulls first, id')
    .select('secret');
  return valid.map(({ secret }) => secret);
}

/** The secret of an endpoint that does not expire. */
export async function currentSecretOf(db: Knex, endpointId: string): Promise<string> {
  const current = await WebhookSecret.query(db)
    .findOne('endpoint_id', endpointId)
    .whereNull('valid_until')
    .throwIfNotFound();
  return current.secret;
}

export interface Rotation extends Who {
  /** Of the secret, if an earlier attempt may have made it. */
  id?: string | undefined;
  organizationId: string;
  endpointId: string;
  now: Date;
  /** When earlier secrets expire, at the latest. */
  previousValidUntil: Date;
}

/**
 * The new secret; `UNKNOWN` if there is no such endpoint, `TOO_MANY` if it has the maximum of valid secrets.
 */
export async function rotateSecret(
  db: Database,
  { id = randomUUID(), organizationId, endpointId, now, previousValidUntil, ...who }: Rotation,
): Promise<{ secret: string } | 'UNKNOWN' | 'TOO_MANY'> {
  return db.transaction(async (trx) => {
    const endpoint = await WebhookEndpoint.query(trx)
      .modify('visibleTo', organizationId)
      .findById(endpointId)
      .forUpdate();
    if (endpoint === undefined) return 'UNKNOWN';
    const earlier = await WebhookSecret.query(trx).findOne({ id, endpoint_id: endpointId });
    if (earlier) return { secret: earlier.secret };
    if (previousValidUntil > now && (await secretsOf(trx, endpointId, now)).length >= mostSecrets) {
      return 'TOO_MANY';
    }
    const secrets = () => WebhookSecret.query(trx).where('endpoint_id', endpointId);
    await secrets()
      .where((either) => either.whereNull('valid_until').orWhere('valid_until', '>', previousValidUntil))
      .patch({ validUntil: previousValidUntil });
    await secrets().where('valid_until', '<=', now).delete();
    const secret = generateWebhookSecret();
    await WebhookSecret.query(trx).insert({ id, endpointId, secret, createdAt: now });
    const entry = { action: 'WEBHOOK_SECRET_ROTATED', organizationId, targetId: endpointId } as const;
    await recordAudit(trx, { ...who, ...entry });
    return { secret };
  });
}
