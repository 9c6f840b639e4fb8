import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  Ioi,
  IoiError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RequestOptions,
  ServerError,
  TimeoutError,
  UnavailableError,
  verifyWebhook,
  WebhookSignatureError,
} from '../../../clients/typescript/src/index.js';
import {
  type Answer,
  aProblem,
  type Received,
  type ScriptedService,
  scriptedService,
} from '../../clients/scripted-service.js';

const id = '1756f048-7360-84aa-b98e-966dfbbd2010';
const lineId = 'a6e7f86c-7dd2-44fb-9ebc-c42e5d2d0552';

const services: ScriptedService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map(({ stop }) => stop()));
});

async function clientOf(...answers: (Answer | ((request: Received) => Answer))[]) {
  const service = await scriptedService(...answers);
  services.push(service);
  const access = { baseUrl: `${service.baseUrl}/`, key: 'key', secret: 'secret' };
  return { ioi: new Ioi(access), received: service.received, baseUrl: service.baseUrl };
}

/** What it fails with. */
const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );

const waits = vi.hoisted((): number[] => []);
/** The client's waits take no time. */
vi.mock('../../../clients/typescript/src/core/waiting.js', async (original) => ({
  ...(await original<object>()),
  wait: (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  },
}));
beforeEach(() => {
  waits.length = 0;
});

