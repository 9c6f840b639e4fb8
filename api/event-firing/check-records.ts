import type { Database } from '../../db/database.js';
import { amountFaults } from '../../db/events/amount-faults.js';
import { type AnnouncementFault, announcementFaults } from '../../db/events/announced-facts.js';
import { type EventWithRecords, recordFaults } from '../../db/events/record-faults.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Conflict, type FieldError, NotFound, refuseFields } from '../errors/app-error.js';

/**
 * Refuses an event whose payload names records that the organization cannot see (404), or that do not belong
 * together, or amounts with more decimals than their currency (400, spec 6.7).
 */
export async function checkRecords(
  { db, catalog }: { db: Database; catalog: Pick<ProductCatalog, 'productVisibleTo'> },
  event: EventWithRecords,
): Promise<void> {
  refuseFaults(await recordFaults(catalog, event));
  refuseFaults(await amountFaults(db, event));
}

/** Refuses a notification of what is not so (409), or of records that do not exist (404) or do not fit (400). */
export async function checkFacts(
  sources: { db: Database; catalog: Pick<ProductCatalog, 'version'> },
  organizationId: string,
  envelope: EventEnvelope,
  now: BusinessTime,
): Promise<void> {
  refuseFaults(await announcementFaults(sources, { organizationId, envelope, now }));
}

function refuseFaults(faults: readonly AnnouncementFault[]): void {
  const misfits = faults.flatMap((fault): FieldError[] => {
    const place = { field: fault.path.join('.'), path: [...fault.path] };
    if (fault.kind === 'UNTRUE') return [];
    if (fault.kind === 'UNSEEN') throw new NotFound(fault.what, fault.id, place);
    return [{ ...place, detail: fault.detail }];
  });
  refuseFields(misfits);
  for (const fault of faults) {
    if (fault.kind !== 'UNTRUE') continue;
    const detail = `only what has happened can be announced: ${fault.detail}`;
    throw new Conflict(detail, { errors: [{ field: fault.path.join('.'), path: [...fault.path], detail }] });
  }
}
