import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A free TCP port on the loopback address. Its server closes a connection first, which leaves the port in TIME_WAIT for
 * about a minute: until then the system gives it to nobody who asks for any port, for a server or an outgoing connection,
 * but a server may listen on it by its number.
 */
export async function freePort(): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').resume();
  await once(client, 'close');
  server.close();
  await once(server, 'close');
  return port;
}
