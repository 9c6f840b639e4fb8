import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import type { Certificate } from './certificates.js';

export interface TlsTerminator {
  port: number;
  close(): void;
}

/** Accepts TLS on a free port and passes the plain bytes on to `port`. */
export async function aTlsTerminator(
  port: number,
  { certFile, keyFile }: Certificate,
  options: TlsOptions = {},
): Promise<TlsTerminator> {
  const keyPair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const server = createServer({ ...keyPair, ...options }, (socket) => {
    const upstream = connect(port, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
