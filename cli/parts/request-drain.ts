import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterAccepting, setTimeout as sleep } from 'node:timers/promises';

/** Longer than the longest wait for a result, 25 s with `forceSync`. */
export const requestPatienceMs = 27_000;
const lookEveryMs = 50;

/** For the request of a connection that was accepted at last, and may be on its way. */
const firstRequestMs = 250;

/**
 * Stops a server without losing a request. At first it goes on serving for a while, as `/readyz` tells load balancers
 * to send requests elsewhere. Each answer closes its connection from then on. At last it accepts no more connections,
 * waits a moment for the requests of the last ones, and then for the requests in progress.
 */
export class RequestDrain {
  readonly #server: Server;
  readonly #answering = new Set<ServerResponse>();
  #stopping = false;

  constructor(server: Server) {
    this.#server = server;
    server.prependListener('request', (_req, res: ServerResponse) => {
      if (this.#stopping) closeAfter(res);
      this.#answering.add(res);
      res.once('close', () => this.#answering.delete(res));
    });
  }

  /** Whether requests that wait for something to happen should end. */
  readonly isStopping = (): boolean => this.#stopping;

  /** Rejects once the server stops. */
  async check(): Promise<void> {
    if (this.#stopping) throw new Error('the API stops');
  }

  /** Resolves when the last request has been answered, or has taken too long. */
  async stop(serveForMs: number): Promise<void> {
    this.#stopping = true;
    for (const res of this.#answering) closeAfter(res);
    await sleep(serveForMs);
    // Those that wait to be accepted would be reset.
    await afterAccepting();
    // An HTTP server would close connections whose request has not arrived yet, too.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    );
    await sleep(firstRequestMs);
    const look = setInterval(() => this.#server.closeIdleConnections(), lookEveryMs);
    const tooLate = setTimeout(() => this.#server.closeAllConnections(), requestPatienceMs);
    await closed;
    clearInterval(look);
    clearTimeout(tooLate);
  }
}

/** The client sends its next request on another connection, so that none is lost on one that is being closed. */
function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
