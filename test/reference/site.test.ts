import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graveFindings, openBrowser } from '../support/browser.js';
import { type DemoService, startDemoService } from '../support/demo-service.js';

const run = promisify(execFile);
const opened = await openBrowser();
if ('reason' in opened) console.warn(`The reference page is not tested in a browser: ${opened.reason}`);

const pages = ['/docs', '/docs/quick-start', '/docs/events', '/docs/webhooks', '/docs/guides'];

describe.skipIf('reason' in opened)('the reference page in a browser', () => {
  const browser = opened as Browser;
  let service: DemoService;
  let page: Page;
  /** What a page did that it must not. */
  let wrongs: string[];

  beforeAll(async () => {
    service = await startDemoService();
  });
  afterAll(async () => {
    await browser.close();
    await service?.stop();
  });

  const openPage = async (options: Parameters<Browser['newPage']>[0] = {}) => {
    const opening = await browser.newPage(options);
    opening.on('pageerror', ({ message }) => wrongs.push(message));
    opening.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) wrongs.push(message.text());
    });
    opening.on('request', (request) => {
      if (!request.url().startsWith(service.demo.baseUrl)) wrongs.push(`asked ${request.url()}`);
    });
    return opening;
  };

  beforeEach(async () => {
    wrongs = [];
    page = await openPage();
    return async () => {
      await page.context().close();
      expect(wrongs).toEqual([]);
    };
  });

  const visit = async (place: string, where = page) => {
    await where.goto(`${service.demo.baseUrl}${place}`, { waitUntil: 'networkidle' });
  };
  const formOf = (method: string, place: string) =>
    page.locator(`form[data-method="${method}"][data-path="/ioi/v3${place}"]`);
  /** Clicks once, and answers the first line of what is shown. */
  const send = async (method: string, place: string) => {
    const form = formOf(method, place);
    await form.getByRole('button', { name: 'Send' }).click();
    const lines = form.locator('.sent :is(.good, .bad)');
    await lines.first().waitFor({ timeout: 20_000 });
    return (await lines.allTextContents()).join('\n');
  };

  it.each([
    ['GET', '/hello'],
    ['PUT', '/client'],
    ['POST', '/event/fire'],
    ['POST', '/converter/key-pairs/intake-structure'],
  ])('sends %s %s at the first click', async (method, place) => {
    await visit('/docs');

    expect(await send(method, place)).toMatch(/^200 OK/);
  });

  it('reports a wrong key within a second', async () => {
    await visit('/docs');
    await page.getByRole('textbox', { name: 'Secret' }).fill('wrong');

    const shown = await send('GET', '/hello');

    expect(shown).toMatch(/^401 /);
    expect(shown).toContain('The API key or its secret is wrong.');
    expect(Number(/, (\d+) ms/.exec(shown)?.[1])).toBeLessThan(1_000);
  });

  it('says what is wrong with a body that is not JSON, and sends nothing', async () => {
    await visit('/docs');
    await formOf('PUT', '/client').getByLabel('Body').fill('{ "clientName": }');

    expect(await send('PUT', '/client')).toMatch(/^Not sent: the body is not JSON/);
  });

  it('fills in the ids of records that were made', async () => {
    await visit('/docs');
    await send('PUT', '/client');

    const { clientId } = JSON.parse((await formOf('PUT', '/client').locator('.sent pre').textContent())!);
    const input = formOf('GET', '/policy/client/{clientId}').getByLabel('clientId');
    expect(await input.inputValue()).toBe(clientId);
    expect(await send('GET', '/policy/client/{clientId}')).toMatch(/^200 OK/);
  });

  it('leads from a quote to a policy by its examples', async () => {
    await visit('/docs');
    const form = formOf('POST', '/event/fire');
    const names = await form.getByRole('option').allTextContents();
    for (const type of ['GET_QUOTES', 'SELECT_QUOTE', 'PAYMENT_SETUP', 'POLICY_CREATE']) {
      await form.getByLabel('Example').selectOption(names.find((name) => name.startsWith(`${type}:`))!);
      expect(await send('POST', '/event/fire')).toMatch(/^200 OK/);
      expect(await form.getByLabel('Body').inputValue()).toContain(`"type": "${type}"`);
    }
    const { metadata } = JSON.parse((await form.locator('.sent pre').textContent())!);
    expect(metadata).toMatchObject({ POLICY_CREATE: { policies: [{ policyState: 'ACTIVE' }] } });
  });

  it('finds an operation by its path', async () => {
    await visit('/docs');
    await page.getByLabel('Find', { exact: true }).fill('/policy/search');

    const found = page.locator('.contents li:visible');
    expect(await found.allTextContents()).toEqual([expect.stringContaining('Search policies')]);
    await found.getByRole('link').click();
    const heading = page.getByRole('heading', { name: 'Search policies' });
    // In view: the operations above are laid out as they come near, which moves it a little.
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(600);
  });

  it.each(pages)('fits %s on a phone', async (place) => {
    const phone = await openPage({ viewport: { width: 375, height: 812 } });
    await visit(place, phone);

    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await phone.context().close();
  });

  // The page of all operations takes axe most of a minute, and has the colors of the others.
  const inBoth = pages.flatMap((place) =>
    (['light', 'dark'] as const).map((scheme) => [place, scheme] as const),
  );
  it.each(inBoth.filter(([place, scheme]) => place !== '/docs' || scheme === 'light'))(
    'is accessible at %s, %s',
    async (place, colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await visit(place);
      expect(await graveFindings(page)).toEqual([]);
    },
    120_000,
  );

  it('has a quick start whose commands lead to a policy as they are shown', async () => {
    await visit('/docs/quick-start');
    const commands = await page.locator('pre[data-language=sh]').allTextContents();
    const folder = await mkdtemp(path.join(tmpdir(), 'ioi-quick-start-'));

    await run('sh', ['-e', '-c', commands.join('\n')], { cwd: folder });

    const answer = JSON.parse(await readFile(path.join(folder, 'policy.json'), 'utf8'));
    expect(answer.metadata.POLICY_CREATE.policies).toEqual([
      expect.objectContaining({ productName: 'Cyber', policyState: 'ACTIVE' }),
    ]);
    await rm(folder, { recursive: true });
  });
});
