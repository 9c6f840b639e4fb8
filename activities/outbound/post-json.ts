import { tracingChannel } from 'node:diagnostics_channel';
import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type OutboundAddress, urlBelow } from './endpoints.js';
import { isPublicAddress } from './public-address.js';

export type OutboundMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundRequest {
  endpoint: OutboundAddress;
  /** Default `POST`. */
  method?: OutboundMethod;
  /** Appended to the endpoint's address; without it, the address is used unchanged. */
  path?: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  /** For the whole call: name resolution, connection, request and answer. */
  timeoutMs: number;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
  /** Resolves host names; default: the system's resolver. */
  lookup?: LookupFunction;
  /** Only the status counts: the answer's body may have any form and size and is not read. */
  statusOnly?: boolean;
}

export interface OutboundAnswer {
  status: number;
  body: string;
}

/** Timed out, too early, too many requests. */
const passing = new Set([408, 425, 429]);

/** Whether a status may be transient, so that a retry is worthwhile. */
export function mayPass(status: number): boolean {
  return status >= 500 || passing.has(status);
}

export type OutboundFault = 'ADDRESS_REFUSED' | 'TIMEOUT' | 'NETWORK' | 'TOO_LARGE' | 'ENCODED';

/** No usable answer; the message may be shown to users. */
export class OutboundFailure extends Error {
  override name = 'OutboundFailure';
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** A call under way, for those who follow `outboundCalls`. */
export interface OutboundCall {
  method: OutboundMethod;
  url: URL;
  /** May be changed before the request is sent. */
  headers: Readonly<Record<string, string>>;
  result?: OutboundAnswer;
  error?: unknown;
}

/** Follows every call of an external system. */
export const outboundCalls = tracingChannel<unknown, OutboundCall>('ioi:outbound-call');

const mostBytes = 1024 * 1024;
/** How much of an ignored body is read, so that its sender can finish. */
const mostUnreadBytes = 64 * 1024;

/**
 * Posts JSON to an endpoint and reads the answer, up to 1 MiB. Redirects are not followed. An address outside
 * the public internet is refused unless the endpoint is private. The address is checked when the connection
 * is made, so that the name cannot resolve to another one in between. Throws an {@link OutboundFailure}.
 */
export async function postJson(request: OutboundRequest): Promise<OutboundAnswer> {
  const { endpoint, timeoutMs, signal } = request;
  const { hostname } = endpoint.url;
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!endpoint.private && isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused(literal);

  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const { method = 'POST', path, headers } = request;
    const url = path === undefined ? endpoint.url : urlBelow(endpoint, path);
    const call: OutboundCall = { method, url, headers };
    const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
    return await outboundCalls.tracePromise(() => exchange(request, call, either), call);
  } catch (error) {
    if (error instanceof OutboundFailure) throw error;
    if (deadline.aborted) {
      throw new OutboundFailure('TIMEOUT', `no answer within ${timeoutMs / 1000} s`, error);
    }
    throw new OutboundFailure('NETWORK', `it could not be reached (${codeOf(error)})`, error);
  }
}

function exchange(
  { endpoint, body, lookup, statusOnly = false }: OutboundRequest,
  { method, url, headers }: OutboundCall,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'identity',
      },
      // No connection is reused: it would outlive the check of its address.
      agent: false,
      signal,
      lookup: checkedLookup(endpoint, lookup ?? systemLookup),
    });
    request.on('error', reject);
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      if (statusOnly) {
        drain(response);
        return resolve({ status, body: '' });
      }
      const chunks: Buffer[] = [];
      let size = 0;
      const give = (failure: OutboundFailure) => {
        reject(failure);
        request.destroy();
      };
      if (Number(headers['content-length'] ?? 0) > mostBytes) return give(tooLarge());
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
        return give(
          new OutboundFailure('ENCODED', 'its answer is compressed although the request did not accept that'),
        );
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > mostBytes) give(tooLarge());
        else chunks.push(chunk);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status, body: Buffer.concat(chunks).toString('utf8') }));
    });
    request.end(body);
  });
}

/** Reads an ignored body, up to a limit; the request's deadline ends it in any case. */
function drain(response: IncomingMessage): void {
  let size = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostUnreadBytes) response.destroy();
  });
}

/** Refuses a name with any address outside the public internet, unless the endpoint is private. */
function checkedLookup(endpoint: OutboundAddress, lookup: LookupFunction): LookupFunction {
  if (endpoint.private) return lookup;
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      const odd = addresses.find(({ address }) => !isPublicAddress(address));
      if (odd !== undefined || first === undefined) return callback(refused(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refused(host: string): OutboundFailure {
  return new OutboundFailure(
    'ADDRESS_REFUSED',
    `${host} is not a public internet address, and the endpoint is not private`,
  );
}

function tooLarge(): OutboundFailure {
  return new OutboundFailure('TOO_LARGE', 'its answer is larger than 1 MiB');
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'no reason given';
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message ?? 'no reason given');
}
