import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createUser } from '../../db/identity/people.js';
import { openBrowser } from '../support/browser.js';
import { pathsOfPages, patterns } from '../support/console-pages.js';
import { type ConsoleWorld, filterBy, inWorld, settled, signIn } from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

const api = '**/ioi/v3/**';
const isReading = (route: Route) =>
  route.request().method() === 'GET' || /(search|questions|rate)$/.test(route.request().url());
/** Tries again what failed; what was asked for meanwhile fails a moment later. */
async function tryAgain(page: Page): Promise<void> {
  for (let turn = 0; turn < 5 && (await alerts(page).count()) > 0; turn += 1) {
    for (const again of await page.getByRole('button', { name: 'Try again' }).all()) {
      await again.click({ timeout: 3_000 }).catch(() => undefined);
    }
    await page.waitForTimeout(500);
  }
}

const alerts = (page: Page) => page.locator('#main [role=alert]');

describe.skipIf('reason' in opened)('every page of the console', () => {
  let world: ConsoleWorld;
  let paths: string[];
  inWorld(opened, async (started) => {
    world = started;
    paths = await pathsOfPages(world);
  });

  it('shows where answers will be while they are slow, and does not jump when they come', async () => {
    const { page, go, close } = await world.as('everything');
    let delayMs = 400;
    await page.route(api, async (route) => {
      await sleep(delayMs);
      await route.continue();
    });
    const wrongs: string[] = [];
    for (const path of paths) {
      await page.evaluate(`
        window.shifted = 0;
        window.watched?.disconnect();
        window.watched = new PerformanceObserver((list) => {
          for (const each of list.getEntries()) window.shifted += each.value;
        });
        window.watched.observe({ type: 'layout-shift' });
      `);
      await go(path);
      await page.locator('#main h1').first().waitFor();
      await settled(page);
      await page.waitForTimeout(100);
      const shifted = await page.evaluate<number>('window.shifted');
      if (shifted > 0.1) wrongs.push(`${path} ${shifted.toFixed(2)}`);
    }
    expect(wrongs).toEqual([]);
    // Far longer than until it is said: a busy machine is not to miss it.
    delayMs = 8_000;
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    await filterBy(page, 'Status', 'LEAD');
    await page.getByText('Still reading').waitFor();
    await close();
  }, 180_000);

  it.each([
    ['the service fails', 500, 'The service failed'],
    ['the service is not ready', 503, 'not available at the moment'],
    ['nothing answers', undefined, 'No answer from the service'],
  ] as const)(
    'says in words that %s, and reads it again',
    async (_name, status, words) => {
      const { page, go, check, close } = await world.as('everything');
      let isBroken = true;
      // The client asks again by itself where that may help, which takes a second a page.
      const some = status === 500 ? paths : paths.filter((path) => path.split('/').length === 2).slice(0, 5);
      const asked = new Set<string>();
      const silent: string[] = [];
      // Nothing is asked for a file to check, for a new hold, nor without a draft; the queue and the quote were read by pages before.
      const known = /check$|options$|^\/holds\/new$|^\/queue$|^\/quotes\/[^/]+$/;
      await page.route(api, (route) => {
        if (!isBroken || !isReading(route)) return route.continue();
        asked.add(page.url());
        if (status === undefined) return route.abort();
        const body = JSON.stringify({ status, title: 'x', detail: 'something broke', requestId: 'r-1' });
        return route.fulfill({ status, contentType: 'application/problem+json', body });
      });
      const wrongs: string[] = [];
      for (const path of some) {
        isBroken = true;
        await go(path);
        try {
          await page.locator('#main h1').or(alerts(page)).first().waitFor();
          await settled(page);
          if (!asked.has(page.url())) {
            silent.push(path);
            continue;
          }
          // What was read before is still shown, and asked for again behind it.
          if (known.test(path)) continue;
          await alerts(page).first().waitFor({ timeout: 30_000 });
          expect(await alerts(page).first().textContent()).toContain(words);
          expect(await page.locator('#main').textContent()).not.toMatch(/[{}]|undefined|NaN/);
          if (path.length < 10) await check();
          isBroken = false;
          await tryAgain(page);
          await alerts(page).first().waitFor({ state: 'detached', timeout: 30_000 });
          await settled(page);
        } catch (error) {
          wrongs.push(`${path}: ${(error as Error).message.split('\n', 1)[0]}`);
        }
      }
      expect(silent.filter((path) => !known.test(path))).toEqual([]);
      expect(wrongs).toEqual([]);
      await close();
    },
    300_000,
  );

  it('says that a record is not there', async () => {
    const { page, go, close } = await world.as('everything');
    const wrongs: string[] = [];
    for (const pattern of patterns.filter((each) => each.includes(':'))) {
      const path = pattern.replace(':apiKey', `ioi_${'0'.repeat(24)}`).replace(/:\w+/g, () => randomUUID());
      await go(path);
      const said = page.getByText(/[Nn]ot found|Nothing here|No quote/).first();
      await said.waitFor({ timeout: 20_000 }).catch(() => wrongs.push(path));
    }
    expect(wrongs).toEqual([]);
    await close();
  }, 120_000);

  it('goes on when the connection is back, with what was typed', async () => {
    const { page, go, close } = await world.as('everything');
    const { lineId } = world.demo.products.find(({ key }) => key === 'general-liability')!;
    await go(`/sell/${lineId}`);
    const name = page.getByLabel(/legal name|business name|name of/i).first();
    await name.waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await name.fill('Blue Heron Kitchen LLC');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await alerts(page).first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Blue Heron Kitchen LLC');
    // The form also stays when the service fails at the questions for what was typed last.
    await page.route('**/ioi/v3/**', (route) => route.fulfill({ status: 500, json: {} }));
    await name.fill('Blue Heron Kitchens');
    await page.getByText('Not saved yet').waitFor();
    await alerts(page).getByText('The service failed').first().waitFor();
    expect(await name.inputValue()).toBe('Blue Heron Kitchens');
    await page.unroute('**/ioi/v3/**');
    await close();
  });

  it('says what will be there while an organization has nothing', async () => {
    const db = openDatabase({ url: world.demo.databaseUrl, poolSize: 1, applicationName: 'ioi-test' });
    const user = { userId: `first-${randomUUID()}@example.com`, password: randomUUID() };
    const { id } = await createOrganization(db, { name: 'Empty Insurance' });
    await createUser(db, { organizationId: id, ...user, firstName: 'Ada', lastName: 'First' });
    await db.destroy();
    const { page, go, check, close } = await world.open();
    await signIn(page, user);
    await page.locator('#main h1').waitFor();
    const wrongs: string[] = [];
    for (const path of patterns.filter((each) => !each.includes(':'))) {
      await go(path);
      try {
        await page.locator('#main h1').first().waitFor();
        await settled(page);
        expect(await alerts(page).allTextContents()).toEqual([]);
        expect((await page.locator('#main').textContent())!.length).toBeGreaterThan(30);
        await check();
      } catch (error) {
        wrongs.push(`${path}: ${(error as Error).message}`);
      }
    }
    expect(wrongs).toEqual([]);
    await close();
  }, 120_000);
});
