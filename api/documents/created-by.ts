import type { JsonObject } from '../../domain/ground/json.js';
import type { Caller } from '../http/caller.js';

/** The author of a document, as it is stored with it. */
export function createdBy({ kind, organizationId, personId }: Caller): JsonObject {
  return { kind, organizationId, ...(personId !== undefined && { personId }) };
}
