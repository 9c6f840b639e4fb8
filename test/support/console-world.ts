import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import type { Tokens } from '../../clients/typescript/src/index.js';
import { graveFindings, openBrowser } from './browser.js';
import { startDemoService } from './demo-service.js';

export type DemoRole = DemoFile['organizations'][number]['people'][number]['role'] | 'everything';

/** The demo insurer, which owns all products, and the demo agency, which sells one of them. */
export const insurer = 0;
export const agency = 1;

export interface ConsolePage {
  page: Page;
  /** Goes to a page of the console by its navigation, without loading it again: nobody would be signed in then. */
  go(path: string): Promise<void>;
  /** Nothing serious according to axe, and nothing that scrolls sideways. */
  check(): Promise<void>;
  /** Closes it; fails if a page threw, broke the content security policy, or asked another host. */
  close(): Promise<void>;
}

/** The running service with a browser on its console: one for a test file. */
export interface ConsoleWorld {
  demo: DemoFile;
  /** A page of the sign-in. */
  open(options?: BrowserContextOptions): Promise<ConsolePage>;
  /** A page of somebody who is signed in. */
  as(role: DemoRole, organization?: number, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** Calls REST as an organization, with its key. */
  rest<Answer>(method: string, path: string, body?: object, organization?: number): Promise<Answer>;
  /** The status that REST answers somebody with a role, for what their console has no control for. */
  statusFor(
    role: DemoRole,
    method: string,
    path: string,
    body?: object,
    organization?: number,
  ): Promise<number>;
  stop(): Promise<void>;
}

/** Three browsers beside their services on two cores can be slow: a page has as long as a retried test (`.ci/run`). */
const patienceMs = 90_000;

/**
 * The world of a file's tests, told to `use` when it has started. A test that is tried again (`--retry`) has another one: what
 * its first try did to this one cannot be taken back.
 */
export function inWorld(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  use: (world: ConsoleWorld) => unknown,
) {
  let world: ConsoleWorld | undefined;
  const start = async (started: typeof browser) => {
    if ('reason' in started) throw new Error(started.reason);
    world = await consoleWorld(started);
    await use(world);
  };
  beforeAll(() => start(browser));
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    await world?.stop();
    await start(await openBrowser());
  });
  afterAll(() => world?.stop());
}

export async function consoleWorld(browser: Browser): Promise<ConsoleWorld> {
  const { demo, stop } = await (process.env.CONSOLE_DATA
    ? runningService(process.env.CONSOLE_DATA)
    : startDemoService());

  const send = (
    path: string,
    method: string,
    body: object | undefined,
    credentials: Record<string, string>,
  ) =>
    fetch(`${demo.baseUrl}/ioi/v3${path}`, {
      method,
      headers: { ...credentials, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  const open = async (options: BrowserContextOptions = {}): Promise<ConsolePage> => {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(patienceMs);
    const wrongs = watch(page, demo.baseUrl);
    await page.goto(`${demo.baseUrl}/console`);
    return {
      page,
      go: (path) => visit(page, path),
      check: async () => {
        expect(await graveFindings(page)).toEqual([]);
        await expectNothingSideways(page);
      },
      close: async () => {
        await page.context().close();
        expect(wrongs).toEqual([]);
      },
    };
  };

  return {
    demo,
    open,
    as: async (role, organization = insurer, options = {}) => {
      const opened = await open(options);
      await signIn(opened.page, personOf(demo, role, organization));
      await opened.page.locator('#main h1').waitFor();
      return opened;
    },
    rest: async (method, path, body, organization = insurer) => {
      const { apiKey, apiSecret } = demo.organizations[organization]!;
      const credentials = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
      const answer = await send(path, method, body, { Authorization: credentials });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    statusFor: async (role, method, path, body, organization = insurer) => {
      const { userId, password } = personOf(demo, role, organization);
      const signedIn = await send('/token', 'POST', { userId, password, grantType: 'PASSWORD' }, {});
      const { accessToken, idToken } = (await signedIn.json()) as Tokens;
      const credentials = { Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken };
      const answer = await send(path, method, body, credentials);
      await answer.arrayBuffer();
      return answer.status;
    },
    stop: async () => {
      await browser.close();
      await stop();
    },
  };
}

function personOf({ organizations }: DemoFile, role: DemoRole, organization: number) {
  const { user, people } = organizations[organization]!;
  return role === 'everything' ? user : people.find((each) => each.role === role)!;
}

/** `CONSOLE_DATA` names the data folder of a service that runs already, which saves its start while pages are written. */
async function runningService(dataDir: string): Promise<{ demo: DemoFile; stop(): Promise<void> }> {
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  return { demo, stop: async () => {} };
}

/** Fills in the sign-in that is in sight. */
export async function signIn(
  page: Page,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const user = page.getByLabel('User', { exact: true });
  if (await user.isEditable()) await user.fill(userId);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Chooses an item of the menu of the person who is signed in. cspell:ignore Cuenta */
export async function account(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^(Account|Cuenta) / }).click();
  const named = { name: new RegExp(`^${item}`) };
  await page.getByRole('menuitem', named).or(page.getByRole('menuitemradio', named)).click();
}

/** Changes the language of the console. */
export const speak = (page: Page, language: 'en' | 'es'): Promise<void> =>
  account(page, { en: 'English', es: 'Español' }[language]);

/** What `check` checks, and the contrasts of the dark colors. */
export async function inBoth(page: Page, check: ConsolePage['check']): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await graveFindings(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await check();
}

/** Nothing scrolls sideways on a phone. */
export async function narrow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 760 });
  await expectNothingSideways(page);
  if (before) await page.setViewportSize(before);
}

