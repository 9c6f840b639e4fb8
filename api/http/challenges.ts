import type { IncomingMessage } from 'node:http';

const bearer = 'Bearer realm="ioi"';

/**
 * The challenges of a 401 (RFC 9110, section 11.6.1): both methods. To a script in a browser `Basic` is not offered:
 * the browser would open its own sign-in window, and the script would wait for it.
 */
export function challengesFor({ headers }: IncomingMessage): string {
  const mode = headers['sec-fetch-mode'];
  const isScript = mode === undefined ? headers['x-requested-with'] !== undefined : mode !== 'navigate';
  return isScript ? bearer : `Basic realm="ioi", charset="UTF-8", ${bearer}`;
}
