import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { KeptText } from '../http/kept-text.js';
import { sendJson } from '../http/send-json.js';
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
const types: { [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const oneYear = 'public, max-age=31536000, immutable';

/** The reference page and the guides beside it, with all their files: nothing is loaded from elsewhere. */
export function referenceSite({ base, contract, guides: folder, demoAccess }: ReferenceSite): Router {
  const guides = new Guides(folder, base);
  const assets = new Map(readdirSync(assetFolder).map((name) => [name, fileOf(assetFolder, name)]));
  // One version for all of them: a script imports the others beside it.
  const version = new KeptText([...assets.values()].map(({ hash }) => hash).join(), 'text/plain').hash;
  const site = {
    base,
    asset: (name: string) => `${base}/assets/${version}/${name}`,
    has: (name: string) => ['', 'guides'].includes(name) || guides.names.has(name),
  };
  /** A page is made when it is first read. */
  const page = (make: () => Page): RequestHandler => {
    let kept: KeptText | undefined;
    return (req, res) => {
      kept ??= new KeptText(layout(make(), site).text, 'text/html; charset=utf-8');
      return kept.send(req, res, 'no-cache');
    };
  };

  const router = Router();
  router.use(pageHeaders);
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
    sendJson(res, demoAccess !== undefined && isFromThisMachine(req) ? demoAccess : {});
  });
  for (const [name, file] of assets) {
    router.get(`/assets/${version}/${name}`, (req, res) => file.send(req, res, oneYear));
  }
  router.use(
    '/images',
    express.static(path.join(folder, 'images'), { index: false, redirect: false, maxAge: '1h' }),
  );
  return router;
}

function fileOf(folder: string, name: string): KeptText {
  return new KeptText(
    readFileSync(path.join(folder, name)),
    types[path.extname(name)] ?? 'application/octet-stream',
  );
}

/** Scripts, styles and requests of this service only, and no inline ones. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** They suit a plain HTTP host, too: they neither upgrade requests nor require HTTPS. */
const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  next();
};
