import { utcDate } from '../domain/ground/calendar.js';
import { type HttpCaller, type HttpRequest, openHttpCaller } from './http-caller.js';
import { type Measured, measureLoad } from './load.js';
import type { Demo } from './service.js';

export type Measure = (callers: number, durationMs: number) => Promise<Measured>;

/** Fires `GET_QUOTES` with the demo intake of a product. */
export function quoteRequest(demo: Demo, key: string, forceSync: boolean): HttpRequest {
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
export function demoProduct({ products, organizations }: Demo, wanted: string) {
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
  return requestsInTurn([request], expected);
}

/** The same of several requests: each caller has its share of them, which it sends in turn. */
export function requestsInTurn(all: readonly HttpRequest[], expected: string): Measure {
  return async (callers, durationMs) => {
    const open = await Promise.all(
      Array.from({ length: callers }, (_, caller) => openShare(all, caller, callers)),
    );
    try {
      return await measureLoad(callers, durationMs, async (caller) => {
        const body = await open[caller]?.call();
        if (!body?.includes(expected)) throw new Error(`${all[0]?.url.href} answered ${body}`);
      });
    } finally {
      for (const caller of open) caller.close();
    }
  };
}

function openShare(all: readonly HttpRequest[], caller: number, callers: number): Promise<HttpCaller> {
  const [first = all[0], ...others] = all.filter((_, at) => at % callers === caller);
  if (first === undefined) throw new Error('There is nothing to request.');
  return openHttpCaller(first, ...others);
}

/** The text of one answer. */
export async function answerTo(request: HttpRequest): Promise<string> {
  const caller = await openHttpCaller(request);
  try {
    return (await caller.call()).toString();
  } finally {
    caller.close();
  }
}
