import { Router } from 'express';
import helmet from 'helmet';
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const files = ['favicon-32x32.png', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * The reference page, with all its files. The headers suit a plain HTTP host: they neither upgrade requests
 * nor require HTTPS.
 */
export function referencePage({ documentPath }: { documentPath: string }): Router {
  const router = Router();
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
        },
      },
      strictTransportSecurity: false,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
    }),
  );
  router.get('/', (_req, res) => {
    res.type('html').set('Cache-Control', 'no-cache').send(page);
  });
  router.get('/start.js', (_req, res) => {
    const options = JSON.stringify({ url: documentPath, deepLinking: true, displayRequestDuration: true });
    res
      .type('text/javascript')
      .set('Cache-Control', 'no-cache')
      .send(`SwaggerUIBundle({ ...${options}, domNode: document.getElementById('reference') });\n`);
  });
  const folder = getAbsoluteFSPath();
  for (const file of files) {
    router.get(`/${file}`, (_req, res) => {
      res.set('Cache-Control', 'public, max-age=86400').sendFile(file, { root: folder });
    });
  }
  return router;
}
