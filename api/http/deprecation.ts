import type { RequestHandler } from 'express';

/** An endpoint that a later release may not have. */
export interface Deprecation {
  /** `YYYY-MM-DD`: deprecated from this day on. */
  since: string;
  /** `YYYY-MM-DD`: it may be gone from this day on; absent: not planned. */
  sunset?: string;
  /** What to use instead: an address for people. */
  link: string;
}

/** The headers of a deprecated endpoint's answers: `Deprecation` (RFC 9745), `Sunset` and its link (RFC 8594). */
export function deprecation({ since, sunset, link }: Deprecation): RequestHandler {
  const headers: [string, string][] = [
    ['Deprecation', `@${Date.parse(since) / 1000}`],
    ['Link', `<${link}>; rel="deprecation"; type="text/html"`],
  ];
  if (sunset !== undefined) headers.push(['Sunset', new Date(sunset).toUTCString()]);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
