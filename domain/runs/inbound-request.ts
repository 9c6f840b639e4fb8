import { derivedId } from '../ground/derived-id.js';

/** The request id of an event's wait, for `POST /inbound`; known before the wait begins. */
export const inboundRequestId = (triggerRequestId: string, actionId: string): string =>
  derivedId(triggerRequestId, actionId, 'inbound');
