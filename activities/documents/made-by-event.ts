import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { JsonObject } from '../../domain/ground/json.js';

/** The author of a document that an event requested, as it is stored with the document. */
export function madeByEvent({ triggerRequestId, type, organizationId, firedBy }: AcceptedEvent): JsonObject {
  return { organizationId, ...firedBy, triggerRequestId, type };
}
