import type { Author } from '../../domain/ground/author.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Event } from '../models/event.js';

type ToldEvent = Pick<
  Event,
  | 'triggerRequestId'
  | 'type'
  | 'state'
  | 'productId'
  | 'clientId'
  | 'clockId'
  | 'businessTime'
  | 'policyId'
  | 'batchId'
  | 'parentTriggerRequestId'
  | 'createdAt'
  | 'closedAt'
> & { firedBy: Author };

/** The notification of an event, in the form of Standard Webhooks: ids and links, and no personal data. */
export function notificationBody(
  event: ToldEvent,
  runRetry: number,
  quoteIds: readonly string[] = [],
): JsonObject {
  const { triggerRequestId, productId, clientId, policyId, batchId, parentTriggerRequestId } = event;
  const { clockId, businessTime } = event;
  const links = {
    event: `${interfacePath}/event/${triggerRequestId}`,
    quotes: `${interfacePath}/quotes/trigger/${triggerRequestId}`,
    ...(clientId !== null && { client: `${interfacePath}/client/${clientId}/product/${productId}` }),
    ...(policyId !== null && { policy: `${interfacePath}/policy/${policyId}` }),
  };
  return {
    type: event.type,
    timestamp: (event.closedAt ?? event.createdAt).toISOString(),
    data: {
      triggerRequestId,
      state: event.state,
      firedBy: event.firedBy.kind,
      ...(runRetry > 0 && { retry: runRetry }),
      productId,
      ...(clientId !== null && { clientId }),
      ...(policyId !== null && { policyId }),
      ...(clockId !== null && { clockId }),
      ...(businessTime !== null && { businessTimestamp: businessTime.toISOString() }),
      ...(quoteIds.length > 0 && { quoteIds: [...quoteIds] }),
      ...(batchId !== null && { batchId }),
      ...(parentTriggerRequestId !== null && { parentTriggerRequestId }),
      links,
    },
  };
}

/** The notification for the other organization of the event's policy or quotes, with links that it may follow. */
export function sharedBody(event: ToldEvent, runRetry: number, quoteIds: readonly string[]): JsonObject {
  const own = notificationBody(
    { ...event, batchId: null, parentTriggerRequestId: null },
    runRetry,
    quoteIds,
  ) as { data: { links: JsonObject } };
  const { client: _, quotes: __, ...links } = own.data.links;
  return { ...own, data: { ...own.data, links } } as JsonObject;
}

/** The body of a test notification, with which receivers try out connection and signature. */
export function testBody(endpointId: string, now: Date): JsonObject {
  return { type: testEventType, timestamp: now.toISOString(), data: { endpointId } };
}

/** Replaces the event's type in a test notification. */
export const testEventType = 'WEBHOOK_TEST';

/** The notification that the service disabled another endpoint of the organization. */
export function disabledBody(endpointId: string, reason: string, now: Date): JsonObject {
  return { type: disabledType, timestamp: now.toISOString(), data: { endpointId, reason } };
}

/** Replaces the event's type in the notification that an endpoint was disabled. */
export const disabledType = 'WEBHOOK_DISABLED';
