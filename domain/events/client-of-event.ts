import { derivedId } from '../ground/derived-id.js';
import { eventCatalog } from './catalog.js';
import type { EventEnvelope } from './envelope.js';

/** The id of the client that an event without one creates: a retry creates the same. */
export const newClientId = (triggerRequestId: string): string => derivedId(triggerRequestId, 'client');

/** The client that an event's payload names. */
export function namedClient({ payload }: EventEnvelope): string | undefined {
  return 'clientId' in payload ? payload.clientId : undefined;
}

/** The policy that an event's payload names. */
export function namedPolicy({ payload }: EventEnvelope): string | undefined {
  return 'policyId' in payload ? payload.policyId : undefined;
}

/** Whom an event is about, known before the client is saved; undefined where it is about nobody yet. */
export function clientOfEvent(triggerRequestId: string, envelope: EventEnvelope): string | undefined {
  return namedClient(envelope) ?? (savesClient(envelope) ? newClientId(triggerRequestId) : undefined);
}

/** Whether a default action of the event saves a client. */
function savesClient({ type, batchMode }: EventEnvelope): boolean {
  return !batchMode && eventCatalog[type].defaultActions.some((action) => action.savesClient);
}
