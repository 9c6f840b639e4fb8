import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { JsonObject } from '../../domain/ground/json.js';

/** Who made what an event asked for, as it is kept with the document. */
export function madeByEvent({ triggerRequestId, type, organizationId }: AcceptedEvent): JsonObject {
  return { kind: 'EVENT', organizationId, triggerRequestId, type };
}
