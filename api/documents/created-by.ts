import type { JsonObject } from '../../domain/ground/json.js';
import type { Caller } from '../http/caller.js';

/** Who made a document, as it is kept with it. */
export function createdBy({ kind, organizationId, personId }: Caller): JsonObject {
  return { kind, organizationId, ...(personId !== undefined && { personId }) };
}
