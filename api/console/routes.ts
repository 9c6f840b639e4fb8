import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { KeptText } from '../http/kept-text.js';

const types: { [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const oneYear = 'public, max-age=31536000, immutable';

/**
 * The console: the files that `npm run build` made in `folder`. Every path below it is the one page, which reads its path
 * itself. Nothing is served where the console was not built.
 */
export function consoleSite({ folder }: { folder: string }): Router {
  const router = Router();
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return router;
  router.use(pageHeaders);
  const page = new KeptText(readFileSync(index), 'text/html; charset=utf-8');
  const assetFolder = path.join(folder, 'assets');
  const assets = new Map(
    readdirSync(assetFolder).map((name) => [name, assetOf(path.join(assetFolder, name))]),
  );
  // Their names have the hash of their contents.
  router.get(
    '/assets/:name',
    (req, res, next) => assets.get(req.params.name)?.send(req, res, oneYear) ?? next('router'),
  );
  router.get('/{*path}', (req, res) => page.send(req, res, 'no-cache'));
  return router;
}

const assetOf = (file: string): KeptText =>
  new KeptText(readFileSync(file), types[path.extname(file)] ?? 'application/octet-stream');

/** Scripts, styles and requests of this service only, and no inline ones; documents are shown out of memory (`blob:`). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  next();
};
