import { setTimeout as sleep } from 'node:timers/promises';

/** The service that receives late answers, and the API key for it. */
export interface InboundService {
  /** Without `/ioi/v3`. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
}

const attempts = 8;

/**
 * Sends a late answer to `POST /inbound`, with retries while the service is unavailable. Returns the last
 * status.
 */
export async function deliver(
  { baseUrl, apiKey, apiSecret }: InboundService,
  message: { requestId: string; payload: object },
  signal: AbortSignal,
): Promise<number | undefined> {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
  for (let attempt = 1; ; attempt += 1) {
    const status = await post(`${baseUrl}/ioi/v3/inbound`, authorization, message, signal);
    if ((status !== undefined && status < 500) || attempt === attempts || signal.aborted) return status;
    await sleep(500 * 2 ** attempt, undefined, { signal }).catch(() => undefined);
  }
}

async function post(
  url: string,
  authorization: string,
  message: object,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}
