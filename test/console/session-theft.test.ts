import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../cli/embedded/free-port.js';
import { createUser } from '../../db/identity/people.js';
import { openBrowser } from '../support/browser.js';
import { signIn } from '../support/console-world.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { servedApi } from '../support/served-api.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The theft of sessions is not tested in a browser: ${opened.reason}`);

const user = { userId: 'victim@example.com', password: 'correct horse battery staple' };

/** Hosts below one name are one site to a browser: `SameSite` keeps nothing from a sibling. */
describe.skipIf('reason' in opened)('a session beside a hostile sibling host', () => {
  const browser = opened as Browser;
  let world: EventWorld;
  let service: Awaited<ReturnType<typeof servedApi>>;
  let sibling: Server;
  let url: string;
  let evil: string;

  beforeAll(async () => {
    world = await anEventWorld();
    const { organizationId } = world.agency;
    await createUser(world.db, { organizationId, ...user, roles: ['producer'] });
    const port = await freePort();
    url = `http://console.ioi.localhost:${port}`;
    service = await servedApi(world, { port, publicUrl: url });
    sibling = createServer((_req, res) =>
      res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Evil</title>'),
    );
    await new Promise<void>((resolve) => sibling.listen(0, '127.0.0.1', resolve));
    evil = `http://evil.ioi.localhost:${(sibling.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    sibling?.close();
    await service?.stop();
    await world?.close();
  });

  async function signedIn(page: Page): Promise<void> {
    await page.goto(`${url}/console`);
    await signIn(page, user);
    await page.locator('#main h1').waitFor();
  }

  it('is neither planted, read nor used by it', async () => {
    const context = await browser.newContext();
    const [attack, page] = [await context.newPage(), await context.newPage()];
    const sessionCookies = async () =>
      (await context.cookies()).filter(({ name }) => name.includes('ioi-session'));
    // Before: a cookie of the attacker's own session, for the victim to sign in under.
    const plant = (name: string) =>
      attack.evaluate(
        `document.cookie = '${name}=${'a'.repeat(43)}; Domain=ioi.localhost; Path=/; Secure'; undefined`,
      );
    await attack.goto(evil);
    await plant('__Host-ioi-session');
    expect(await sessionCookies()).toEqual([]);
    await plant('ioi-session');
    await signedIn(page);
    const cookie = (await sessionCookies()).find(({ name }) => name === '__Host-ioi-session')!;
    expect(cookie).toMatchObject({
      ...{ domain: 'console.ioi.localhost', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    });
    expect(cookie.value).not.toBe('a'.repeat(43));
    expect(await attack.evaluate('document.cookie')).not.toContain('__Host-');
    expect(await page.evaluate('document.cookie')).not.toContain(cookie.value);

    // After: requests in the victim's name, with whatever the browser adds to them.
    const answers: [string, number][] = [];
    context.on('response', (response) => {
      if (response.url().startsWith(url) && response.frame().page() === attack) {
        answers.push([response.request().method(), response.status()]);
      }
    });
    const tried = await attack.evaluate(async (at) => {
      const credentials = 'include' as const;
      const outcome = async (request: Promise<Response>) =>
        request.then(({ type }) => type).catch(() => 'failed');
      return [
        await outcome(fetch(`${at}/ioi/v3/me`, { credentials, mode: 'no-cors' })),
        await outcome(fetch(`${at}/ioi/v3/me`, { credentials })),
        await outcome(fetch(`${at}/ioi/v3/me`, { credentials, headers: { 'X-Session': 'current' } })),
        await outcome(
          fetch(`${at}/ioi/v3/me/sign-out`, { credentials, mode: 'no-cors', method: 'POST', body: 'x' }),
        ),
      ];
    }, url);
    expect(tried).toEqual(['opaque', 'failed', 'failed', 'opaque']);
    expect(answers.map(([, status]) => status)).toEqual(expect.arrayContaining([401]));
    expect(answers.filter(([, status]) => status < 400 && status !== 204)).toEqual([]);
    await attack.setContent(
      `<form method="post" action="${url}/ioi/v3/me/sign-out"><button>Go</button></form>`,
    );
    const [posted] = await Promise.all([
      attack.waitForResponse((response) => response.url().startsWith(url)),
      attack.getByRole('button').click(),
    ]);
    expect(posted.status()).toBe(401);
    await page.reload();
    await page.locator('#main h1').waitFor();
    await context.close();
  });
});
