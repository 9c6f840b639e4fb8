import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../ground/command-failure.js';
import { type ServiceClient, ServiceProblem } from '../products/service-client.js';

const everyMs = 1_000;
const timeoutMs = 10_000;
/** A notification that the program did not take so often is left. */
const mostAttempts = 5;

type Service = Pick<ServiceClient, 'request'>;

interface PolledNotification {
  deliveryId: string;
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
}

export interface Listening {
  /** The local program. */
  to: string;
  /** None: every type. */
  eventTypes: readonly string[];
  /** Signs with a secret that the program has; absent: that of the endpoint, which is told. */
  sign?: ((body: string, id: string) => Record<string, string>) | undefined;
  signal: AbortSignal;
  told: (line: string) => void;
}

/** An endpoint that lasts as long as somebody listens. */
interface ListeningEndpoint {
  endpointId: string;
  secret: string;
}

/**
 * Forwards notifications to a program that the service cannot reach, as they would be sent to it, until the signal. Its
 * endpoint is polled, and deleted at the end.
 */
export async function listen(service: Service, listening: Listening): Promise<void> {
  const { to, eventTypes, sign, told } = listening;
  const endpoint = await service.request<ListeningEndpoint>('POST', '/webhook/endpoint', {
    isPolled: true,
    description: `webhooks listen ${to}`,
    eventTypes,
  });
  told(`Forwarding notifications to ${to}. Ctrl+C ends it.`);
  if (sign === undefined) told(`They are signed with the secret ${endpoint.secret}`);
  try {
    await follow(service, endpoint, listening);
  } finally {
    await service.request('DELETE', `/webhook/endpoint/${endpoint.endpointId}`);
  }
}

async function follow(
  service: Service,
  { endpointId }: ListeningEndpoint,
  listening: Listening,
): Promise<void> {
  const { signal, told } = listening;
  const failures = new Map<string, number>();
  for (let accepted: string[] = []; !signal.aborted || accepted.length > 0; ) {
    const polled = await poll(service, endpointId, accepted, told);
    if (polled === undefined) {
      accepted = await afterPause(signal, accepted);
      continue;
    }
    accepted = [];
    if (signal.aborted) return;
    for (const notification of polled) {
      const { deliveryId } = notification;
      const error = await forward(notification, listening);
      const failed = (failures.get(deliveryId) ?? 0) + (error === undefined ? 0 : 1);
      failures.set(deliveryId, failed);
      if (error !== undefined && failed < mostAttempts) continue;
      accepted.push(deliveryId);
      failures.delete(deliveryId);
    }
    if (accepted.length === 0) await pause(signal);
  }
}

/** Undefined if the service is away for now. */
async function poll(
  service: Service,
  endpointId: string,
  accepted: readonly string[],
  told: Listening['told'],
): Promise<PolledNotification[] | undefined> {
  try {
    const path = `/webhook/endpoint/${endpointId}/poll`;
    return (await service.request<{ notifications: PolledNotification[] }>('POST', path, { accepted }))
      .notifications;
  } catch (error) {
    const isAway =
      error instanceof CommandFailure || (error instanceof ServiceProblem && error.status >= 500);
    if (!isAway) throw error;
    told(`${error.message} Trying again.`);
    return undefined;
  }
}

/** Sends a notification to the program; what was wrong, if it did not take it. */
async function forward(
  { headers, body }: PolledNotification,
  { to, sign, told }: Listening,
): Promise<string | undefined> {
  const { type } = JSON.parse(body) as { type: string };
  const signed = sign?.(body, headers['webhook-id']) ?? headers;
  const answer = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'ioi-webhooks' },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok ? undefined : `answered ${response.status}`;
    },
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  );
  told(`${headers['webhook-id']}  ${type}  ${answer ?? 'accepted'}`);
  return answer;
}

/** What is still to be told after a while; at the end nothing: it is sent again to the next listener. */
async function afterPause(signal: AbortSignal, accepted: string[]): Promise<string[]> {
  await pause(signal);
  return signal.aborted ? [] : accepted;
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(everyMs, undefined, { signal }).catch(() => undefined);
