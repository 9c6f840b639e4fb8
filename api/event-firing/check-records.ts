import { type RecordsDependencies, recordFaults } from '../../db/events/record-faults.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { BadRequest, type FieldError, NotFound } from '../errors/app-error.js';

/**
 * Refuses an event whose payload names records that the organization cannot see (404), or that do not belong
 * together (400, spec 6.7).
 */
export async function checkRecords(
  dependencies: RecordsDependencies,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<void> {
  const faults = await recordFaults(dependencies, organizationId, envelope);
  const misfits = faults.flatMap((fault): FieldError[] => {
    const place = { field: fault.path.join('.'), path: [...fault.path] };
    if (fault.kind === 'UNSEEN') throw new NotFound(fault.what, fault.id, place);
    return [{ ...place, detail: fault.detail }];
  });
  if (misfits.length > 0) throw new BadRequest(misfits);
}
