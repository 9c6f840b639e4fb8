import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';

/** The files of a folder by their names. */
export function filesOf(folder: string): Map<string, Buffer> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
}

/**
 * Headers of the pages that the service has: scripts, styles and requests of this service only, and no inline ones, but
 * for what `also` allows. They suit a plain HTTP host, too: they neither upgrade requests nor require HTTPS.
 */
export function pageHeaders(also: Readonly<Record<string, string>>): RequestHandler {
  const allowed = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...also,
  };
  const policy = Object.entries(allowed)
    .map((each) => each.join(' '))
    .join('; ');
  return (_req, res, next) => {
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    next();
  };
}
