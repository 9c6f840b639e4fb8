import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the next charge of a method comes to, in Stripe's codes; `processing` and `succeeded` are statuses. */
export type Fate = 'succeeded' | 'processing' | (string & {});
/** How a request goes wrong: before Stripe does anything, after it has, or by an answer that comes too late. */
export type Trouble = 'LOST_BEFORE' | 'LOST_AFTER' | 'FAILS' | 'SLOW';

export interface ChargedIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string;
  status: string;
  created: number;
  metadata: { [name: string]: string };
  last_payment_error?: { type: string; code: string; decline_code?: string } | undefined;
}

export interface ChargingStripe {
  url: string;
  intents: ChargedIntent[];
  setups: Map<string, { id: string; customer: string; status: string; payment_method: string | null }>;
  methods: Map<string, { id: string; customer: string | null; last4: string; month: number; year: number }>;
  /** By payment method; `succeeded` if there is none. */
  fates: Map<string, Fate>;
  /** The trouble of each request to charge, in turn; none if it answers undefined. */
  trouble: () => Trouble | undefined;
  /** The payer's browser has completed a set-up. */
  complete(setup: string, card?: { last4?: string; month?: number; year?: number }): string;
  forgetKeys(): void;
  close(): Promise<void>;
}

/** As much of Stripe as collecting takes, with a list of its own. A repeated idempotency key answers what came of the first. */
export async function aChargingStripe(): Promise<ChargingStripe> {
  const intents: ChargedIntent[] = [];
  const setups: ChargingStripe['setups'] = new Map();
  const methods: ChargingStripe['methods'] = new Map();
  const byKey = new Map<string, [number, object]>();
  let customers = 0;

  const made = (body: URLSearchParams): [number, object] => {
    const method = body.get('payment_method') ?? '';
    const fate = server.fates.get(method) ?? 'succeeded';
    const isStatus = fate === 'succeeded' || fate === 'processing';
    const amount = Number(body.get('amount'));
    const error = { type: 'card_error', code: 'card_declined', decline_code: fate };
    const intent: ChargedIntent = {
      id: `pi_${intents.length + 1}`,
      object: 'payment_intent',
      amount,
      amount_received: fate === 'succeeded' ? amount : 0,
      currency: body.get('currency') ?? '',
      customer: body.get('customer') ?? '',
      payment_method: method,
      status: isStatus ? fate : 'requires_payment_method',
      created: Math.floor(Date.now() / 1000),
      metadata: metadataOf(body),
      last_payment_error: isStatus ? undefined : error,
    };
    intents.push(intent);
    return isStatus ? [200, intent] : [402, { error: { ...error, payment_intent: intent } }];
  };
  const charge = async (body: URLSearchParams, key: string, res: ServerResponse) => {
    const known = byKey.get(key);
    const trouble = server.trouble();
    if (trouble === 'FAILS') return answer(res, [500, { error: { type: 'api_error' } }]);
    if (trouble === 'LOST_BEFORE') return res.destroy();
    const result = known ?? made(body);
    byKey.set(key, result);
    if (trouble === 'LOST_AFTER') return res.destroy();
    if (trouble === 'SLOW') await new Promise((resolve) => setTimeout(resolve, 300));
    return answer(res, result);
  };
  const methodOf = (id: string, act: string | undefined): [number, object] => {
    const saved = methods.get(id);
    if (saved === undefined)
      return [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }];
    if (act === 'detach') saved.customer = null;
    const { last4, month: exp_month, year: exp_year } = saved;
    const card = { brand: 'visa', last4, exp_month, exp_year };
    return [200, { ...saved, object: 'payment_method', type: 'card', card }];
  };
  const route = async (method: string, url: URL, body: URLSearchParams, key: string, res: ServerResponse) => {
    const [, , resource, id, act] = url.pathname.split('/');
    if (resource === 'payment_intents' && method === 'POST') return charge(body, key, res);
    if (resource === 'payment_intents') {
      const data = intents
        .filter(({ customer }) => customer === url.searchParams.get('customer'))
        .toReversed();
      return answer(res, [200, { object: 'list', url: '/v1/payment_intents', has_more: false, data }]);
    }
    if (resource === 'customers') {
      customers += 1;
      return answer(res, [200, { id: `cus_${customers}`, object: 'customer' }]);
    }
    if (resource === 'setup_intents' && method === 'POST') {
      const setup = {
        ...{ id: `seti_${setups.size + 1}`, object: 'setup_intent', status: 'requires_payment_method' },
        ...{ customer: body.get('customer') ?? '', payment_method: null, mandate: null },
      };
      const kept = (byKey.get(key)?.[1] as typeof setup | undefined) ?? setup;
      byKey.set(key, [200, kept]);
      setups.set(kept.id, kept);
      return answer(res, [200, { ...kept, client_secret: `${kept.id}_secret_x` }]);
    }
    if (resource === 'setup_intents') return answer(res, [200, setups.get(id ?? '') ?? {}]);
    return answer(res, methodOf(id ?? '', act));
  };
  const http = createServer(async (req, res) => {
    const url = new URL(req.url ?? '', 'http://stripe');
    const body = new URLSearchParams(await text(req));
    await route(req.method ?? '', url, body, req.headers['idempotency-key']?.toString() ?? '', res);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: ChargingStripe = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    intents,
    setups,
    methods,
    fates: new Map(),
    trouble: () => undefined,
    complete(id, { last4 = '4242', month = 12, year = 2050 } = {}) {
      const setup = setups.get(id)!;
      const method = `pm_${methods.size + 1}`;
      methods.set(method, { id: method, customer: setup.customer, last4, month, year });
      Object.assign(setup, { status: 'succeeded', payment_method: method });
      return method;
    },
    forgetKeys: () => byKey.clear(),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

function answer(res: ServerResponse, [status, body]: [number, object]): void {
  res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
  res.end(JSON.stringify(body));
}

function metadataOf(body: URLSearchParams): { [name: string]: string } {
  return Object.fromEntries(
    [...body].flatMap(([name, value]) => {
      const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return field === undefined ? [] : [[field, value] as const];
    }),
  );
}
