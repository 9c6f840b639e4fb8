import type { IncomingMessage } from 'node:http';

/** An API key that the reference page fills in. */
export interface DemoAccess {
  organization: string;
  key: string;
  secret: string;
}

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const ownAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a browser on this machine asks, by a name of this machine, without a proxy in between. The name is checked
 * because another site can let its own name lead here.
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return (
    ownAddresses.has(socket.remoteAddress ?? '') &&
    ownNames.has((headers.host ?? '').replace(/:\d+$/, '')) &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}
