import { randomUUID } from 'node:crypto';
import type { Ioi, PaymentPlan, Question } from 'ioi-client';
import { answersOf, Filled, questionsOf, startLoops } from './answers.js';
import { buy, offeredPlans } from './buy.js';
import { faultsOf, faultsOfRequest, missingAnswers } from './faults.js';
import type { Faults } from './form-view.js';
import { formPage, plansPage, policyPage, productsPage, quotesPage } from './pages.js';
import type { Session } from './session.js';

export interface Visit {
  ioi: Ioi;
  session: Session;
  /** The ids of the path. */
  path: string[];
  /** Of a POST. */
  fields: URLSearchParams;
}

export type Answer = { page: string; status?: number } | { to: string };
type Route = [pattern: RegExp, handle: (visit: Visit) => Promise<Answer>];

/** A page that does not exist, or belongs to another visitor. */
export class NotHere extends Error {}

const id = '([0-9a-f-]{36})';
export const routes: Readonly<Record<string, Route[]>> = {
  GET: [
    [/^\/$/, showProducts],
    [new RegExp(`^/products/${id}$`), showForm],
    [new RegExp(`^/quotes/${id}$`), showQuotes],
    [new RegExp(`^/quotes/${id}/${id}$`), showPlans],
    [new RegExp(`^/policies/${id}$`), showPolicy],
  ],
  POST: [
    [new RegExp(`^/products/${id}$`), sendForm],
    [new RegExp(`^/quotes/${id}/${id}$`), choose],
    [new RegExp(`^/quotes/${id}/${id}/buy$`), pay],
  ],
};

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

/** The questions for what is filled in: an answer may hide or show others. */
async function asked({ ioi, path: [lineId = ''] }: Visit, filled: Filled) {
  const start = questionsOf((await ioi.products.questions(lineId)).product);
  startLoops(start, filled);
  const display = await ioi.products.questions(lineId, { answers: answersOf(start.map(shown), filled) });
  const questions = questionsOf(display.product);
  return { display, questions, intake: answersOf(questions, filled) };
}

const shown = (question: Question): Question => ({
  ...question,
  visible: true,
  ...(question.loopQuestions && {
    loopQuestions: question.loopQuestions.map((each) => ({ ...each, visible: true })),
  }),
});

async function form(visit: Visit, filled: Filled, faults: Faults, client?: string): Promise<string> {
  const {
    fields,
    path: [lineId = ''],
  } = visit;
  const { display } = await asked(visit, filled);
  return formPage({
    lineId,
    title: display.lineName,
    product: display.product,
    filled,
    faults,
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
  session.plans.set(quoteId, await offeredPlans(ioi, purchaseOf(session, event, quoteId)));
  return { to: `/quotes/${event}/${quoteId}` };
}

async function showPlans({ session, path }: Visit): Promise<Answer> {
  const [event = '', quoteId = ''] = path;
  const bought = session.purchases.get(quoteId);
  if (bought) return { to: `/policies/${await bought}` };
  const plans = session.plans.get(quoteId);
  return plans ? { page: plansPage(event, quoteId, plans) } : { to: `/quotes/${event}` };
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
