import { derivedId } from '../derived-id.js';
import type { EventEnvelope } from './envelope.js';

/** The id of the client that an event without one creates: a retry creates the same. */
export const newClientId = (triggerRequestId: string): string => derivedId(triggerRequestId, 'client');

/** Whom an event is about, known before the client is saved; undefined where it is about nobody yet. */
export function clientOfEvent(triggerRequestId: string, envelope: EventEnvelope): string | undefined {
  if (envelope.payload.clientId !== undefined) return envelope.payload.clientId;
  return envelope.type === 'GET_QUOTES' && !envelope.batchMode ? newClientId(triggerRequestId) : undefined;
}
