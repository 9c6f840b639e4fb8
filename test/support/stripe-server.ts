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

export interface StripeRefund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  metadata: { [key: string]: string };
  status: string;
}

export interface StripeServer {
  url: string;
  /** The idempotency key of each call. */
  keys: (string | undefined)[];
  intents: Map<string, Intent>;
  /** What was paid back, in order. */
  refunds: StripeRefund[];
  /** What is done with the next refund once it is made, and before it is answered; `LOST`: it is not. */
  onRefund: ((refund: StripeRefund) => Promise<void> | void | 'LOST') | undefined;
  /** Stripe forgets keys after a day. */
  forgetKeys(): void;
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
  const byKey = new Map<string, Intent | StripeRefund>();
  const refunds: StripeRefund[] = [];
  const refusals = new Map<string, Answer>();
  const keys: (string | undefined)[] = [];
  const failures: number[] = [];
  const find = (id: string): Answer => {
    const intent = intents.get(id);
    if (intent !== undefined) return [200, intent];
    return [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }];
  };
  const create = (body: URLSearchParams, key = ''): Answer => {
    const id = `pi_${intents.size + 1}`;
    const intent = (byKey.get(key) as Intent | undefined) ?? {
      ...{ id, object: 'payment_intent' as const, client_secret: `${id}_secret_x` },
      amount: Number(body.get('amount')),
      amount_received: 0,
      currency: body.get('currency') ?? '',
      status: 'requires_payment_method' as const,
    };
    intents.set(intent.id, intent);
    byKey.set(key, intent);
    return [200, intent];
  };
  const refund = async (body: URLSearchParams, key = ''): Promise<Answer> => {
    const known = byKey.get(key);
    if (known !== undefined) return [200, known];
    const refusedBefore = refusals.get(key);
    if (refusedBefore !== undefined) return refusedBefore;
    const payment_intent = body.get('payment_intent') ?? '';
    const received = intents.get(payment_intent)?.amount_received ?? 0;
    const before = refunds.filter((one) => one.payment_intent === payment_intent);
    const amount = Number(body.get('amount'));
    if (amount + before.reduce((sum, one) => sum + one.amount, 0) > received) {
      const refusal: Answer = [
        400,
        { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } },
      ];
      refusals.set(key, refusal);
      return refusal;
    }
    const metadata = Object.fromEntries(
      [...body].flatMap(([name, value]) => {
        const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return field === undefined ? [] : [[field, value] as const];
      }),
    );
    const id = `re_${refunds.length + 1}`;
    const made = { id, object: 'refund' as const, amount, payment_intent, metadata, status: 'succeeded' };
    refunds.push(made);
    byKey.set(key, made);
    const { onRefund } = server;
    server.onRefund = undefined;
    if ((await onRefund?.(made)) === 'LOST') return [502, {}];
    return [200, made];
  };
  const list = (paymentIntent: string | null): Answer => {
    const data = refunds.filter(({ payment_intent }) => payment_intent === paymentIntent);
    return [200, { object: 'list', url: '/v1/refunds', has_more: false, data }];
  };
  const fail = (status: number, authorization = ''): Answer => {
    const type = status === 401 ? 'invalid_request_error' : 'api_error';
    return [status, { error: { type, message: `Invalid API Key provided: ${authorization}` } }];
  };
  const answerTo = async (method: string, url: URL, body: URLSearchParams, key?: string): Promise<Answer> => {
    if (url.pathname === '/v1/refunds') {
      return method === 'GET' ? list(url.searchParams.get('payment_intent')) : refund(body, key);
    }
    return method === 'GET' ? find(url.pathname.split('/').at(-1) ?? '') : create(body, key);
  };
  const http = createServer(async (req, res) => {
    const key = req.headers['idempotency-key']?.toString();
    keys.push(key);
    const body = new URLSearchParams(await text(req));
    const failure = failures.shift();
    const [status, answer] =
      failure !== undefined
        ? fail(failure, req.headers.authorization)
        : await answerTo(req.method ?? '', new URL(req.url ?? '', 'http://stripe'), body, key);
    res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    res.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const server: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    keys,
    intents,
    refunds,
    onRefund: undefined,
    forgetKeys: () => byKey.clear(),
    failWith: (status, times = 1) => failures.push(...Array.from({ length: times }, () => status)),
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return server;
}
