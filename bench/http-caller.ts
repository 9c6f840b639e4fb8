import { connect, type Socket } from 'node:net';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers?: Record<string, string>;
  body?: string;
}

/** One kept-alive connection. */
export interface HttpCaller {
  /** Sends the next request and returns the body of a 200; every other answer is an error. */
  call(): Promise<Buffer>;
  close(): void;
}

/** The next request, as it goes over the wire. */
export type NextRequest = () => Buffer;

const endOfHead = '\r\n\r\n';

/** Requests to one server in turn, again and again. All callers share the turn. */
export function inTurn(requests: readonly HttpRequest[]): NextRequest {
  const texts = requests.map((request) => Buffer.from(textOf(request)));
  let sent = 0;
  return () => texts[sent++ % texts.length] as Buffer;
}

/**
 * A very cheap client: on a machine with few cores a heavier one would take processor time from the measured
 * server, and make slow servers look as fast as fast ones. Repeats the request unless it gets others.
 */
export async function openHttpCaller(
  request: HttpRequest,
  next: NextRequest = inTurn([request]),
): Promise<HttpCaller> {
  const { url } = request;
  const socket = await connected(url);
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;

  const settle = (outcome: Buffer | Error) => {
    const waiter = waiting;
    waiting = undefined;
    received = Buffer.alloc(0);
    if (outcome instanceof Error) waiter?.reject(outcome);
    else waiter?.resolve(outcome);
  };
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = answerIn(received);
    if (answer !== undefined) settle(answer);
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error(`${url.href} closed the connection.`)));

  return {
    call: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(next());
      }),
    close: () => socket.destroy(),
  };
}

function textOf({ method, url, headers = {}, body = '' }: HttpRequest): string {
  const lines = Object.entries({
    Host: url.host,
    ...headers,
    ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}${endOfHead}${body}`;
}

function connected({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** The body once it is complete. */
function answerIn(received: Buffer): Buffer | Error | undefined {
  const headLength = received.indexOf(endOfHead);
  if (headLength < 0) return undefined;
  const head = received.toString('latin1', 0, headLength);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) return new Error(`An answer without Content-Length:\n${head}`);
  const begin = headLength + endOfHead.length;
  const end = begin + Number(length);
  if (received.length < end) return undefined;
  const body = received.subarray(begin, end);
  return head.startsWith('HTTP/1.1 200 ') ? body : new Error(`${head}\n\n${body.toString()}`);
}
