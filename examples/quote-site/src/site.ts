import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  ConflictError,
  ConnectionError,
  type Ioi,
  NotFoundError,
  type PaymentPlan,
  RateLimitError,
  UnavailableError,
} from 'ioi-client';
import { answersOf, Filled, questionsOf, startLoops } from './answers.js';
import { buy, offeredPlans } from './buy.js';
import { faultsOf, faultsOfRequest, missingAnswers } from './faults.js';
import type { Faults } from './form-view.js';
import { failurePage, formPage, plansPage, policyPage, productsPage, quotesPage } from './pages.js';
import { type Session, sessionOf } from './session.js';

interface Visit {
  ioi: Ioi;
  session: Session;
  /** The parts of the path that the route leaves open. */
  path: string[];
  /** Of a POST. */
  fields: URLSearchParams;
}

type Answer = { page: string; status?: number } | { to: string };
type Route = [pattern: RegExp, handle: (visit: Visit) => Promise<Answer>];

const id = '([0-9a-f-]{36})';
const routes: Record<string, Route[]> = {
  GET: [
    [/^\/$/, showProducts],
    [new RegExp(`^/products/${id}$`), showForm],
    [new RegExp(`^/quotes/${id}$`), showQuotes],
    [new RegExp(`^/policies/${id}$`), showPolicy],
  ],
  POST: [
    [new RegExp(`^/products/${id}$`), sendForm],
    [new RegExp(`^/quotes/${id}/${id}$`), choose],
    [new RegExp(`^/quotes/${id}/${id}/buy$`), pay],
  ],
};
const files: Record<string, string> = { '/style.css': 'text/css', '/form.js': 'text/javascript' };
const mostBytes = 1_000_000;

/** A site that quotes and sells. The key of `ioi` stays on this server: a browser must not have it. */
export function createSite(ioi: Ioi): Server {
  return createServer((req, res) => {
    respond(ioi, req, res).catch((error: unknown) => {
      const { status, title, detail } = explained(error);
      if (status === 500) console.error(error);
      send(res, { page: failurePage(title, detail), status });
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
  if (origin !== undefined && new URL(origin).host !== host) throw new NotHere();
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

async function showProducts({ ioi }: Visit): Promise<Answer> {
  const sold: { productId: string; name: string }[] = [];
  for await (const { productId, name, live } of ioi.products.list()) {
    if (live?.generatesQuotes) sold.push({ productId, name });
  }
  return { page: productsPage(sold) };
}

async function showForm(visit: Visit): Promise<Answer> {
  const filled = new Filled(new URLSearchParams());
  return { page: await form(visit, filled, new Map()) };
}

async function sendForm(visit: Visit): Promise<Answer> {
  const { ioi, session, path, fields } = visit;
  const [lineId = ''] = path;
  const filled = new Filled(fields);
  const [todo, ...about] = (fields.get('do') ?? 'quote').split(':');
  if (todo === 'add') filled.addIteration(about.join(':'));
  if (todo === 'remove') filled.removeIteration(about.slice(1).join(':'), about[0] ?? '');
  if (todo !== 'quote') return { page: await form(visit, filled, new Map()) };

  const { questions, intake } = await asked(visit, filled);
  const missing = missingAnswers(questions, filled);
  if (missing.size > 0) return { page: await form(visit, filled, missing), status: 400 };
  const triggerRequestId = fields.get('triggerRequestId') ?? randomUUID();
  const known = fields.get('clientId') ?? '';
  const effectiveDate = fields.get('effectiveDate') ?? '';
  const result = await ioi.quotes
    .get({
      lineId,
      triggerRequestId,
      effectiveDate,
      intake,
      ...(session.clients.has(known) && { clientId: known }),
    })
    .catch((error: unknown) => faultsOfRequest(error, intake));
  if (result instanceof Map) return { page: await form(visit, filled, result), status: 400 };
  const { client = '', quotes, missing: waiting } = result;
  session.clients.add(client);
  const faults = faultsOf(quotes);
  if (faults.size > 0) return { page: await form(visit, filled, faults, client), status: 400 };
  session.quotes.set(triggerRequestId, { lineId, client, quotes, missing: waiting });
  return { to: `/quotes/${triggerRequestId}` };
}

/** The visible questions for what is filled in. */
async function asked({ ioi, path: [lineId = ''] }: Visit, filled: Filled) {
  const first = await ioi.products.questions(lineId);
  startLoops(questionsOf(first.product), filled);
  const intake = answersOf(questionsOf(first.product), filled);
  const display = await ioi.products.questions(lineId, { answers: intake });
  return { display, intake, questions: questionsOf(display.product) };
}

async function form(visit: Visit, filled: Filled, faults: Faults, client?: string): Promise<string> {
  const {
    fields,
    path: [lineId = ''],
  } = visit;
  const { display } = await asked(visit, filled);
  return formPage({
    ...{ lineId, title: display.lineName, product: display.product, filled, faults },
    effectiveDate: fields.get('effectiveDate') ?? new Date().toISOString().slice(0, 10),
    triggerRequestId: randomUUID(),
    clientId: client ?? fields.get('clientId') ?? '',
  });
}

async function showQuotes({ ioi, session, path: [triggerRequestId = ''] }: Visit): Promise<Answer> {
  const known = session.quotes.get(triggerRequestId);
  if (known === undefined) throw new NotHere();
  if (known.missing > 0) {
    const expected = known.quotes.length + known.missing;
    const { quoted, declined } = await ioi.quotes.ofEvent(triggerRequestId);
    known.quotes = [...quoted, ...declined];
    known.missing = Math.max(0, expected - known.quotes.length);
  }
  return { page: quotesPage({ triggerRequestId, ...known }) };
}

async function choose({ ioi, session, path }: Visit): Promise<Answer> {
  const [event = '', quoteId = ''] = path;
  return { page: plansPage(event, quoteId, await offeredPlans(ioi, purchaseOf(session, event, quoteId))) };
}

async function pay({ ioi, session, path, fields }: Visit): Promise<Answer> {
  const [event = '', quoteId = ''] = path;
  const plan = (fields.get('plan') ?? 'FULL_PAYMENT') as PaymentPlan;
  const purchase = purchaseOf(session, event, quoteId);
  const bought = session.purchases.get(quoteId) ?? buy(ioi, purchase, plan);
  session.purchases.set(quoteId, bought);
  // What failed may be tried again.
  bought.catch(() => session.purchases.delete(quoteId));
  const policyId = await bought;
  session.policies.add(policyId);
  return { to: `/policies/${policyId}` };
}

function purchaseOf({ quotes }: Session, event: string, quoteId: string) {
  const known = quotes.get(event);
  if (!known?.quotes.some(({ requestId }) => requestId === quoteId)) throw new NotHere();
  return { lineId: known.lineId, clientId: known.client, quoteId };
}

async function showPolicy({ ioi, session, path: [policyId = ''] }: Visit): Promise<Answer> {
  if (!session.policies.has(policyId)) throw new NotHere();
  return { page: policyPage(await ioi.policies.get(policyId)) };
}

/** A page that does not exist, or belongs to another visitor. */
class NotHere extends Error {}

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
