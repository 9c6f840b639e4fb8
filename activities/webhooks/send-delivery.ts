import type { DeliveryTarget, DueDelivery } from '../../db/webhooks/queue-round.js';
import { InvalidWebhookUrl, type WebhookHosts, webhookTarget } from '../../domain/webhooks/hosts.js';
import { OutboundFailure, postJson } from '../outbound/post-json.js';
import { isPublicAddress } from '../outbound/public-address.js';
import { signedHeaders } from '../outbound/signed-headers.js';

/** The answer to an attempt; `error` is null if the notification was accepted. */
export interface DeliveryAnswer {
  status: number | null;
  error: string | null;
}

const timeoutMs = 10_000;

/** Sends a notification once; undefined if the signal aborted it. */
export async function sendDelivery(
  { endpoint, secrets }: DeliveryTarget,
  delivery: DueDelivery,
  { hosts, now, signal }: { hosts: WebhookHosts; now: Date; signal: AbortSignal },
): Promise<DeliveryAnswer | undefined> {
  try {
    const { type, timestamp, data } = delivery.body;
    const body = JSON.stringify({ type, timestamp, data });
    const { status } = await postJson({
      endpoint: webhookTarget(endpoint.url, hosts, isPublicAddress),
      body,
      headers: {
        ...signedHeaders(body, { id: delivery.messageId, secret: secrets, now }),
        'user-agent': 'ioi-webhooks',
      },
      timeoutMs,
      signal,
      statusOnly: true,
    });
    return { status, error: errorOf(status) };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof OutboundFailure) return { status: null, error: error.message };
    if (error instanceof InvalidWebhookUrl) return { status: null, error: `its URL ${error.message}` };
    // Otherwise this delivery would stop all that follow.
    return { status: null, error: 'it could not be sent: an internal error' };
  }
}

/** The receiver unsubscribes. */
export const gone = 410;

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === gone) return 'answered 410 Gone; the endpoint was disabled';
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return `answered ${status}${redirect}`;
}
