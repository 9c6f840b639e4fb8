import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  ConflictError,
  ConnectionError,
  type Ioi,
  NotFoundError,
  RateLimitError,
  UnavailableError,
} from 'ioi-client';
import { failurePage } from './pages.js';
import { type Answer, NotHere, routes } from './routes.js';
import { sessionOf } from './session.js';

const files: Record<string, string> = { '/style.css': 'text/css', '/form.js': 'text/javascript' };
const mostBytes = 1_000_000;

/** A site that quotes and sells. The key of `ioi` stays on this server: a browser must not have it. */
export function createSite(ioi: Ioi): Server {
  return createServer((req, res) => {
    respond(ioi, req, res).catch((error: unknown) => {
      const { status, title, detail } = explained(error);
      if (status === 500) console.error(error);
      const [, ...parts] = (req.url ?? '').split(/[/?]/);
      const back = `/${parts.slice(0, 2).join('/')}`;
      send(res, { page: failurePage(title, detail, back), status });
    });
  });
}

async function respond(ioi: Ioi, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://site');
  const type = files[pathname];
  if (type) {
    res.setHeader('Content-Type', type);
    res.end(await readFile(new URL(`../public${pathname}`, import.meta.url)));
    return;
  }
  for (const [pattern, handle] of routes[req.method ?? ''] ?? []) {
    const [, ...path] = pattern.exec(pathname) ?? [];
    if (!pattern.test(pathname)) continue;
    const session = sessionOf(req, res);
    const fields = req.method === 'POST' ? await fieldsOf(req) : new URLSearchParams();
    send(res, await handle({ ioi, session, path, fields }));
    return;
  }
  throw new NotHere();
}

/** The fields of a form of this site: another site may not send them. */
async function fieldsOf(req: IncomingMessage): Promise<URLSearchParams> {
  const { origin, host } = req.headers;
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) throw new NotHere();
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) throw new NotHere();
  }
  return new URLSearchParams(text);
}

function send(res: ServerResponse, answer: Answer): void {
  if ('to' in answer) {
    res.writeHead(303, { Location: answer.to }).end();
    return;
  }
  res
    .writeHead(answer.status ?? 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'same-origin',
    })
    .end(answer.page);
}

function explained(error: unknown): { status: number; title: string; detail: string } {
  if (error instanceof NotHere || error instanceof NotFoundError) {
    return { status: 404, title: 'Not found', detail: 'There is no such page, or your visit has ended.' };
  }
  if (error instanceof ConflictError) {
    return { status: 409, title: 'This is not possible', detail: error.problem?.detail ?? error.message };
  }
  if (
    error instanceof ConnectionError ||
    error instanceof UnavailableError ||
    error instanceof RateLimitError
  ) {
    return {
      status: 503,
      title: 'We will be back soon',
      detail: 'Quotes are not available at the moment. Nothing was lost: please try again.',
    };
  }
  return { status: 500, title: 'Something went wrong', detail: 'Please try again later.' };
}
