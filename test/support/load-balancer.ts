import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const checkEveryMs = 100;

export interface LoadBalancer {
  url: string;
  /** Sends requests to the service at this URL as soon as it is ready. */
  add(url: string): void;
  /** The URLs that get requests. */
  ready(): string[];
  close(): Promise<void>;
}

/**
 * A proxy that asks `/readyz` of each service, keeps connections, and never repeats a request: where a service closes the
 * connection without an answer, the caller's is closed too. At a free port unless one is given.
 */
export async function aLoadBalancer(
  port = 0,
  observe: (status: number, headers: IncomingHttpHeaders) => void = () => undefined,
): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  const closing = new AbortController();

  // One check after the other: an earlier one that is slow must not say that a service is ready which has said no since.
  const check = async (url: string) => {
    while (!closing.signal.aborted) {
      const isReady = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(url);
      else ready.delete(url);
      await sleep(checkEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  const forward = (req: IncomingMessage, res: ServerResponse) => {
    turn += 1;
    const url = [...ready][turn % ready.size];
    if (url === undefined) return void res.writeHead(503, { 'retry-after': '1' }).end();
    const { connection: _, ...headers } = req.headers;
    const onward = request(new URL(req.url ?? '/', url), { method: req.method, headers, agent });
    onward.once('response', (answer) => {
      const { connection: _connection, ...answered } = answer.headers;
      observe(answer.statusCode ?? 502, answered);
      res.writeHead(answer.statusCode ?? 502, answered);
      answer.pipe(res);
      answer.once('error', () => res.destroy());
    });
    onward.once('error', () => res.destroy());
    req.pipe(onward);
  };
  const server = createServer(forward).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void check(url),
    ready: () => [...ready],
    close: async () => {
      closing.abort();
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
