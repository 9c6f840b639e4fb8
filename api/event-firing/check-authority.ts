import { lackOfEvent } from '../../db/authority/lack-of-event.js';
import type { Database } from '../../db/database.js';
import type { EventWithRecords } from '../../db/events/record-faults.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Forbidden } from '../errors/app-error.js';

/**
 * Refuses an event on another organization's paper that the caller's license does not allow (403). The event's default
 * action checks again in its transaction.
 */
export async function checkAuthority(
  { db, catalog }: { db: Database; catalog: ProductCatalog },
  event: EventWithRecords,
  now: BusinessTime,
): Promise<void> {
  const sources = { catalog, licenseOf: catalog.licenseOf };
  const lack = await lackOfEvent(db, sources, { ...event, now });
  if (lack === undefined) return;
  const { authority, reason, field } = lack;
  throw new Forbidden(reason, {
    code: 'NOT_IN_AUTHORITY',
    extensions: { authority },
    ...(field !== undefined && { errors: [{ field: `payload.${field}`, detail: reason }] }),
  });
}
