import type { Lifecycle } from './lifecycle.js';

/** A server that runs beside this process. */
export interface SupervisedServer {
  /** Resolves with the reason once it has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const mostRestarts = 5;
const countedForMs = 60_000;

/**
 * Keeps a server running: one that ends on its own, or is killed, is restarted. One that keeps ending stops
 * everything. `start` gets the ended server, whose addresses the next one must have.
 */
export async function keepRunning<Server extends SupervisedServer>(
  what: string,
  start: (before?: Server) => Promise<Server>,
  { lifecycle, say }: { lifecycle: Lifecycle; say: (line: string) => void },
): Promise<Server> {
  let stopping = false;
  let restart: Promise<void> = Promise.resolve();
  let restartedAt: number[] = [];
  const first = await start();
  let current = first;

  const watch = (server: Server) => {
    void server.ended.then((how) => {
      if (!stopping) restart = again(server, how).catch(lifecycle.fail);
    });
  };
  const again = async (server: Server, how: string) => {
    restartedAt = [...restartedAt.filter((at) => Date.now() - at < countedForMs), Date.now()];
    if (restartedAt.length > mostRestarts) throw new Error(`${what} keeps ending, last with ${how}.`);
    say(`${what} has ended (${how}); restarting it…`);
    current = await start(server);
    say(`${what} is up again.`);
    watch(current);
  };

  watch(first);
  lifecycle.onStop(what, async () => {
    stopping = true;
    await restart;
    await current.stop();
  });
  return first;
}
