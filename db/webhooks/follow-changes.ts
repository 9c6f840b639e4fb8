import { raw } from 'objection';
import { changeNoticeTypes } from '../../domain/webhooks/change-notices.js';
import { readChanges } from '../changes/read-changes.js';
import type { Database } from '../database.js';
import { Change } from '../models/change.js';
import { sidesSeeing } from '../models/visibility.js';
import { WebhookCursor } from '../models/webhook-cursor.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { deliveriesOfChanges, type IsTold } from './change-deliveries.js';
import type { NotificationSources } from './policies-in-bodies.js';

/** Changes are told so many at a time, in a transaction. */
const atATime = 500;
/** Endpoints whose changes are looked for at a time. */
const mostEndpoints = 200;

/** The endpoints that are notified of changes. */
const followers = (db: Database) =>
  WebhookEndpoint.query(db)
    .where('active', true)
    .whereRaw("(event_types = '{}' or event_types && ?::text[])", [[...changeNoticeTypes]] as never);

/** Whether any endpoint of the installation is notified of changes. */
export async function hasFollowers(db: Database): Promise<boolean> {
  return (await followers(db).select('id').first()) !== undefined;
}

/** Has endpoints begin after the last change that have no place in the feed: those of earlier releases. */
export async function beginFollowing(db: Database, last: string): Promise<void> {
  const without = await WebhookEndpoint.query(db)
    .whereNotExists(WebhookEndpoint.relatedQuery('cursor'))
    .select('id');
  if (without.length === 0) return;
  await WebhookCursor.query(db)
    .insert(without.map(({ id }) => ({ endpointId: id, after: last })))
    .onConflict('endpoint_id')
    .ignore();
}

/** The ids of the endpoints that were not told of all changes that have a number. */
export async function endpointsBehind(db: Database): Promise<string[]> {
  const behind = await followers(db)
    .joinRelated('cursor')
    .where((any) => {
      for (const { sql } of sidesSeeing('changes', '')) {
        any.orWhereExists(
          Change.query(db)
            .whereRaw(sql, [raw('webhook_endpoints.organization_id')])
            .whereColumn('changes.number', '>', 'cursor.after')
            .select('changes.number'),
        );
      }
    })
    .select('webhook_endpoints.id')
    .limit(mostEndpoints);
  return behind.map(({ id }) => id);
}

/**
 * Opens the deliveries of the next changes to an endpoint, and goes past them in the same transaction, unless another process
 * has; false if there are none. Changes that an event made which the endpoint is notified of are told by the event.
 */
export async function tellNextChanges(
  sources: NotificationSources,
  endpointId: string,
  now: Date,
): Promise<boolean> {
  const { db } = sources;
  const [cursor, endpoint] = await Promise.all([
    WebhookCursor.query(db).findById(endpointId),
    WebhookEndpoint.query(db).findById(endpointId).where('active', true),
  ]);
  if (cursor === undefined || endpoint === undefined) return false;
  const { after } = cursor;
  const { organizationId } = endpoint;
  const changes = await readChanges(db, { organizationId, after, size: atATime });
  const last = changes.at(-1);
  if (last === undefined) return false;
  // The plan of its latest run.
  const isTold: IsTold = ({ plan, retryPlan }) =>
    (retryPlan ?? plan).fired.notify?.includes(endpointId) ?? false;
  const deliveries = await deliveriesOfChanges(sources, { endpoint, isTold }, changes, now);
  await db.transaction(async (trx) => {
    const passed = await WebhookCursor.query(trx)
      .findById(endpointId)
      .where('after', after)
      .patch({ after: last.number });
    if (passed > 0 && deliveries.length > 0)
      await WebhookDelivery.query(trx).insert(deliveries).onConflict('id').ignore();
  });
  return true;
}
