import type { JsonObject } from '../../domain/ground/json.js';
import type { Caller } from './caller.js';

/** Who did something, as it is kept with what was done. */
export function personOf({ kind, organizationId, organizationName, personId }: Caller): JsonObject {
  return { kind, organizationId, organizationName, ...(personId !== undefined && { personId }) };
}
