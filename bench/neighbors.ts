import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { utcDate } from '../domain/ground/calendar.js';
import { type Figure, figureOf } from './figures.js';
import type { HttpRequest } from './http-caller.js';
import { noisyWorks, type Work } from './neighbor-works.js';
import { answerTo, demoProduct, requestOf, requests } from './requests.js';
import type { Demo } from './service.js';

/** Of the neighbor's p99 beside the work to that alone. */
const goal = 2;
/** Time for the work's queues to fill, and to empty. */
const settleMs = 1_500;

/**
 * What one organization's work costs another: the p50 and p99 of quotes, documents and the shortest request of an agency,
 * alone and beside each kind of work of the insurer, whose callers ask again at once, whatever the answer.
 */
export async function neighborFigures(
  demo: Demo,
  seconds: number,
  progress: (line: string) => void,
  tell: (figures: Figure[]) => void,
): Promise<void> {
  const durationMs = seconds * 1_000;
  const watched = await neighborRequests(demo);
  for (const work of await noisyWorks(demo)) {
    progress(`${work.callers} ${work.title}…`);
    const alone = await measured(watched, durationMs);
    const stop = begin(work);
    await sleep(settleMs);
    // The work of an organization alone goes on until the first request of another one.
    for (const { request } of watched) await answerTo(request);
    const beside = await measured(watched, durationMs);
    progress(`  ${statuses(await stop())}`);
    await sleep(settleMs);
    for (const { id, title } of watched) {
      for (const part of ['p50', 'p99'] as const) {
        const [value, floor] = [beside.get(id)?.[part] ?? Number.NaN, alone.get(id)?.[part] ?? Number.NaN];
        const figure = {
          figure: `neighbors.${work.id}.${id}.${part}`,
          title: `${title} beside ${work.callers} ${work.title}`,
          unit: 'ms' as const,
          goal: part === 'p99' ? goal : null,
        };
        tell([figureOf(figure, { service: [value], floor: { title: 'alone', values: [floor] } })]);
      }
    }
  }
}

interface Watched {
  id: string;
  title: string;
  request: HttpRequest;
  expected: string;
}

/** What the neighbor asks for, one after the other. */
async function neighborRequests(demo: Demo): Promise<Watched[]> {
  const { lineId, forms, intakes } = demoProduct(demo, 'business-package').product;
  const request = requestOf(demo, 'business-package', 'agency');
  const payload = { effectiveDate: utcDate(new Date()), intake: intakes.quoted };
  const quote = request('POST', '/event/fire', { type: 'GET_QUOTES', lineId, forceSync: true, payload });
  const { metadata } = JSON.parse(await answerTo(quote)) as {
    metadata: { quotes: Record<string, string>[] };
  };
  const [{ requestId: quoteId, clientId } = {}] = metadata.quotes;
  const formConfigId = forms.find(({ name }) => name === 'Quote proposal')?.formConfigId;
  const document = { productId: lineId, formConfigId, clientId, quoteId };
  return [
    { id: 'hello', title: 'hello', request: request('GET', '/hello'), expected: 'hello' },
    { id: 'quote', title: 'quote of a package', request: quote, expected: '"quoteDetails"' },
    {
      id: 'document',
      title: 'document',
      expected: '%PDF',
      request: request('POST', '/generate/document', document),
    },
  ];
}

async function measured(watched: readonly Watched[], durationMs: number) {
  const times = new Map<string, { p50: number; p99: number }>();
  for (const { id, request, expected } of watched) {
    const { p50Ms: p50, p99Ms: p99 = Number.NaN } = await requests([request], expected)(1, durationMs);
    times.set(id, { p50, p99 });
  }
  return times;
}

/** Begins the work; ends it, and answers the numbers of its answers by status. */
function begin({ callers, request }: Work): () => Promise<Record<string, number>> {
  const { href } = request.url;
  const load = new Worker(new URL('./neighbor-load.js', import.meta.url), {
    workerData: { callers, request: { ...request, url: href } },
  });
  return async () => {
    load.postMessage('end');
    const [answers] = (await once(load, 'message')) as [Record<string, number>];
    await load.terminate();
    return answers;
  };
}

const statuses = (answers: Record<string, number>): string =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'no answer';
