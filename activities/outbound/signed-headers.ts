import { Webhook } from 'standardwebhooks';

/**
 * The headers that prove the sender and time of a body (https://www.standardwebhooks.com). A repeat keeps its
 * `webhook-id`. During a rotation there are several secrets, and a signature by each.
 */
export function signedHeaders(
  body: string,
  { id, secret, now }: { id: string; secret: string | readonly string[]; now: Date },
): Record<string, string> {
  const signatures = [secret].flat().map((one) => new Webhook(one).sign(id, now, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