async function expectNothingSideways(page: Page): Promise<void> {
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(sideways)).toBe(0);
}

/** Adds a filter to a list, by its label and the label or value of a choice. */
export async function filterBy(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: '+ Filter' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await page.getByRole('dialog').getByLabel(label).selectOption(choice);
  await page.keyboard.press('Escape');
}

/** Until there are as many of them: parts of a page come one after the other. */
export const expectCount = (wanted: Locator, count: number): Promise<void> =>
  expect.poll(() => wanted.count(), { timeout: patienceMs }).toBe(count);

/** Until nothing of the page is still being read. */
export const settled = (page: Page): Promise<void> =>
  page.locator(reading).first().waitFor({ state: 'detached' });

/** Where something is still being read. */
export const reading = '#main [role=status][aria-label]';

/** A product with policies needs cases; this one passes whatever changed. */
const oneCase =
  '- { name: Nothing is answered, effectiveDate: 2027-01-01, answers: {}, expect: { outcome: DECLINED } }';

/** Imports a version of a demo product with changes, and returns it with the one that was changed. */
export async function importChanged<Definition extends object>(
  { rest }: ConsoleWorld,
  lineId: string,
  change: (definition: Definition) => object,
): Promise<{ before: string; versionId: string }> {
  type Products = { content: { versions: { versionId: string }[] }[] };
  const { content } = await rest<Products>('GET', `/product?lineId=${lineId}`);
  const { versionId: before } = content[0]!.versions[0]!;
  const { definition } = await rest<{ definition: Definition }>('GET', `/product/version/${before}`);
  const { versionId } = await rest<{ versionId: string }>('POST', '/product/import', {
    product: 'changed.json',
    files: { 'changed.json': JSON.stringify(change(definition)), 'changed.cases.yaml': oneCase },
  });
  return { before, versionId };
}

/** Lets the session end before somebody acts: REST refuses their tokens until `signInAgain`. */
export async function endSession(page: Page, act: () => Promise<void>): Promise<void> {
  // Younger tokens are not asked for again.
  await page.waitForTimeout(10_500);
  await page.route('**/ioi/v3/**', (route) =>
    route.request().url().endsWith('/token') ? route.continue() : route.fulfill({ status: 401 }),
  );
  await act();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 20_000 });
}

export async function signInAgain(page: Page, person: Parameters<typeof signIn>[1]): Promise<void> {
  await page.unroute('**/ioi/v3/**');
  await signIn(page, person);
}

/** The console's router follows the history of the browser. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);
  // Requests that the page before gave up can keep Chromium from ever calling it idle.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
}

function watch(page: Page, baseUrl: string): string[] {
  const wrongs: string[] = [];
  page.on('pageerror', ({ message }) => wrongs.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused|Warning:/.test(message.text())) wrongs.push(message.text());
  });
  page.on('request', (request) => {
    // Its viewer of PDFs is made of pages of the browser itself.
    if (!/^(blob|data|chrome|chrome-extension):/.test(request.url()) && !request.url().startsWith(baseUrl)) {
      wrongs.push(`asked ${request.url()}`);
    }
  });
  return wrongs;
}

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 760 } };

/**
 * Writes `NAME-{light,dark}-{wide,narrow}.png` of what is in sight into the folder `SCREENSHOTS`, if there is one. Those that the
 * guides show are kept in `docs/images/console`.
 */
export async function screenshots(page: Page, name: string): Promise<void> {
  const images = process.env.SCREENSHOTS;
  if (!images) return;
  const before = page.viewportSize();
  for (const [width, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${images}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
