import type { RequestHandler } from 'express';

/**
 * What matters for answers that are data: they are not cached, not sniffed and never rendered as a page.
 * The pages under `/docs` have headers of their own.
 */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  next();
};
