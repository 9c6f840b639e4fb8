import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { KeptText } from '../http/kept-text.js';
import { filesOf, keptForAYear, pageHeaders } from '../http/site-files.js';

/**
 * The console: the files that `npm run build` made in `folder`. Every path below it is the one page, which reads its path
 * itself. Nothing is served where the console was not built.
 */
export function consoleSite({ folder }: { folder: string }): Router {
  const router = Router();
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return router;
  // Documents are shown out of memory.
  router.use(pageHeaders({ 'img-src': "'self' blob: data:", 'font-src': "'self'", 'frame-src': 'blob:' }));
  const page = new KeptText(readFileSync(index), 'text/html; charset=utf-8');
  const assets = filesOf(path.join(folder, 'assets'));
  // Their names have the hash of their contents.
  router.get(
    '/assets/:name',
    (req, res, next) => assets.get(req.params.name)?.send(req, res, keptForAYear) ?? next('router'),
  );
  router.get('/{*path}', (req, res) => page.send(req, res, 'no-cache'));
  return router;
}
