import { IoiError } from './core/errors.js';
import { WebhooksOperations } from './generated/operations.js';
import type { WebhookNotification } from './generated/types.js';

/** The signature is wrong, or too old: do not process the notification. */
export class WebhookSignatureError extends IoiError {
  override name = 'WebhookSignatureError';
}

/** Of `fetch`, or of `node:http`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The clocks of sender and receiver may differ by this much. */
const toleranceSeconds = 300;

/**
 * The notification of a webhook request, if a secret of yours signed it; otherwise throws `WebhookSignatureError`.
 * `body` is the unmodified text of the request. The signatures are compared in constant time.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  nowMs = Date.now(),
): Promise<WebhookNotification> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookSignatureError('the headers of a webhook are missing');
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookSignatureError('the timestamp is too old, or in the future');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of signatures.split(' ')) {
      const [version, value] = signature.split(',');
      const bytes = version === 'v1' ? bytesOf(value) : undefined;
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(body);
    }
  }
  throw new WebhookSignatureError('no signature is by one of the secrets');
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes)
    throw new WebhookSignatureError('the secret is not one of a webhook endpoint: whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

function bytesOf(base64 = ''): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export class Webhooks extends WebhooksOperations {
  /** As `verifyWebhook`, which needs no credentials of the service. */
  verify(...webhook: Parameters<typeof verifyWebhook>): ReturnType<typeof verifyWebhook> {
    return verifyWebhook(...webhook);
  }
}
