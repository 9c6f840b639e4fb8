import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the longest wait for a result, 25 s with `forceSync`. */
export const requestPatienceMs = 27_000;
const lookEveryMs = 50;

/**
 * Stops a server without losing a request. At first it goes on serving for a while, as `/readyz` tells load balancers
 * to send requests elsewhere. Each answer closes its connection from then on. At last it accepts no more connections
 * and waits for the requests in progress.
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

  /** Rejects once the server stops. */
  async check(): Promise<void> {
    if (this.#stopping) throw new Error('the API stops');
  }

  /** Resolves when the last request has been answered, or has taken too long. */
  async stop(serveForMs: number): Promise<void> {
    this.#stopping = true;
    for (const res of this.#answering) closeAfter(res);
    await sleep(serveForMs);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
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
