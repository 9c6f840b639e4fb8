import { derivedId } from '../ground/derived-id.js';

/** The id under which a wait of an event is answered through `POST /inbound`; known before the wait begins. */
export const inboundRequestId = (triggerRequestId: string, actionId: string): string =>
  derivedId(triggerRequestId, actionId, 'inbound');
