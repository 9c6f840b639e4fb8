import { performance } from 'node:perf_hooks';
import { type Figure, figureOf } from './figures.js';
import { openHttpCaller } from './http-caller.js';
import { demoProduct } from './requests.js';
import type { MeasuredService } from './service.js';

/** In milliseconds. */
const goal = 100;

/** The longest wait of other requests beside a body of nearly 10 MiB with 700,000 errors. */
export async function wrongBodyFigure({ demo }: MeasuredService, rounds: number): Promise<Figure> {
  const { product, headers } = demoProduct(demo, 'general-liability');
  const eventTargets = Array.from({ length: 700_000 }, () => 'wrong word');
  const body = JSON.stringify({ type: 'GET_QUOTES', lineId: product.lineId, eventTargets, payload: {} });
  const send = async () => {
    const { status } = await fetch(new URL('/ioi/v3/event/fire', demo.baseUrl), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    });
    if (status !== 400) throw new Error(`A wrong body was answered with ${status}.`);
  };
  await send();
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) waits.push(await longestWait(demo.baseUrl, headers, send));
  const title = 'the longest wait of other requests beside a body of 9 MB with 700,000 errors';
  return figureOf({ figure: 'wrong-body', title, unit: 'ms', goal }, { service: waits });
}

/** The longest answer of a caller that only says hello, in ms. */
async function longestWait(baseUrl: string, headers: Record<string, string>, work: () => Promise<void>) {
  const hello = await openHttpCaller({ method: 'GET', url: new URL('/ioi/v3/hello', baseUrl), headers });
  let longest = 0;
  let under = true;
  const watching = (async () => {
    while (under) {
      const start = performance.now();
      await hello.call();
      longest = Math.max(longest, performance.now() - start);
    }
  })();
  try {
    await work();
  } finally {
    under = false;
    await watching.finally(() => hello.close());
  }
  return longest;
}
