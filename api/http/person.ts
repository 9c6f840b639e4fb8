import type { Actor } from '../../domain/ground/actor.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Caller } from './caller.js';

/** The person behind an action, as it is stored with its result. */
export function personOf({ kind, organizationId, organizationName, personId }: Caller): JsonObject {
  return { kind, organizationId, organizationName, ...(personId !== undefined && { personId }) };
}

/** The caller as it is recorded with a change to a product. */
export function actorOf({ kind, name, personId, apiKey }: Caller): Actor {
  return { kind, name, ...(personId !== undefined && { personId }), ...(apiKey !== undefined && { apiKey }) };
}
