import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { subscribesToChanges } from '../../domain/webhooks/change-notices.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import { numberChanges } from '../changes/number-changes.js';
import { keptChanges } from '../changes/read-changes.js';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';
import { WebhookCursor } from '../models/webhook-cursor.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { WebhookSecret } from '../models/webhook-secret.js';
import { cancelPending } from './cancel-deliveries.js';
import { currentSecretOf, generateWebhookSecret } from './secrets.js';
import { resetQueue } from './wake-queues.js';

/** The most endpoints of an organization. */
export const mostEndpoints = 20;

export interface NewEndpoint {
  /** If an earlier attempt may have created it. */
  id?: string | undefined;
  organizationId: string;
  /** Empty: it is polled. */
  url: string;
  description: string;
  eventTypes: string[];
  active: boolean;
}

/** The endpoint of an organization, and who changes it. */
export interface EndpointToChange extends Who {
  organizationId: string;
  endpointId: string;
  now: Date;
}

type Changeable = Omit<NewEndpoint, 'id' | 'organizationId'>;
export type EndpointChange = { [Field in keyof Changeable]?: Changeable[Field] | undefined };

/** An endpoint with its secret, which is shown only once; undefined if the organization has the maximum. */
export async function createEndpoint(
  db: Database,
  { id = randomUUID(), ...endpoint }: NewEndpoint,
  who: Who = {},
): Promise<{ endpoint: WebhookEndpoint; secret: string } | undefined> {
  // It begins after what is committed.
  await numberChanges(db);
  return db.transaction(async (trx) => {
    // Concurrent requests count one after the other.
    await Organization.query(trx).findById(endpoint.organizationId).select('id').forNoKeyUpdate();
    const earlier = await ofOrganization(trx, endpoint.organizationId).findById(id);
    if (earlier) return { endpoint: earlier, secret: await currentSecretOf(trx, id) };
    const existing = await ofOrganization(trx, endpoint.organizationId).resultSize();
    if (existing >= mostEndpoints) return undefined;
    const created = await WebhookEndpoint.query(trx)
      .insert({ id, ...endpoint })
      .returning('*');
    await followFromNow(trx, created.id);
    const secret = generateWebhookSecret();
    await WebhookSecret.query(trx).insert({ id: randomUUID(), endpointId: created.id, secret });
    await auditEndpoint(trx, 'WEBHOOK_CREATED', created, who);
    return { endpoint: created, secret };
  });
}

/** The endpoints of an organization, oldest first. */
export async function listEndpoints(db: Database, organizationId: string): Promise<WebhookEndpoint[]> {
  return ofOrganization(db, organizationId).orderBy(['created_at', 'id']).withGraphFetched('queue');
}

/** Undefined if the organization has no such endpoint. */
export async function findEndpoint(
  db: Knex,
  organizationId: string,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  return ofOrganization(db, organizationId).findById(endpointId).withGraphFetched('queue');
}

/**
 * Changes the given fields. Pending deliveries of an endpoint that is disabled are canceled. Another URL ends
 * a pause.
 *
 * @param check is called with the locked endpoint before it is changed; throws if it is another than expected.
 */
export async function changeEndpoint(
  db: Database,
  { organizationId, endpointId, now, ...who }: EndpointToChange,
  change: EndpointChange,
  check?: (current: WebhookEndpoint) => void,
): Promise<WebhookEndpoint | undefined> {
  await numberChanges(db);
  return db.transaction(async (trx) => {
    const current = await ofOrganization(trx, organizationId).findById(endpointId).forUpdate();
    if (current === undefined) return undefined;
    check?.(await current.$fetchGraph('queue', { transaction: trx }));
    const [changed] = await ofOrganization(trx, organizationId)
      .where('id', endpointId)
      .patch({
        ...change,
        // The reason was the service's; a change by hand supersedes it.
        ...(change.active !== undefined && { disabledReason: null }),
        updatedAt: now,
      })
      .returning('*');
    if (changed) await auditEndpoint(trx, 'WEBHOOK_CHANGED', changed, who);
    // What changed before is not told later.
    if (changed && isFollowing(changed) && !isFollowing(current)) await followFromNow(trx, endpointId);
    if (changed?.active === false) await cancelPending(trx, endpointId, 'the endpoint was disabled', now);
    // Its failures were those of another address, or of before it was repaired.
    if (changed && (change.url !== undefined || change.active)) await resetQueue(trx, endpointId);
    return changed?.$fetchGraph('queue', { transaction: trx });
  });
}

/** Deletes an endpoint with its secrets and cancels pending deliveries. False if there is none. */
export async function deleteEndpoint(
  db: Database,
  { organizationId, endpointId, now, ...who }: EndpointToChange,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [deleted] = await ofOrganization(trx, organizationId)
      .where('id', endpointId)
      .patch({ active: false, deletedAt: now, updatedAt: now })
      .returning('*');
    if (!deleted) return false;
    await auditEndpoint(trx, 'WEBHOOK_DELETED', deleted, who);
    await WebhookSecret.query(trx).where('endpoint_id', endpointId).delete();
    await cancelPending(trx, endpointId, 'the endpoint was deleted', now);
    return true;
  });
}

/** The address may have a secret in its path: only its host is recorded. */
async function auditEndpoint(
  trx: Knex,
  action: 'WEBHOOK_CREATED' | 'WEBHOOK_CHANGED' | 'WEBHOOK_DELETED',
  { id, organizationId, url, eventTypes, active }: WebhookEndpoint,
  who: Who,
): Promise<void> {
  const details = { ...(url !== '' && { host: new URL(url).host }), eventTypes, active };
  await recordAudit(trx, { ...who, action, organizationId, targetId: id, details });
}

function ofOrganization(db: Knex, organizationId: string) {
  return WebhookEndpoint.query(db).modify('visibleTo', organizationId);
}

const isFollowing = ({ active, eventTypes }: WebhookEndpoint): boolean =>
  active && subscribesToChanges(eventTypes);

/** An endpoint is told of changes that get their number from now on. */
async function followFromNow(trx: Knex, endpointId: string): Promise<void> {
  const { last } = await keptChanges(trx);
  await WebhookCursor.query(trx)
    .insert({ endpointId, after: last })
    .onConflict('endpoint_id')
    .merge(['after']);
}
