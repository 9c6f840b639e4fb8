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

/** What is read beside an event for its notification. */
export interface ToldWith {
  /** The quotes that its payload names. */
  named: readonly string[];
  /** Quotes that it made, for its own organization. */
  made: readonly string[];
  /** Its policy, as it is now. */
  policy: JsonObject | undefined;
}

/** The notification of an event, in the form of Standard Webhooks: ids, links and the policy's figures, no personal data. */
export function notificationBody(event: ToldEvent, runRetry: number, told: ToldWith): JsonObject {
  const { triggerRequestId, productId, clientId, policyId, batchId, parentTriggerRequestId } = event;
  const { clockId, businessTime } = event;
  const quoteIds = [...new Set([...told.named, ...told.made])];
  const quotes = linkToQuotes(event, told);
  const links = {
    event: `${interfacePath}/event/${triggerRequestId}`,
    ...(quotes !== undefined && { quotes: `${interfacePath}${quotes}` }),
    ...(clientId !== null && { client: linkToClient(clientId, productId) }),
    ...(policyId !== null && { policy: linkToPolicy(policyId) }),
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
      ...(told.policy && { policy: told.policy }),
      ...(clockId !== null && { clockId }),
      ...(businessTime !== null && { businessTimestamp: businessTime.toISOString() }),
      ...(quoteIds.length > 0 && { quoteIds }),
      ...(batchId !== null && { batchId }),
      ...(parentTriggerRequestId !== null && { parentTriggerRequestId }),
      links,
    },
  };
}

export const linkToClient = (clientId: string, productId: string): string =>
  `${interfacePath}/client/${clientId}/product/${productId}`;
export const linkToPolicy = (policyId: string): string => `${interfacePath}/policy/${policyId}`;
export const linkToHold = (holdId: string): string => `${interfacePath}/hold/${holdId}`;
export const linkToTask = (taskId: string): string => `${interfacePath}/task/${taskId}`;
export const linkToMail = (mailId: string): string => `${interfacePath}/mail/${mailId}`;
export const linkToQuote = (quoteId: string): string => `${interfacePath}/quote/${quoteId}`;

/** Where the quotes of an event are read: those that it made, else those that it is about. */
function linkToQuotes(
  { triggerRequestId, policyId, clientId }: ToldEvent,
  { named, made }: ToldWith,
): string | undefined {
  if (made.length > 0) return `/quotes/trigger/${triggerRequestId}`;
  if (named.length === 1) return `/quote/${named[0]}`;
  if (policyId !== null) return `/quote?policyId=${policyId}`;
  return named.length > 1 && clientId !== null ? `/quote?clientId=${clientId}` : undefined;
}

/** The notification for the other organization of the event's policy or quotes, with links that it may follow. */
export function sharedBody(event: ToldEvent, runRetry: number, told: ToldWith): JsonObject {
  const own = notificationBody({ ...event, batchId: null, parentTriggerRequestId: null }, runRetry, {
    ...told,
    made: [],
  }) as { data: { links: JsonObject } };
  const { client: _, ...links } = own.data.links;
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
