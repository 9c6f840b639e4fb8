import { utcDate } from '../domain/ground/calendar.js';
import type { Floor } from './floor.js';
import type { TemporalFloor } from './floor-temporal.js';
import { type HttpRequest, openHttpCaller } from './http-caller.js';
import { type Measured, measureLoad } from './load.js';
import type { MeasuredService } from './service.js';

export const scenarioIds = ['quote', 'package', 'fire', 'client', 'quote-read'] as const;
export type ScenarioId = (typeof scenarioIds)[number];

export type Measure = (callers: number, durationMs: number) => Promise<Measured>;

export interface ScenarioFloor {
  /** Part of the figures' names if a scenario has several floors. */
  id?: string;
  title: string;
  measure: Measure;
  /** Upper bound for the ratio of the median times, and lower bound for the ratio of the throughputs. */
  target: { p50?: number; throughput?: number };
}

/** One kind of request to the service, and its floors. */
export interface Scenario {
  id: ScenarioId;
  title: string;
  service: Measure;
  floors: ScenarioFloor[];
  /** Fixed number of callers; default: each requested number. */
  callers?: number;
}

/** The measured requests. Makes one quote, which the reads then read. */
export async function createScenarios({ demo }: MeasuredService, floor: Floor): Promise<Scenario[]> {
  const api = (path: string) => new URL(`/ioi/v3${path}`, demo.baseUrl);
  const { product, headers } = demoProduct(demo, 'general-liability');
  const fire = (forceSync: boolean) => quoteRequest(demo, 'general-liability', forceSync);
  const quote = await firstQuote(fire(true));
  const temporal = (id: TemporalFloor): Measure => {
    return (callers, durationMs) => floor.measure(id, callers, durationMs);
  };
  const read = async (name: string, text: string, id: string): Promise<ScenarioFloor> => ({
    title: 'bare node:http and one pg query',
    measure: requests(
      {
        method: 'GET',
        url: await floor.read({ path: `/${name}`, statements: [{ name, text, values: [id] }] }),
      },
      '{',
    ),
    target: { throughput: 0.5 },
  });

  return [
    {
      id: 'quote',
      title: 'GET_QUOTES, forceSync',
      service: requests(fire(true), '"quoteDetails"'),
      floors: [
        {
          title: 'update-with-start, one local activity',
          measure: temporal('update-with-start'),
          target: { p50: 1.4, throughput: 0.7 },
        },
      ],
    },
    {
      id: 'package',
      title: 'GET_QUOTES of a package, forceSync',
      callers: 16,
      service: requests(quoteRequest(demo, 'business-package', true), '"quoteDetails"'),
      floors: [
        {
          title: 'update-with-start, one local activity',
          measure: temporal('update-with-start'),
          // The floor does not rate, and does not store the several quotes of a package.
          target: { p50: 2, throughput: 0.5 },
        },
      ],
    },
    {
      id: 'fire',
      title: 'GET_QUOTES, asynchronous',
      service: requests(fire(false), '"triggerRequestId"'),
      floors: [
        {
          id: 'start',
          title: 'workflow start, not waiting for a worker',
          measure: temporal('start'),
          target: { p50: 1.2, throughput: 1 / 1.2 },
        },
        {
          id: 'start-to-result',
          title: 'workflow start to result',
          measure: temporal('start-to-result'),
          target: { p50: 1.2, throughput: 1 / 1.2 },
        },
        {
          id: 'two-activities',
          title: 'bare workflow of two local activities, to its result',
          measure: temporal('two-activities'),
          target: {},
        },
        {
          id: 'update-with-start',
          title: 'update-with-start, one local activity',
          measure: temporal('update-with-start'),
          target: {},
        },
      ],
    },
    {
      id: 'client',
      title: 'GET /client/{id}/product/{id}',
      service: requests(
        { method: 'GET', url: api(`/client/${quote.clientId}/product/${product.lineId}`), headers },
        '"clientData"',
      ),
      floors: [
        await read(
          'client',
          'select id, name, type, location_code, answers from clients where id = $1',
          quote.clientId,
        ),
      ],
    },
    {
      id: 'quote-read',
      title: 'GET /quote/{id}',
      service: requests({ method: 'GET', url: api(`/quote/${quote.requestId}`), headers }, '"quoteDetails"'),
      floors: [await read('quote', 'select * from quotes where request_id = $1', quote.requestId)],
    },
  ];
}

/** Fires `GET_QUOTES` with the demo intake of a product. */
export function quoteRequest(demo: MeasuredService['demo'], key: string, forceSync: boolean): HttpRequest {
  const { product, headers } = demoProduct(demo, key);
  const payload = { effectiveDate: utcDate(new Date()), intake: product.intakes.quoted };
  return {
    method: 'POST',
    url: new URL('/ioi/v3/event/fire', demo.baseUrl),
    headers,
    body: JSON.stringify({ type: 'GET_QUOTES', lineId: product.lineId, forceSync, payload }),
  };
}

/** A product of the demo data and the credentials of its owner. */
function demoProduct({ products, organizations }: MeasuredService['demo'], wanted: string) {
  const product = products.find(({ key }) => key === wanted);
  const owner = organizations.find(({ id }) => id === product?.organizationId);
  if (!product || !owner) throw new Error(`The demo data has no ${wanted} product with its owner.`);
  return {
    product,
    headers: { Authorization: `Basic ${btoa(`${owner.apiKey}:${owner.apiSecret}`)}` },
  };
}

/**
 * Repeats a request in a closed loop over one connection per caller. Every answer must contain the given
 * text.
 */
export function requests(request: HttpRequest, expected: string): Measure {
  return async (callers, durationMs) => {
    const open = await Promise.all(Array.from({ length: callers }, () => openHttpCaller(request)));
    try {
      return await measureLoad(callers, durationMs, async (caller) => {
        const body = await open[caller]?.call();
        if (!body?.includes(expected)) throw new Error(`${request.url.href} answered ${body}`);
      });
    } finally {
      for (const caller of open) caller.close();
    }
  };
}

async function firstQuote(request: HttpRequest): Promise<{ requestId: string; clientId: string }> {
  const caller = await openHttpCaller(request);
  try {
    const body = (await caller.call()).toString();
    const { metadata } = JSON.parse(body) as { metadata: { quotes: Record<string, unknown>[] } };
    const [{ requestId, clientId, quoteDetails } = {}] = metadata.quotes;
    if (typeof requestId === 'string' && typeof clientId === 'string' && quoteDetails) {
      return { requestId, clientId };
    }
    throw new Error(`The service gave no quote: ${body}`);
  } finally {
    caller.close();
  }
}
