import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { WebhookSecret } from '../models/webhook-secret.js';
import { cancelPending } from './cancel-deliveries.js';
import { generateWebhookSecret } from './secrets.js';

/** Most that an organization may have. */
export const mostEndpoints = 20;

export interface NewEndpoint {
  organizationId: string;
  url: string;
  description: string;
  eventTypes: string[];
  active: boolean;
}

export type EndpointChange = Partial<Omit<NewEndpoint, 'organizationId'>>;

/** An endpoint with the secret that is shown once; undefined where the organization has as many as it may. */
export async function createEndpoint(
  db: Database,
  endpoint: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string } | undefined> {
  return db.transaction(async (trx) => {
    // Two at once count one after the other.
    await Organization.query(trx).findById(endpoint.organizationId).select('id').forNoKeyUpdate();
    const existing = await ofOrganization(trx, endpoint.organizationId).resultSize();
    if (existing >= mostEndpoints) return undefined;
    const created = await WebhookEndpoint.query(trx)
      .insert({ id: randomUUID(), ...endpoint })
      .returning('*');
    const secret = generateWebhookSecret();
    await WebhookSecret.query(trx).insert({ id: randomUUID(), endpointId: created.id, secret });
    return { endpoint: created, secret };
  });
}

/** The endpoints of an organization, oldest first. */
export async function listEndpoints(db: Database, organizationId: string): Promise<WebhookEndpoint[]> {
  return ofOrganization(db, organizationId).orderBy(['created_at', 'id']);
}

/** Undefined where the organization has no such endpoint. */
export async function findEndpoint(
  db: Knex,
  organizationId: string,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  return ofOrganization(db, organizationId).findById(endpointId);
}

/** Changes what is given. What is still to be delivered to an endpoint that is switched off is cancelled. */
export async function changeEndpoint(
  db: Database,
  { organizationId, endpointId, now }: { organizationId: string; endpointId: string; now: Date },
  change: EndpointChange,
): Promise<WebhookEndpoint | undefined> {
  return db.transaction(async (trx) => {
    const [changed] = await ofOrganization(trx, organizationId)
      .where('id', endpointId)
      .patch({
        ...change,
        // The reason was the service's own; whoever sets the state by hand has seen it.
        ...(change.active !== undefined && { disabledReason: null }),
        updatedAt: now,
      })
      .returning('*');
    if (changed?.active === false) await cancelPending(trx, endpointId, 'the endpoint was switched off', now);
    return changed;
  });
}

/** Forgets an endpoint's secrets and cancels what is still to be delivered. False where there is none. */
export async function deleteEndpoint(
  db: Database,
  { organizationId, endpointId, now }: { organizationId: string; endpointId: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const deleted = await ofOrganization(trx, organizationId)
      .where('id', endpointId)
      .patch({ active: false, deletedAt: now, updatedAt: now });
    if (deleted === 0) return false;
    await WebhookSecret.query(trx).where('endpoint_id', endpointId).delete();
    await cancelPending(trx, endpointId, 'the endpoint was deleted', now);
    return true;
  });
}

function ofOrganization(db: Knex, organizationId: string) {
  return WebhookEndpoint.query(db).modify('visibleTo', organizationId);
}
