import { Webhook } from 'standardwebhooks';

/**
 * The headers by which a receiver knows who sent a body, and when (https://www.standardwebhooks.com). A repeat
 * keeps its `webhook-id`.
 */
export function signedHeaders(
  body: string,
  { id, secret, now }: { id: string; secret: string; now: Date },
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}
