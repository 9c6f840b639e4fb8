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
  const all = new Set<string>();
  let ready: string[] = [];
  let turn = 0;

  const check = async () => {
    const isReady = async (url: string) =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const answers = await Promise.all([...all].map(async (url) => ((await isReady(url)) ? [url] : [])));
    ready = answers.flat();
  };
  const checks = setInterval(() => void check(), checkEveryMs);

  const forward = (req: IncomingMessage, res: ServerResponse) => {
    turn += 1;
    const url = ready[turn % ready.length];
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
    add: (url) => void all.add(url),
    ready: () => ready,
    close: async () => {
      clearInterval(checks);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
