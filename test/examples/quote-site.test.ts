import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { graveFindings, openBrowser } from '../support/browser.js';
import { type DemoService, startDemoService } from '../support/demo-service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const opened = await openBrowser();
if ('reason' in opened) console.warn(`The quote site is not tested in a browser: ${opened.reason}`);

type Intake = DemoFile['products'][number]['intakes']['quoted'];

describe.skipIf('reason' in opened)('the quote site in a browser', () => {
  const browser = opened as Browser;
  let service: DemoService;
  let site: { address: string; child: ChildProcess };
  let page: Page;
  let wrongs: string[];

  beforeAll(async () => {
    service = await startDemoService();
    site = await startSite(service.demo.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    site?.child.kill();
    await service?.stop();
  });

  /** As `npm run example` starts it. */
  async function startSite(baseUrl: string) {
    const port = await freePort();
    const [organization] = service.demo.organizations;
    const child = spawn(path.join(root, 'node_modules/.bin/tsx'), ['examples/quote-site/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), IOI_URL: baseUrl },
        ...{ IOI_KEY: organization?.apiKey, IOI_SECRET: organization?.apiSecret },
      },
    });
    await once(child.stdout, 'data');
    return { address: `http://127.0.0.1:${port}`, child };
  }

  beforeEach(async () => {
    wrongs = [];
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => wrongs.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) wrongs.push(message.text());
    });
    return async () => {
      await page.context().close();
      expect(wrongs).toEqual([]);
    };
  });

  const productOf = (key: string) => service.demo.products.find((product) => product.key === key)!;
  const openForm = (key: string) => page.goto(`${site.address}/products/${productOf(key).lineId}`);
  const field = (qid: string, iterationId = '') => page.locator(`[name="answer:${iterationId}:${qid}"]`);
  const main = () => page.locator('main').textContent();
  /** A click that leads to another page: Playwright does not always wait for it. */
  const follow = (target: Locator) => Promise.all([page.waitForEvent('load'), target.click()]);
  const getQuotes = () => follow(page.getByRole('button', { name: 'Get quotes' }).last());
  const iterationsOf = (loop: string) => page.locator(`input[name="iterations:${loop}"]`);

  /** Answers what is visible, as long as answers show further questions. */
  async function fillIn(intake: Intake): Promise<void> {
    const done = new Set<string>();
    for (let count = -1; count < done.size; ) {
      count = done.size;
      for (const [qid, entry] of Object.entries(intake)) {
        if (entry.type === 'ANSWER') await answer(done, qid, entry.answer);
        else if (await page.locator(`[id="iterations_${qid.replaceAll('.', '_')}"]`).count())
          await fillInLoop(done, qid, entry.iterations, intake);
      }
      await page.locator('form[aria-busy]').waitFor({ state: 'detached' });
    }
  }

  async function fillInLoop(
    done: Set<string>,
    loop: string,
    iterations: Extract<Intake[string], { type: 'LOOP' }>['iterations'],
    intake: Intake,
  ) {
    while ((await iterationsOf(loop).count()) < iterations.length) {
      await follow(page.locator(`button[value="add:${loop}"]`));
    }
    for (const [index, iteration] of iterations.entries()) {
      const id = await iterationsOf(loop).nth(index).inputValue();
      for (const each of Object.values(iteration.answers)) {
        await answer(done, each.qid, await namedHere(each.answer, intake), id);
      }
    }
  }

  /** An answer may name an iteration, which has another id on the page. */
  async function namedHere(value: string, intake: Intake): Promise<string> {
    for (const [loop, entry] of Object.entries(intake)) {
      if (entry.type === 'ANSWER') continue;
      const index = entry.iterations.findIndex(({ iterationId }) => iterationId === value);
      if (index >= 0) return iterationsOf(loop).nth(index).inputValue();
    }
    return value;
  }

  async function answer(done: Set<string>, qid: string, value: string, iterationId?: string) {
    const found = field(qid, iterationId);
    const name = `${iterationId}:${qid}`;
    if (done.has(name) || (await found.count()) === 0) return;
    done.add(name);
    const type = await found.first().evaluate((element) => (element as HTMLInputElement).type);
    const choice = (one: string) => found.and(page.locator(`[value="${one}"]`)).check();
    if (type === 'select-one') await found.selectOption(value);
    else if (type === 'radio') await choice(value);
    else if (type !== 'hidden') await found.fill(value);
    else for (const one of value.startsWith('[') ? JSON.parse(value) : value.split(',')) await choice(one);
  }

  it.each(['general-liability', 'business-package', 'cyber', 'personal-auto'])(
    'quotes %s',
    async (key) => {
      await page.goto(site.address);
      await follow(page.getByRole('link', { name: productNames[key]! }));
      await fillIn(productOf(key).intakes.quoted);
      await getQuotes();

      await page.waitForURL(/\/quotes\//);
      expect(await main()).toMatch(/\$[\d,.]+ for (1 year|6 months)/);
      expect(await graveFindings(page)).toEqual([]);
    },
    120_000,
  );

  it('sells a quote once, however often it is clicked', async () => {
    await openForm('general-liability');
    await fillIn(productOf('general-liability').intakes.quoted);
    await getQuotes();
    await follow(page.getByRole('button', { name: 'Choose this quote' }));
    await page.getByLabel('Monthly: ').check();
    expect(await graveFindings(page)).toEqual([]);
    const buying = page.url();

    await page.getByRole('button', { name: 'Pay and buy' }).dblclick();

    await page.waitForURL(/\/policies\//);
    expect(await main()).toMatch(/Policy GL-\d+/);
    expect(await main()).toMatch(/paid[\s\S]*scheduled/);
    const policy = page.url();
    await page.evaluate(
      (address) =>
        fetch(`${address}/buy`, { method: 'POST', body: new URLSearchParams({ plan: 'MONTHLY' }) }),
      buying,
    );
    await page.goBack();
    expect(page.url()).toBe(policy);
    const stranger = await browser.newPage();
    expect((await stranger.goto(policy))?.status()).toBe(404);
    await stranger.context().close();
  }, 120_000);

  it('marks wrong and missing answers, and takes them back', async () => {
    await openForm('general-liability');
    await fillIn(productOf('general-liability').intakes.quoted);
    await field('client.name').fill('');
    await getQuotes();

    await page.locator('#summary:focus').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await field('client.name').fill('Blue Heron Kitchen LLC');
    await field('business.yearsInBusiness').fill('900');
    await getQuotes();

    const years = field('business.yearsInBusiness');
    expect(await years.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.fault').textContent()).toBe('This must be from 0 to 200: "900".');
    await page.getByRole('alert').getByRole('link').click();
    expect(await years.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await graveFindings(page)).toEqual([]);
    await years.fill('7');
    await getQuotes();

    await page.waitForURL(/\/quotes\//);
  }, 120_000);

  it('shows questions that depend on others, in each iteration', async () => {
    await openForm('personal-auto');
    const driver = await iterationsOf('drivers').first().inputValue();
    expect(await field('driver.licensed', driver).count()).toBe(2);

    await field('driver.excluded', driver).and(page.locator('[value=true]')).check();

    await field('driver.licensed', driver).first().waitFor({ state: 'detached' });
    await follow(page.getByRole('button', { name: 'Add driver' }));
    await follow(page.getByRole('button', { name: 'Remove Driver 2' }));
    expect(await iterationsOf('drivers').count()).toBe(1);
    expect(await field('driver.licensed', driver).count()).toBe(0);
  });

  it.each([
    ['referred', 'Under review.'],
    ['declined', 'Declined.'],
  ] as const)(
    'explains a quote that is %s',
    async (outcome, verdict) => {
      await openForm('general-liability');
      await fillIn(productOf('general-liability').intakes[outcome]);
      await getQuotes();

      await page.waitForURL(/\/quotes\//);
      expect(await main()).toContain(verdict);
      expect(await page.getByRole('button', { name: 'Choose this quote' }).count()).toBe(0);
    },
    120_000,
  );

  it('is read on a phone, and used by the keyboard', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openForm('general-liability');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await graveFindings(page)).toEqual([]);

    await page.locator('#effectiveDate').focus();
    for (let count = 0; count < 4; count++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'answer::client.name',
    );
    await page.keyboard.type('Blue Heron Kitchen LLC');
    await page.keyboard.press('Enter');

    await page.locator('#summary').waitFor();
    expect(await field('client.name').inputValue()).toBe('Blue Heron Kitchen LLC');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  it('works without scripts', async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${site.address}/products/${productOf('general-liability').lineId}`);
    await plain.getByRole('button', { name: 'Get quotes' }).last().click();

    expect(await plain.getByRole('alert').textContent()).toContain('Please check');
    await plain.context().close();
  });

  it('says so while the service is away, and keeps nothing of other sites', async () => {
    const away = await startSite(`http://127.0.0.1:${await freePort()}`);
    const answer = await page.goto(away.address, { timeout: 60_000 });

    expect(answer?.status()).toBe(503);
    expect(await main()).toContain('please try again');
    away.child.kill();
    const { status } = await fetch(`${site.address}/products/${productOf('cyber').lineId}`, {
      ...{ method: 'POST', headers: { Origin: 'https://elsewhere.example' }, body: new URLSearchParams() },
    });
    expect(status).toBe(404);
  }, 120_000);
});

const productNames: Readonly<Record<string, string>> = {
  'general-liability': 'General Liability',
  'business-package': 'Business Package',
  cyber: 'Cyber',
  'personal-auto': 'Personal Auto',
};
