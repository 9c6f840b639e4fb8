import type { RequestHandler } from 'express';

/** What scripts may read beside the headers that browsers always show. */
const exposed = [
  ...['Content-Disposition', 'Deprecation', 'Document-Warning', 'ETag', 'Idempotency-Replayed', 'Link'],
  ...['Location', 'Mcp-Session-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Sunset', 'X-Request-Id'],
].join(', ');

const sendable = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
  ...[
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
    'X-JWT-Assertion',
    'X-Request-Id',
    'X-Requested-With',
    'Traceparent',
  ],
].join(', ');

/** How long a browser remembers the answer to a preflight. */
const preflightSeconds = 7200;

/**
 * Lets scripts of these origins call the service (Fetch standard). Browsers
 * send their preflights without credentials, so these are answered before authentication. Cookies do not exist here, so
 * `Access-Control-Allow-Credentials` is not sent.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !allowed.has(origin)) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      res.setHeader('Access-Control-Expose-Headers', exposed);
      return next();
    }
    res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
    res.setHeader('Access-Control-Allow-Headers', sendable);
    res.setHeader('Access-Control-Max-Age', String(preflightSeconds));
    res.status(204).end();
  };
}
