import type { IncomingMessage } from 'node:http';

/** Names the session that the page believes to have, by its id; `current`: whichever the browser has. */
export const sessionHeader = 'x-session';

/**
 * Why a request is not believed to come from a page of this service, with the cookie that the browser adds to it. Another
 * site's page cannot send the header: a browser would first ask whether it may, and no answer allows it. The fields that
 * browsers add are checked beside, where they are sent.
 */
export function whyNotOwnPage(
  { headers }: IncomingMessage,
  publicUrl: string | undefined,
): string | undefined {
  if (headers[sessionHeader] === undefined) return 'a request with the cookie of a session needs X-Session';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    return site === 'same-origin' ? undefined : 'the request comes from a page of another origin';
  }
  const { origin, host } = headers;
  const isOwn = origin === undefined || origin === publicUrl || hostOf(origin) === host;
  return isOwn ? undefined : 'the request comes from a page of another origin';
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;