describe('a request', () => {
  it('says who sends it, and has its parameters in their places', async () => {
    const { ioi, received } = await clientOf({ body: {} });

    await ioi.clients.get('a/b', id);
    await ioi.quotes.get(id, { includeRawData: true });
    await ioi.clients.put({ clientName: 'Harbor Bakery LLC' });

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /ioi/v3/client/a%2Fb/product/${id}`,
      `GET /ioi/v3/quote/${id}?includeRawData=true`,
      'PUT /ioi/v3/client',
    ]);
    expect(received[0]?.headers.authorization).toBe(`Basic ${btoa('key:secret')}`);
    expect(JSON.parse(received[2]?.body ?? '')).toEqual({ clientName: 'Harbor Bakery LLC' });
    expect(received[2]?.headers['content-type']).toBe('application/json');
  });

  it('ends with its signal, at once', async () => {
    const { ioi } = await clientOf({ silent: true });
    const stop = new AbortController();
    const call = failureOf(ioi.policies.get(id, {}, { signal: stop.signal }));
    stop.abort(new Error('the user left'));

    expect(await call).toMatchObject({ message: 'the user left' });
  });

  it('ends with its time limit', async () => {
    const { ioi, received } = await clientOf({ silent: true });

    const error = await failureOf(ioi.policies.get(id, {}, { timeoutMs: 50, retries: 1 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toBe(`GET /ioi/v3/policy/${id}: no answer within 50 ms`);
    expect(received).toHaveLength(2);
  });

  it('answers what came beside the body, too', async () => {
    const headers = { ETag: '"7"', 'X-Request-Id': 'r-7', 'Idempotency-Replayed': 'true' };
    const { ioi, received } = await clientOf({ body: { clientId: id }, headers });

    const whole = await ioi.clients.get(id, lineId).withResponse();
    expect(whole).toMatchObject({ data: { clientId: id }, status: 200, etag: '"7"', requestId: 'r-7' });
    expect(whole.headers.get('idempotency-replayed')).toBe('true');
    expect(await ioi.quotes.list({ size: 1 }).withResponse()).toMatchObject({ etag: '"7"' });

    await ioi.clients.put({ clientId: id }, { ifMatch: '"7"' });
    expect(received.at(-1)?.headers['if-match']).toBe('"7"');
  });

  it('fails once, whichever of its promises is awaited', async () => {
    const { ioi } = await clientOf(aProblem(404));
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    expect(await failureOf(ioi.policies.get(id).withResponse())).toBeInstanceOf(NotFoundError);
    expect(await failureOf(ioi.policies.get(id))).toBeInstanceOf(NotFoundError);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('answers a report as text where it is asked for one', async () => {
    const { ioi, received } = await clientOf({ body: 'a;b', headers: { 'Content-Type': 'text/csv' } });
    expect(await ioi.reports.premium({ asOf: '2027-06-30', format: 'csv' })).toBe('a;b');
    const file = await ioi.reports.receivables({ asOf: '2027-06-30', format: 'xlsx' });
    expect(await file.text()).toBe('a;b');
    expect(received[0]?.url).toBe('/ioi/v3/report/premium?asOf=2027-06-30&format=csv');
  });

  it('shows the answer that it got', async () => {
    const { ioi } = await clientOf({ body: {}, headers: { ETag: '"7"' } });
    const tags: (string | null)[] = [];
    await ioi.policies.get(id, {}, { onResponse: ({ headers }) => tags.push(headers.get('etag')) });
    expect(tags).toEqual(['"7"']);
  });
});

describe('a repeat', () => {
  it('waits as long as the service says', async () => {
    const { ioi, received } = await clientOf(
      aProblem(429, {}, { 'Retry-After': '7' }),
      aProblem(503, {}, { 'Retry-After': '5' }),
      aProblem(429, {}, { RateLimit: '"caller";r=0;t=3, "organization";r=12;t=9' }),
      { body: { requestId: id } },
    );

    expect(await ioi.quotes.get(id)).toEqual({ requestId: id });
    expect(received).toHaveLength(4);
    expect(waits).toEqual([7000, 5000, 3000]);
  });

  it('gives up after the given number, with the last error', async () => {
    const { ioi, received } = await clientOf(aProblem(429, {}, { 'Retry-After': '1' }));
    const error = await failureOf(ioi.policies.get(id, {}, { retries: 2 }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 1 });
    expect(received).toHaveLength(3);
  });

  it('is not made where the service asks for more than a minute', async () => {
    const { ioi, received } = await clientOf(aProblem(429, {}, { 'Retry-After': '600' }));
    expect(await failureOf(ioi.policies.get(id))).toBeInstanceOf(RateLimitError);
    expect(received).toHaveLength(1);
  });

  it('fires the same event, which is kept', async () => {
    const { ioi, received } = await clientOf(
      (request) => aProblem(503, { triggerRequestId: JSON.parse(request.body).triggerRequestId }),
      { hangUp: true },
      { body: { triggerRequestId: id, executedActionCount: 0, expectedResponseCount: 0, metadata: {} } },
    );

    await ioi.events.fire('SELECT_QUOTE', { lineId, payload: { clientId: id, quoteIds: [id] } });

    const ids = received.map(({ body }) => JSON.parse(body).triggerRequestId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  const event = { lineId, payload: { clientId: id, quoteIds: [id] } };
  const issued = { POLICY_CREATE: { policies: [] } };
  const answered = (metadata: object = issued) => ({
    body: { triggerRequestId: id, executedActionCount: 0, expectedResponseCount: 0, metadata },
  });
  it.each<[string, (ioi: Ioi, options?: RequestOptions) => PromiseLike<unknown>]>([
    ['events.fire', (ioi, options) => ioi.events.fire('SELECT_QUOTE', event, options)],
    [
      'policies.issue',
      (ioi, options) =>
        ioi.policies.issue(
          { lineId, clientId: id, quoteIds: [id], paymentPlans: { [id]: 'FULL_PAYMENT' } },
          options,
        ),
    ],
    [
      'quotes.get',
      (ioi, options) =>
        ioi.quotes.get(
          { lineId, effectiveDate: '2027-01-01', answers: { locations: [{ 'location.area': 3200 }] } },
          options,
        ),
    ],
  ])('of %s has the key of the first attempt, and one of your own the same event', async (_name, call) => {
    const { ioi, received } = await clientOf({ hangUp: true }, answered());

    await call(ioi);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(received[0]?.body).toBe(received[1]?.body);

    // Under a key of the caller's, each call is the same request, whichever process makes it.
    await call(ioi, { idempotencyKey: 'endorsement-17' });
    await call(ioi, { idempotencyKey: 'endorsement-17' });
    const [first, second] = received.slice(-2);
    expect(first?.headers['idempotency-key']).toBe('endorsement-17');
    expect(second?.headers['idempotency-key']).toBe('endorsement-17');
    expect(second?.body).toBe(first?.body);
    expect(JSON.parse(first?.body ?? '')).not.toHaveProperty('triggerRequestId');
  });

  it('is fired under an id of your own by every method that fires', async () => {
    const { ioi, received } = await clientOf(answered());
    const triggerRequestId = id;
    await ioi.events.fire('SELECT_QUOTE', { triggerRequestId, ...event });
    await ioi.policies.issue({ triggerRequestId, lineId, clientId: id, quoteIds: [id], paymentPlans: {} });
    const request = { triggerRequestId, lineId, effectiveDate: '2027-01-01', answers: { loop: [{ a: 1 }] } };
    await ioi.quotes.get(request);
    await ioi.quotes.get(request);
    expect(received.map(({ body }) => JSON.parse(body).triggerRequestId)).toEqual([id, id, id, id]);
    expect(received[3]?.body).toBe(received[2]?.body);
  });

  it('has the same idempotency key, which waits for the first attempt', async () => {
    const { ioi, received } = await clientOf(
      { hangUp: true },
      aProblem(409, { code: 'IDEMPOTENCY_KEY_BUSY' }, { 'Retry-After': '5' }),
      { body: { clientId: id } },
    );

    await ioi.clients.put({ clientName: 'Harbor Bakery LLC' });

    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(waits.at(-1)).toBe(5000);

    await ioi.clients.put({ clientName: 'Harbor Bakery LLC' }, { idempotencyKey: 'order-17' });
    expect(received.at(-1)?.headers['idempotency-key']).toBe('order-17');
  });

  it('reads again after a lost answer', async () => {
    const { ioi, received } = await clientOf(
      { hangUp: true },
      { status: 502, body: 'bad gateway' },
      { body: {} },
    );
    await ioi.policies.get(id);
    expect(received).toHaveLength(3);
  });

  it('is not made after other errors', async () => {
    const { ioi, received } = await clientOf(aProblem(500));
    expect(await failureOf(ioi.policies.get(id))).toBeInstanceOf(ServerError);
    expect(received).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  const tokens = (number: number) => ({ body: { accessToken: `a${number}`, idToken: `i${number}` } });

  it('is made once for all requests, and again when the tokens have ended', async () => {
    const { baseUrl, received } = await clientOf(
      tokens(1),
      { body: {} },
      { body: {} },
      aProblem(401),
      tokens(2),
      { body: {} },
    );
    const ioi = new Ioi({ baseUrl, userId: 'ada', password: 'secret' });

    await Promise.all([ioi.policies.get(id), ioi.policies.get(id)]);
    await ioi.policies.get(id);

    const signIn = received.filter(({ url }) => url === '/ioi/v3/token');
    expect(signIn).toHaveLength(2);
    expect(JSON.parse(signIn[0]?.body ?? '')).toEqual({
      userId: 'ada',
      password: 'secret',
      grantType: 'PASSWORD',
    });
    expect(received.at(-1)?.headers).toMatchObject({ authorization: 'Bearer a2', 'x-jwt-assertion': 'i2' });
  });

  it('that is refused fails the request, and is tried again by the next', async () => {
    const { baseUrl } = await clientOf(aProblem(401), tokens(1), { body: {} });
    const ioi = new Ioi({ baseUrl, userId: 'ada', password: 'wrong' });

    expect(await failureOf(ioi.policies.get(id))).toBeInstanceOf(AuthenticationError);
    await ioi.policies.get(id);
  });

  it('is not repeated for a key that is refused', async () => {
    const { ioi, received } = await clientOf(aProblem(401));
    expect(await failureOf(ioi.policies.get(id))).toBeInstanceOf(AuthenticationError);
    expect(received).toHaveLength(1);
  });
});

describe('an error', () => {
  it('is of the class of its status, with the members of the problem', async () => {
    const errors = [{ field: 'payload.quoteIds.0', detail: 'was issued', pointer: '/payload/quoteIds/0' }];
    const { ioi } = await clientOf(aProblem(409, { errors, code: 'QUOTE_ISSUED', triggerRequestId: id }));

    const error = await failureOf(ioi.policies.get(id));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      ...{ name: 'ConflictError', status: 409, code: 'QUOTE_ISSUED', errors, requestId: 'r-1' },
      ...{ triggerRequestId: id, message: '409 Title: a detail' },
    });
  });

  it.each([
    [400, InvalidRequestError],
    [403, PermissionError],
    [404, NotFoundError],
    [415, InvalidRequestError],
    [422, InvalidRequestError],
    [503, UnavailableError],
  ])('%i has a class', async (status, errorClass) => {
    const { ioi } = await clientOf(aProblem(status));
    expect(await failureOf(ioi.policies.get(id, {}, { retries: 0 }))).toBeInstanceOf(errorClass);
  });

  it('is none of the service where something else answers', async () => {
    const { ioi } = await clientOf({
      status: 403,
      body: '<html>proxy</html>',
      headers: { 'X-Request-Id': 'p-1' },
    });
    const error = await failureOf(ioi.policies.get(id));
    expect(error).toBeInstanceOf(PermissionError);
    expect(error).toMatchObject({ status: 403, requestId: 'p-1', errors: [] });

    const strange = await clientOf({ body: '<html>welcome</html>' });
    const unreadable = await failureOf(strange.ioi.policies.get(id));
    expect(unreadable).toBeInstanceOf(IoiError);
    expect((unreadable as Error).message).toBe(`GET /ioi/v3/policy/${id}: the answer is not JSON`);
  });

  it('says that nobody answers', async () => {
    const ioi = new Ioi({ baseUrl: 'http://127.0.0.1:1', key: 'key', secret: 'secret', retries: 0 });
    const error = await failureOf(ioi.policies.get(id));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toContain('no answer from http://127.0.0.1:1');
  });
});

describe('a list', () => {
  const quote = (number: number, quoteTimestamp: string) => ({ requestId: `q${number}`, quoteTimestamp });

  it('is one page where it is awaited', async () => {
    const page = { content: [quote(1, '2026-11-22T10:00:00.000Z')], number: 0, last: true };
    const { ioi, received } = await clientOf({ body: page });
    expect(await ioi.quotes.list({ underReview: true, size: 1 })).toEqual(page);
    expect(received[0]?.url).toBe('/ioi/v3/quote?underReview=true&size=1');
  });

  it('with the newest first continues from the time of the last item, without repeating one', async () => {
    const [early, late] = ['2026-11-22T10:00:00.001Z', '2026-11-22T10:00:00.009Z'];
    const { ioi, received } = await clientOf(
      { body: { content: [quote(1, late), quote(2, early)], number: 0, last: false } },
      { body: { content: [quote(2, early), quote(3, early)], number: 0, last: false } },
      { body: { content: [quote(4, early), quote(5, early)], number: 1, last: true } },
    );

    const read: string[] = [];
    for await (const { requestId } of ioi.quotes.list({ size: 2 })) read.push(requestId);

    expect(read).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
    const bound = `createdTo=${encodeURIComponent('2026-11-22T10:00:00.002Z')}`;
    expect(received.map(({ url }) => url.replace('/ioi/v3/quote?size=2', ''))).toEqual([
      '',
      `&${bound}&page=0`,
      `&${bound}&page=1`,
    ]);
  });

  it('with the oldest first continues from the time of the last item, without repeating one', async () => {
    const [early, late] = ['2026-11-22T10:00:00.001Z', '2026-11-22T10:00:00.009Z'];
    const { ioi, received } = await clientOf(
      { body: { content: [quote(1, early), quote(2, late)], number: 0, last: false } },
      { body: { content: [quote(2, late), quote(3, late)], number: 0, last: true } },
    );

    const read: string[] = [];
    for await (const { requestId } of ioi.quotes.list({ oldestFirst: true })) read.push(requestId);

    expect(read).toEqual(['q1', 'q2', 'q3']);
    const bound = `createdFrom=${encodeURIComponent(late)}`;
    expect(received[1]?.url).toBe(`/ioi/v3/quote?oldestFirst=true&${bound}&page=0`);
  });

  it('with numbered pages in its body reads them all', async () => {
    const { ioi, received } = await clientOf(
      { body: { content: [{ id: 'p1' }], number: 0, last: false } },
      { body: { content: [{ id: 'p2' }], number: 1, last: true } },
    );

    const read: string[] = [];
    for await (const { id } of ioi.policies.search({ insuredName: 'bakery' })) read.push(id);

    expect(read).toEqual(['p1', 'p2']);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { insuredName: 'bakery' },
      { insuredName: 'bakery', page: 1 },
    ]);
  });

  it('with numbers and a cursor follows the cursor', async () => {
    const { ioi, received } = await clientOf(
      { body: { content: [{ id: 'p1' }], number: 0, last: false, nextCursor: 'abc' } },
      { body: { content: [{ id: 'p2' }], number: 1, last: true } },
    );

    const read: string[] = [];
    for await (const { id } of ioi.policies.search({ sort: 'createdTimestamp', page: 0 })) read.push(id);

    expect(read).toEqual(['p1', 'p2']);
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ sort: 'createdTimestamp', page: 0, cursor: 'abc' });
  });

  it('with a cursor follows it', async () => {
    const { ioi, received } = await clientOf(
      { body: { entries: [{ entryId: '2' }], nextBefore: '2' } },
      { body: { entries: [{ entryId: '1' }] } },
    );
    const read: string[] = [];
    for await (const { entryId } of ioi.audit.log()) read.push(entryId);
    expect(read).toEqual(['2', '1']);
    expect(received[1]?.url).toBe('/ioi/v3/audit?before=2');
  });
});

describe('quotes in one call', () => {
  const fired = (quotes: object[]) => ({
    body: {
      triggerRequestId: id,
      executedActionCount: 2,
      expectedResponseCount: 2,
      metadata: { client: 'c', quotes },
    },
  });

  it('sends plain answers as text, those of a loop by iteration', async () => {
    const { ioi, received } = await clientOf(fired([{ requestId: '1' }, { requestId: '2' }]));

    const answers = {
      'client.state': 'TX',
      'uses.alcohol': true,
      locations: [{ 'location.revenue': 1150000 }],
    };
    const { client, quotes, missing } = await ioi.quotes.get({
      lineId,
      effectiveDate: '2027-01-01',
      answers,
    });

    expect({ client, quotes, missing }).toEqual({
      client: 'c',
      quotes: [{ requestId: '1' }, { requestId: '2' }],
      missing: 0,
    });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      ...{ type: 'GET_QUOTES', lineId, forceSync: true },
      payload: {
        effectiveDate: '2027-01-01',
        intake: {
          'client.state': { type: 'ANSWER', qid: 'client.state', answer: 'TX' },
          'uses.alcohol': { type: 'ANSWER', qid: 'uses.alcohol', answer: 'true' },
          locations: {
            ...{ type: 'LOOP', qid: 'locations' },
            iterations: [
              {
                answers: {
                  'location.revenue': { type: 'ANSWER', qid: 'location.revenue', answer: '1150000' },
                },
              },
            ],
          },
        },
      },
    });
  });

  it('waits for ratings that take longer', async () => {
    const { ioi, received } = await clientOf(
      fired([{ requestId: '1' }]),
      { body: { quoted: [{ requestId: '1' }], declined: [] } },
      { body: { quoted: [{ requestId: '1' }], declined: [{ requestId: '2' }] } },
    );
    const { quotes, missing } = await ioi.quotes.get({ lineId, effectiveDate: '2027-01-01', intake: {} });
    expect(quotes.map(({ requestId }) => requestId)).toEqual(['1', '2']);
    expect(missing).toBe(0);
    expect(received[2]?.url).toBe(`/ioi/v3/quotes/trigger/${id}`);
  });

  it('tells how many are missing after the wait', async () => {
    const { ioi } = await clientOf(fired([{ requestId: '1' }]));
    const request = { lineId, effectiveDate: '2027-01-01', intake: {} };
    expect(await ioi.quotes.get(request, { waitMs: 0 })).toMatchObject({ missing: 1 });
  });
});

describe('a webhook', () => {
  const secret = `whsec_${btoa('a secret of 24 characters')}`;
  const other = `whsec_${btoa('b secret of 24 characters')}`;
  const body = JSON.stringify({ type: 'GET_QUOTES', timestamp: '2026-11-21T10:00:03.127Z', data: {} });

  /** Its headers, by the library of Standard Webhooks. */
  function signed(by: string, at = new Date()) {
    const signature = new Webhook(by).sign('msg_1', at, body);
    const seconds = String(Math.floor(at.getTime() / 1000));
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': signature };
  }

  it('is read if its signature is by a secret', async () => {
    expect(await verifyWebhook(body, signed(secret), secret)).toEqual(JSON.parse(body));
    expect(await verifyWebhook(body, new Headers(signed(secret)), [other, secret])).toEqual(JSON.parse(body));
    const { ioi } = await clientOf({});
    const both = { ...signed(secret), 'Webhook-Signature': undefined };
    expect(await ioi.webhooks.verify(body, both, secret)).toEqual(JSON.parse(body));
    const twice = {
      ...signed(secret),
      'webhook-signature': `v1,AAAA ${signed(secret)['webhook-signature']}`,
    };
    expect(await verifyWebhook(body, twice, secret)).toEqual(JSON.parse(body));
  });

  it.each([
    ['another secret', () => verifyWebhook(body, signed(other), secret)],
    ['another body', () => verifyWebhook(`${body} `, signed(secret), secret)],
    ['an old timestamp', () => verifyWebhook(body, signed(secret, new Date(Date.now() - 301_000)), secret)],
    [
      'a timestamp of the future',
      () => verifyWebhook(body, signed(secret, new Date(Date.now() + 301_000)), secret),
    ],
    [
      'a timestamp that is none',
      () => verifyWebhook(body, { ...signed(secret), 'webhook-timestamp': 'x' }, secret),
    ],
    ['no headers', () => verifyWebhook(body, {}, secret)],
    [
      'a signature that is none',
      () => verifyWebhook(body, { ...signed(secret), 'webhook-signature': 'v1,*' }, secret),
    ],
    ['a secret that is none', () => verifyWebhook(body, signed(secret), 'whsec_*')],
  ])('is refused with %s', async (_case, verify) => {
    expect(await failureOf(verify())).toBeInstanceOf(WebhookSignatureError);
  });
});
