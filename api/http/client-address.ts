import type { RequestHandler } from 'express';

/**
 * Finds the caller's address. Each trusted proxy has added its own caller's address to `X-Forwarded-For`; what others
 * write there is not believed.
 */
export function clientAddress(trustedProxies: number): RequestHandler {
  return (req, _res, next) => {
    const direct = req.socket.remoteAddress;
    const forwarded =
      trustedProxies === 0 ? [] : (req.headers['x-forwarded-for'] ?? '').toString().split(',');
    const last = forwarded.map((text) => text.trim()).filter((text) => text !== '');
    req.address = last.at(-Math.min(trustedProxies, last.length)) ?? direct;
    next();
  };
}
