import { hash } from 'node:crypto';
import path from 'node:path';
import express, { Router } from 'express';
import { filesOf, pageHeaders } from '../http/site-files.js';
import { staticFile, staticText } from '../http/static-text.js';
import type { Contract } from './contract.js';
import { type DemoAccess, isFromThisMachine } from './demo-access.js';
import { Guides } from './guides.js';
import { layout, type Page } from './layout.js';
import { referenceView } from './reference-view.js';

export interface ReferenceSite {
  /** Where the site is mounted, such as `/docs`. */
  base: string;
  /** The text of the OpenAPI document. */
  contract(): string;
  /** A folder of Markdown files, each a page of the site. */
  guides: string;
  /** The key that the page fills in for a browser on this machine; only on a development start. */
  demoAccess?: DemoAccess | undefined;
}

const assetFolder = path.join(import.meta.dirname, 'browser');

/** The reference page and the guides beside it, with all their files: nothing is loaded from elsewhere. */
export function referenceSite({ base, contract, guides: folder, demoAccess }: ReferenceSite): Router {
  const guides = new Guides(folder, base);
  const assets = filesOf(assetFolder);
  // One version for all of them: a script imports the others beside it.
  const version = hash('sha256', Buffer.concat([...assets.values()])).slice(0, 16);
  const site = {
    base,
    asset: (name: string) => `${base}/assets/${version}/${name}`,
    has: (name: string) => ['', 'guides'].includes(name) || guides.names.has(name),
  };
  const page = (make: () => Page) =>
    staticText(() => layout(make(), site).text, { type: 'html', cacheControl: 'no-cache' });

  const router = Router();
  router.use(pageHeaders({ 'form-action': "'self'" }));
  router.get(
    '/',
    page(() => {
      const document: Contract = JSON.parse(contract());
      return {
        title: `${document.info.title}: reference`,
        path: '',
        scripts: ['reference.js'],
        ...referenceView(document),
      };
    }),
  );
  router.get(
    '/guides',
    page(() => ({ title: 'Guides', path: 'guides', body: guides.list() })),
  );
  for (const name of guides.names) {
    router.get(
      `/${name}`,
      page(() => ({ path: name, scripts: ['guide.js'], ...guides.page(name) })),
    );
  }
  router.get('/demo-access', (req, res) => {
    res.json(demoAccess !== undefined && isFromThisMachine(req) ? demoAccess : {});
  });
  for (const [name, content] of assets) {
    router.get(`/assets/${version}/${name}`, staticFile(name, content));
  }
  router.use(
    '/images',
    express.static(path.join(folder, 'images'), { index: false, redirect: false, maxAge: '1h' }),
  );
  return router;
}
