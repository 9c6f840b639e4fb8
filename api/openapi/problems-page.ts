import type { RequestHandler } from 'express';
import { problemCodeNames, problemCodes } from '../errors/problem-codes.js';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'h2{font:600 1.05rem ui-monospace,monospace;margin:2rem 0 0;overflow-wrap:anywhere}p{margin:.25rem 0}';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `GET /docs/problems`: what each code of a problem means, at the address that its `type` names. */
export const problemsPage: RequestHandler = (_req, res) => {
  res.type('html').set('Cache-Control', 'no-cache').set('Content-Security-Policy', policy).send(page);
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Problem codes</title>
    <style>${style}</style>
  </head>
  <body>
    <p><a href="/docs">API reference</a></p>
    <h1>Problem codes</h1>
    <p>Every failure is a problem (RFC 9457). Its <code>code</code> is stable; its <code>type</code> leads here.</p>
${problemCodeNames.map(sectionOf).join('\n')}
  </body>
</html>
`;

function sectionOf(code: (typeof problemCodeNames)[number]): string {
  const { status, title, meaning, remedy } = problemCodes[code];
  return `    <section id="${code}">
      <h2>${code}</h2>
      <p>${status}: ${title}</p>
      <p>${marked(meaning)}</p>
      <p>${marked(remedy)}</p>
    </section>`;
}

/** Text with `code` as HTML. */
function marked(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
}
