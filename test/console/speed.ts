import { parseArgs } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { pathsOfPages } from '../support/console-pages.js';
import { consoleWorld, insurer, reading } from '../support/console-world.js';

/**
 * `npm run test:speed -- --data FOLDER`: how long each page of the console takes until it can be used, with the slowest
 * answer of REST that it waited for, and how long lists scroll on, down to `--rows` rows. The service on that data folder
 * runs already. Prints tables in milliseconds; fails if a list jumps.
 */
const { values: flags } = parseArgs({
  options: { data: { type: 'string' }, rows: { type: 'string', default: '5000' } },
});
if (flags.data !== undefined) process.env.CONSOLE_DATA = flags.data;

const lists = ['/clients', '/quotes', '/policies', '/events'];

const browser = await openBrowser();
if ('reason' in browser) throw new Error(browser.reason);
const world = await consoleWorld(browser);
try {
  const paths = [...new Set([...lists, ...(await pathsOfPages(world))])];
  // The caches of PostgreSQL and of the service are filled by the first session; each has its own copy of the console.
  const sessions = [await timesOf(paths), await timesOf(paths)];
  console.log('page: usable in the first session, slowest answer; in the second session, slowest answer');
  for (const path of paths) console.log(`${path}: ${sessions.map((times) => times.get(path)).join('; ')}`);
  console.log(`list: rows, longest and mean time to read on, in ${flags.rows} rows`);
  for (const path of lists) console.log(`${path}: ${await scroll(path, Number(flags.rows))}`);
} finally {
  await world.stop();
}

/** Of each page at the first visit in a session. */
async function timesOf(paths: readonly string[]): Promise<Map<string, string>> {
  const { page, close } = await world.as('everything', insurer);
  const times = new Map<string, string>();
  for (const path of paths) times.set(path, await timeOf(page, path));
  await close();
  return times;
}

async function timeOf(page: Page, path: string): Promise<string> {
  const answers: { url: string; ms: number }[] = [];
  const onEnd = (request: Request) => {
    const { responseEnd, requestStart } = request.timing();
    if (request.url().includes('/ioi/v3/'))
      answers.push({ url: request.url(), ms: responseEnd - requestStart });
  };
  page.on('requestfinished', onEnd);
  const ms = await page.evaluate<number>(`(async () => {
    const started = performance.now();
    history.pushState(null, '', ${JSON.stringify(`/console${path}`)});
    await new Promise((done) => {
      let quiet = 0;
      const look = () => {
        const main = document.querySelector('#main');
        const isUsable = main?.querySelector('h1') && !document.querySelector('${reading}');
        quiet = isUsable ? quiet + 1 : 0;
        if (quiet > 2 || performance.now() - started > 60000) done();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(() => requestAnimationFrame(look));
    });
    return performance.now() - started;
  })()`);
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  page.off('requestfinished', onEnd);
  const { url, ms: longest } = answers.toSorted((a, b) => b.ms - a.ms)[0] ?? { url: '', ms: 0 };
  return `${Math.round(ms)}, ${Math.round(longest)} ${url.replace(/.*\/ioi\/v3/, '')}`;
}

/** Scrolls a list on until it has so many rows. The row in sight must stay where it is when further ones come. */
async function scroll(path: string, rows: number): Promise<string> {
  const { page, go, close } = await world.as('everything', insurer);
  await go(path);
  await page.locator('#main tbody [data-row]').first().waitFor({ timeout: 60_000 });
  const { times, count, jumps } = await page.evaluate<{ times: number[]; count: number; jumps: number }>(
    `(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const table = () => document.querySelector('#main table');
      const count = () => Number(table().getAttribute('aria-rowcount'));
      const times = [];
      let jumps = 0;
      while (count() < ${rows}) {
        const before = count();
        const started = performance.now();
        scrollTo(0, document.documentElement.scrollHeight);
        await frame();
        const top = scrollY;
        while (count() === before && performance.now() - started < 60000) await frame();
        if (count() === before) break;
        times.push(performance.now() - started);
        await frame();
        if (scrollY !== top) jumps++;
      }
      return { times, count: count(), jumps };
    })()`,
  );
  await close();
  if (jumps > 0) process.exitCode = 1;
  const mean = times.reduce((sum, each) => sum + each, 0) / (times.length || 1);
  return `${count} rows, longest ${Math.round(Math.max(0, ...times))}, mean ${Math.round(mean)}, ${jumps} jumps`;
}
