import { setTimeout as sleep } from 'node:timers/promises';
import { utcDate } from '../domain/ground/calendar.js';
import { type HttpRequest, inTurn, openHttpCaller } from './http-caller.js';
import { type Measured, measureLoad } from './load.js';
import type { Demo } from './service.js';

export type Measure = (callers: number, durationMs: number) => Promise<Measured>;

/** Fires `GET_QUOTES` with the demo intake of a product. */
export function quoteRequest(demo: Demo, key: string, forceSync: boolean): HttpRequest {
  const { product } = demoProduct(demo, key);
  const payload = { effectiveDate: utcDate(new Date()), intake: product.intakes.quoted };
  const body = { type: 'GET_QUOTES', lineId: product.lineId, forceSync, payload };
  return requestOf(demo, key)('POST', '/event/fire', body);
}

/** Makes requests of the owner of a demo product, or of the agency that is licensed to sell it. */
export function requestOf(demo: Demo, key = 'general-liability', by: Side = 'owner') {
  const { headers } = demoProduct(demo, key, by);
  return (method: HttpRequest['method'], path: string, body?: object): HttpRequest => ({
    method,
    url: new URL(`/ioi/v3${path}`, demo.baseUrl),
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

type Side = 'owner' | 'agency';

/** A product of the demo data and the credentials of its owner, or of the agency. */
export function demoProduct({ products, organizations }: Demo, wanted: string, by: Side = 'owner') {
  const product = products.find(({ key }) => key === wanted);
  const caller = organizations.find(({ id }) => (id === product?.organizationId) === (by === 'owner'));
  if (!product || !caller) throw new Error(`The demo data has no ${wanted} product with its ${by}.`);
  return {
    product,
    headers: { Authorization: `Basic ${btoa(`${caller.apiKey}:${caller.apiSecret}`)}` },
  };
}

/**
 * Sends requests in turn in a closed loop over one connection per caller. A later measurement goes on where the last
 * one ended. Every answer must contain the given text.
 */
export function requests(all: readonly HttpRequest[], expected: string): Measure {
  const [first] = all;
  if (first === undefined) throw new Error('There is nothing to request.');
  const next = inTurn(all);
  return async (callers, durationMs) => {
    const open = await Promise.all(Array.from({ length: callers }, () => openHttpCaller(first, next)));
    try {
      return await measureLoad(callers, durationMs, async (caller) => {
        const body = await open[caller]?.call();
        if (!body?.includes(expected)) throw new Error(`${first.url.href} and others: ${body}`);
      });
    } finally {
      for (const caller of open) caller.close();
    }
  };
}

/** The text of one answer. */
export async function answerTo(request: HttpRequest): Promise<string> {
  const [text = ''] = await answersTo([request], 1);
  return text;
}

/** The texts of the answers to many requests to one server, in their order. What a busy server refuses is sent again. */
export async function answersTo(all: readonly HttpRequest[], callers = 16): Promise<string[]> {
  const texts: string[] = [];
  let sent = 0;
  const loop = async () => {
    for (let at = sent++; at < all.length; at = sent++) texts[at] = await answerOf(all[at] as HttpRequest);
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return texts;
}

async function answerOf({ url, method, headers = {}, body }: HttpRequest): Promise<string> {
  for (;;) {
    const sent = { ...headers, ...(body && { 'Content-Type': 'application/json' }) };
    const response = await fetch(url, { method, headers: sent, body: body ?? null });
    const text = await response.text();
    if (response.ok) return text;
    if (response.status !== 503) throw new Error(`${url.href} answered ${response.status}: ${text}`);
    await sleep(1000);
  }
}
