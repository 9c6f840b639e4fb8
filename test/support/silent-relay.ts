import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentRelay {
  port: number;
  /** From now on nothing passes on the connections that are open. They stay open; new ones work. */
  silence(): void;
  /** Ends those that were silenced, as the server does after a time. */
  forget(): void;
  stop(): void;
}

/** Passes connections on to a port of this machine. */
export async function aSilentRelay(port: number): Promise<SilentRelay> {
  const sockets = new Set<Socket>();
  const silent: Socket[] = [];
  const forget = () => {
    for (const socket of silent.splice(0)) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        if (sockets.delete(socket)) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
      silent.push(...sockets);
      sockets.clear();
    },
    forget,
    stop: () => {
      forget();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
