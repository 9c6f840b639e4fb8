import type { JsonObject } from '../../domain/ground/json.js';
import type { Caller } from './caller.js';

/** The person behind an action, as it is stored with its result. */
export function personOf({ kind, organizationId, organizationName, personId }: Caller): JsonObject {
  return { kind, organizationId, organizationName, ...(personId !== undefined && { personId }) };
}
