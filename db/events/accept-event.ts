import type { Knex } from 'knex';
import { Event } from '../models/event.js';

export type NewEvent = Pick<
  Event,
  | 'triggerRequestId'
  | 'organizationId'
  | 'type'
  | 'productId'
  | 'productVersionId'
  | 'clientId'
  | 'batchId'
  | 'envelope'
  | 'envelopeSha256'
  | 'plan'
  | 'asConfiguredAt'
>;

/** Writes an accepted event's row. False where the `triggerRequestId` is taken: another request was first. */
export async function acceptEvent(db: Knex, event: NewEvent): Promise<boolean> {
  const row = Event.fromJson(event).$toDatabaseJson();
  const written = await db(Event.tableName).insert(row).onConflict('trigger_request_id').ignore();
  return (written as unknown as { rowCount: number }).rowCount > 0;
}
