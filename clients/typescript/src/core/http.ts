import { type Answered, answered, type WithResponse } from './answered.js';
import type { Credentials } from './credentials.js';
import { ConnectionError, errorOf, IoiError, TimeoutError } from './errors.js';
import { newId } from './id.js';
import { backoffMs, secondsToWait, wait } from './waiting.js';

/** What a single call may say beside its parameters. */
export interface RequestOptions {
  /** Ends the call, its waiting and its repeats. */
  signal?: AbortSignal;
  /** For each attempt; by default that of the client. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated; by default that of the client. */
  retries?: number;
  /** By default a new one for each call: give your own to repeat the call in another process. */
  idempotencyKey?: string;
  /** The `etag` of the record as it was read: `PreconditionFailedError` if it was changed since. */
  ifMatch?: string | undefined;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** Sees each answer, such as its `ETag`. */
  onResponse?: (response: { status: number; headers: Headers }) => void;
}

export interface HttpSettings {
  baseUrl: string;
  credentials: Credentials;
  timeoutMs: number;
  retries: number;
  fetch: typeof fetch;
}

/** A request, as the generated methods describe it. */
export interface ApiRequest {
  method: string;
  /** From the root of the service. */
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  /** A file, instead of a body. */
  bytes?: Blob | Uint8Array<ArrayBuffer> | undefined;
  /** It takes an `Idempotency-Key`, so that it can be repeated. */
  isKeyed?: boolean;
  /** It carries an id of its own, so that it can be repeated. */
  isRepeatable?: boolean;
}

/** The longest time that the service is allowed to ask for. */
const mostWaitSeconds = 60;

/** Sends requests with credentials, and repeats those that can be repeated. */
export class Http {
  readonly #settings: HttpSettings;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  json<T>(request: ApiRequest, options?: RequestOptions): Answered<T> {
    return answered(this.#attempts(request, options, (response) => response.json() as Promise<T>));
  }

  text(request: ApiRequest, options?: RequestOptions): Answered<string> {
    return answered(this.#attempts(request, options, (response) => response.text()));
  }

  nothing(request: ApiRequest, options?: RequestOptions): Answered<void> {
    return answered(
      this.#attempts(request, options, async (response) => void (await response.arrayBuffer())),
    );
  }

  /** The answer as it is: its body is read by the caller. */
  async send(request: ApiRequest, options?: RequestOptions): Promise<Response> {
    return (await this.#attempts(request, options, (response) => Promise.resolve(response))).data;
  }

  async #attempts<T>(
    request: ApiRequest,
    options: RequestOptions = {},
    read: (response: Response) => Promise<T>,
  ): Promise<WithResponse<T>> {
    const { retries = this.#settings.retries, signal } = options;
    const key: Record<string, string> = request.isKeyed
      ? { 'Idempotency-Key': options.idempotencyKey ?? newId() }
      : {};
    let isRenewed = false;
    for (let repeat = 0; ; ) {
      const sentBy = await this.#settings.credentials.headers();
      try {
        return await this.#attempt(request, { ...sentBy, ...key }, options, read);
      } catch (error) {
        if (!(error instanceof IoiError)) throw error;
        if (error.status === 401 && !isRenewed && this.#settings.credentials.renew()) {
          isRenewed = true;
          continue;
        }
        const waitSeconds = error.retryAfterSeconds ?? 0;
        if (repeat >= retries || !canRepeat(request, error) || waitSeconds > mostWaitSeconds) throw error;
        await wait(Math.max(waitSeconds * 1000, backoffMs(repeat)), signal);
        repeat += 1;
      }
    }
  }

  async #attempt<T>(
    { method, path, query, body, bytes }: ApiRequest,
    ownHeaders: Readonly<Record<string, string>>,
    { signal, headers, ifMatch, timeoutMs = this.#settings.timeoutMs, onResponse }: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<WithResponse<T>> {
    const { baseUrl, fetch, credentials } = this.#settings;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl}${path}${queryText(query)}`, {
        method,
        headers: {
          Accept: 'application/json, */*;q=0.5',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          // The service finds out what it is.
          ...(bytes !== undefined && { 'Content-Type': 'application/octet-stream' }),
          ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
          ...ownHeaders,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(bytes !== undefined && { body: bytes }),
        // Else neither cookies nor a browser's own login: the headers say who sends it.
        credentials: credentials.cookies === true ? 'same-origin' : 'omit',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      onResponse?.({ status: response.status, headers: response.headers });
      if (!response.ok) throw await errorOf(response, secondsToWait(response.headers));
      const header = (name: string) => response.headers.get(name) ?? undefined;
      return {
        data: await read(response),
        status: response.status,
        headers: response.headers,
        etag: header('etag'),
        requestId: header('x-request-id'),
      };
    } catch (error) {
      // A caller's own abort is thrown as it is.
      if (error instanceof IoiError || signal?.aborted) throw error;
      const request = `${method} ${path}`;
      if (error instanceof SyntaxError)
        throw new IoiError(`${request}: the answer is not JSON`, { cause: error });
      if (limit.aborted) {
        throw new TimeoutError(`${request}: no answer within ${timeoutMs} ms`, { cause: error });
      }
      throw new ConnectionError(`${request}: no answer from ${baseUrl}`, { cause: error });
    }
  }
}

/** The service did nothing, or knows what it did; after a lost answer only some requests are safe to repeat. */
function canRepeat({ method, isKeyed, isRepeatable }: ApiRequest, { status = 0, code }: IoiError): boolean {
  if (status === 429 || status === 503 || code === 'IDEMPOTENCY_KEY_BUSY') return true;
  if (status !== 0 && status !== 502 && status !== 504) return false;
  return isKeyed === true || isRepeatable === true || method === 'GET' || method === 'DELETE';
}

function queryText(query: object = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
