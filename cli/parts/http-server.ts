import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../ground/command-failure.js';

const stopPatienceMs = 8_000;

export interface ListenAddress {
  host: string;
  port: number;
  /** The setting of the port; `PORT` by default. */
  setting?: string;
}

/** Listens; an unavailable address is explained. */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, address)));
    server.listen(address.port, address.host, resolve);
  });
}

/**
 * Whoever asks first whether to send a body (`Expect: 100-continue`) is told to, unless no operation takes as much: that is
 * a 413 before a byte of it.
 */
export function answerExpectations(server: Server, mostBytes: number): void {
  server.on('checkContinue', (req, res) => {
    if (Number(req.headers['content-length'] ?? 0) > mostBytes) {
      res.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    res.writeContinue();
    server.emit('request', req, res);
  });
}

/** Explains at once the error that `listen` would throw later, after everything else was started. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await stopListening(probe);
}

/** The URL that reaches the server from this machine. */
export function localUrl({ host, port }: ListenAddress): string {
  const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = anyAddress[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whether only this machine reaches a server that listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Accepts no more requests and lets running ones finish, within a bound. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(stopPatienceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}

function explained(error: NodeJS.ErrnoException, { host, port, setting = 'PORT' }: ListenAddress): Error {
  const known: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program, or by another copy of this one. Set ${setting} to a free one.`,
    EACCES: `This user may not listen on port ${port}. Set ${setting} to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Check HOST.`,
    ENOTFOUND: `The host name ${host} is unknown. Check HOST.`,
  };
  return new CommandFailure(known[error.code ?? ''] ?? error.message);
}
