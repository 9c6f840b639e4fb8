import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Answer = [status: number, body: object];

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
}

export interface StripeServer {
  url: string;
  /** The idempotency key of each call. */
  keys: (string | undefined)[];
  intents: Map<string, Intent>;
  /** The next calls are answered so. */
  failWith(status: number, times?: number): void;
  close(): Promise<void>;
}

/**
 * As much of Stripe as paying takes: stripe-mock keeps no state, so that nothing can be paid there. Creating again with
 * the same idempotency key answers what was created.
 */
export async function aStripeServer(): Promise<StripeServer> {
  const intents = new Map<string, Intent>();
  const byKey = new Map<string, Intent>();
  const keys: (string | undefined)[] = [];
  const failures: number[] = [];
  const find = (id: string): Answer => {
    const intent = intents.get(id);
    if (intent !== undefined) return [200, intent];
    return [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }];
  };
  const create = (body: URLSearchParams, key = ''): Answer => {
    const id = `pi_${intents.size + 1}`;
    const intent: Intent = byKey.get(key) ?? {
      ...{ id, object: 'payment_intent', client_secret: `${id}_secret_x` },
      amount: Number(body.get('amount')),
      amount_received: 0,
      currency: body.get('currency') ?? '',
      status: 'requires_payment_method',
    };
    intents.set(intent.id, intent);
    byKey.set(key, intent);
    return [200, intent];
  };
  const fail = (status: number, authorization = ''): Answer => {
    const type = status === 401 ? 'invalid_request_error' : 'api_error';
    return [status, { error: { type, message: `Invalid API Key provided: ${authorization}` } }];
  };
  const server = createServer(async (req, res) => {
    const key = req.headers['idempotency-key']?.toString();
    keys.push(key);
    const body = new URLSearchParams(await text(req));
    const failure = failures.shift();
    const [status, answer] =
      failure !== undefined
        ? fail(failure, req.headers.authorization)
        : req.method === 'GET'
          ? find(req.url?.split('/').at(-1)?.split('?')[0] ?? '')
          : create(body, key);
    res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    res.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    intents,
    failWith: (status, times = 1) => failures.push(...Array.from({ length: times }, () => status)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
