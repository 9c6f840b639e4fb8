import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../cli/embedded/free-port.js';
import { productDefinition } from '../../domain/product/definition.js';
import { openBrowser } from '../support/browser.js';
import { account } from '../support/console-world.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aProvider, type TestProvider } from '../support/identity-provider.js';
import { servedApi } from '../support/served-api.js';
import { shopProduct } from '../support/shop-product.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`Single sign-on is not tested in a browser: ${opened.reason}`);

const tokenSeconds = 4;
/** The life of a token is over. */
const later = (page: Page) => page.waitForTimeout((tokenSeconds + 1) * 1000);

describe.skipIf('reason' in opened)('single sign-on in a browser', () => {
  const browser = opened as Browser;
  let world: EventWorld;
  let provider: TestProvider;
  let service: Awaited<ReturnType<typeof servedApi>>;
  let url: string;

  beforeAll(async () => {
    world = await anEventWorld(productDefinition.parse(shopProduct()));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    provider = await aProvider(url, { tokenSeconds });
    service = await servedApi(world, {
      ...{ port, passwordsOff: 'ALL' },
      identityProviders: {
        acme: {
          ...{ issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
          ...{ label: 'Acme', scope: 'openid profile email work' },
          organizations: {
            claim: 'company',
            ids: { insurer: world.carrier.organizationId, agency: world.agency.organizationId },
          },
          roles: { claim: 'groups', gives: { UW: ['underwriter'], Chiefs: ['admin'] } },
        },
      },
    });
  });
  afterAll(async () => {
    await browser.close();
    await service?.stop();
    await provider?.stop();
    await world?.close();
  });

  const known = (sub: string, given: object = {}) =>
    provider.accounts.set(sub, {
      ...{ given_name: sub, family_name: 'Byron', email: `${sub}@acme.example`, groups: ['UW'] },
      ...{ company: 'insurer', ...given },
    });

  const asProvided = async (page: Page, sub: string) => {
    await page.getByLabel('Login').fill(sub);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  async function signedIn(sub: string, path = '/console'): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${url}${path}`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await asProvided(page, sub);
    await page.locator('#main h1').waitFor();
    return page;
  }

  const side = (page: Page) => page.locator('#side').textContent();

  it('leads to the page of a pasted link, and stays over a reload and in a second tab', async () => {
    known('ada');
    const page = await signedIn('ada', '/console/clients?text=heron');
    expect(page.url()).toBe(`${url}/console/clients?text=heron`);
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${url}/console/policies`);
    await tab.getByRole('heading', { name: 'Policies' }).waitFor();
    expect(await side(tab)).toContain('ada Byron');
    await account(tab, 'Sign out');
    for (const each of [tab, page]) await each.getByRole('button', { name: 'Sign in with Acme' }).waitFor();
    await page.context().close();
  });

  it('shows two people their organizations, and has a changed role within the life of a token', async () => {
    known('ben');
    known('cleo', { company: 'agency' });
    const [ben, cleo] = [await signedIn('ben'), await signedIn('cleo')];
    const names = await world
      .db('organizations')
      .whereIn('id', [world.carrier.organizationId, world.agency.organizationId])
      .pluck('name');
    const shown = [await side(ben), await side(cleo)];
    expect(names.filter((name) => shown[0]?.includes(name))).toHaveLength(1);
    expect(names.filter((name) => shown[1]?.includes(name))).toHaveLength(1);
    expect(shown[0]).not.toBe(shown[1]);
    const administration = (page: Page) => page.getByRole('link', { name: 'Administration' });
    expect(await administration(ben).count()).toBe(0);
    known('ben', { groups: ['Chiefs'] });
    await later(ben);
    await ben.reload();
    await administration(ben).waitFor();
    for (const page of [ben, cleo]) await page.context().close();
  });

  it('ends for somebody who was removed, keeps what was typed, and goes on for somebody who is back', async () => {
    known('dora', { groups: ['Chiefs'] });
    const page = await signedIn('dora');
    await page.evaluate(`history.pushState(null, '', '/console/clients')`);
    const name = page.getByRole('searchbox', { name: 'Search', exact: true });
    await name.waitFor();
    provider.accounts.delete('dora');
    await later(page);
    await name.fill('What was typed');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    known('dora', { groups: ['Chiefs'] });
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in with Acme' }).click();
    const window = await popup;
    // The provider may know the browser still.
    const login = window.getByLabel('Login');
    await login.waitFor({ timeout: 5_000 }).catch(() => undefined);
    if (!window.isClosed() && (await login.count()) > 0) await asProvided(window, 'dora');
    await dialog.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('What was typed');
    await page.context().close();
  });

  it('says why somebody may not come in', async () => {
    known('eve', { groups: [] });
    const page = await browser.newPage();
    await page.goto(`${url}/console`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await asProvided(page, 'eve');
    await page.getByText('Your account has no role here.').waitFor();
    await page.context().close();
  });
});
