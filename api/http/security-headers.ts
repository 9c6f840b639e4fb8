import type { RequestHandler } from 'express';

/**
 * Headers for data: answers are not cached, not sniffed and never rendered as a page. The pages under `/docs`
 * have their own headers.
 */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  next();
};
