import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { filesOf, pageHeaders } from '../http/site-files.js';
import { staticFile, staticText } from '../http/static-text.js';

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
  const page = readFileSync(index);
  // Their names have the hash of their contents.
  const files = [...filesOf(path.join(folder, 'assets'))];
  const assets = new Map(files.map(([name, content]) => [name, staticFile(name, content)]));
  router.get('/assets/:name', (req, res, next) => {
    const file = assets.get(req.params.name);
    if (file === undefined) next('router');
    else file(req, res);
  });
  router.get(
    '/{*path}',
    staticText(() => page, { type: 'html', cacheControl: 'no-cache' }),
  );
  return router;
}
