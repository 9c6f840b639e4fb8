import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import {
  account,
  agency,
  type ConsoleWorld,
  filterBy,
  insurer,
  inWorld,
  screenshots,
  signIn,
  speak,
} from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

/** User ids are taken for good. */
const run = randomUUID().slice(0, 6);

describe.skipIf('reason' in opened)('the administration', () => {
  let world: ConsoleWorld;
  inWorld(opened, (started) => {
    world = started;
  });

  const aPerson = (userId: string, given: object = { roles: ['underwriter'] }) =>
    world.rest<{ personId: string; userId: string; password: string }>('POST', '/user', {
      ...{ userId: `${userId}-${run}@example.com`, firstName: userId },
      ...given,
    });
  const personOf = (personId: string) =>
    world.rest<{ roles: string[]; active: boolean }>('GET', `/user/${personId}`);

  it('adds a person, whose password is shown once and signs in, and takes the roles away', async () => {
    const userId = `grace-${run}@example.com`;
    const { page, go, check, close } = await world.as('everything');
    await go('/admin');
    await page.getByRole('table', { name: 'People' }).waitFor();
    await check();
    await screenshots(page, 'admin');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User', { exact: true }).fill(userId);
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByRole('checkbox', { name: 'Underwriter' }).check();
    await check();
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await page.getByRole('heading', { name: 'The first password' }).waitFor();
    const password = await dialog.getByLabel('Password').inputValue();
    expect(password.length).toBeGreaterThan(11);
    await check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Copy' }).last().click();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(password);

    const grace = await world.open();
    await signIn(grace.page, { userId, password });
    await grace.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await grace.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Grace' }).click();
    await page.getByText('Decide on referred quotes').waitFor();
    await check();
    await screenshots(page, 'admin-person');
    await page.getByRole('button', { name: 'Change roles' }).click();
    await dialog.getByRole('checkbox', { name: 'Underwriter' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Reader' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The roles of Grace are changed.').waitFor();
    await page.getByText('Decide on referred quotes').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await dialog.getByText('cannot sign in').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Grace is disabled.').waitFor();
    await grace.page.reload();
    await signIn(grace.page, { userId, password });
    await grace.page.getByText('The user or the password is wrong.').waitFor();
    await grace.close();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'New password' }).click();
    await dialog.getByRole('button', { name: 'New password' }).click();
    await page.getByText('This is shown only this once.').waitFor();
    expect(await dialog.getByLabel('Password').inputValue()).not.toBe(password);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await close();
  });

  it('shows what is wrong with a new person at its field, and keeps what was entered', async () => {
    const taken = await aPerson('taken');
    const { page, go, check, close } = await world.as('everything');
    await go('/admin');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User', { exact: true }).fill('has spaces');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByText(/without spaces/).waitFor();
    expect(await dialog.getByLabel('User', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('User', { exact: true }).fill(taken.userId);
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByText(/is taken/i).waitFor();
    await check();
    expect(await dialog.getByLabel('User', { exact: true }).inputValue()).toBe(taken.userId);
    await close();
  });

  it('lets nobody lock themselves out or change anyone who may do more', async () => {
    const helper = await aPerson('helper', {
      permissions: ['administration:read', 'administration:write'],
    });
    const admin = await aPerson('second-admin', { roles: ['admin'] });
    const { page, go, check, close } = await world.open();
    await signIn(page, helper);
    await page.getByRole('table', { name: 'People' }).waitFor();
    await go(`/admin/people/${helper.personId}`);
    await page.getByText('This is you.').waitFor();
    const changing = page.getByRole('button', { name: /^(Change roles|More)$/ });
    expect(await changing.count()).toBe(0);
    await check();
    await go(`/admin/people/${admin.personId}`);
    await page.getByText('Only somebody who has all these permissions').waitFor();
    expect(await changing.count()).toBe(0);
    // What the page does not offer, the service refuses; so it does when it was offered before.
    const victim = await aPerson('victim', { permissions: [] });
    await go(`/admin/people/${victim.personId}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await world.rest('PUT', `/user/${victim.personId}`, { roles: ['admin'] });
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByText('You may not do this').waitFor();
    await check();
    expect((await personOf(victim.personId)).active).toBe(true);
    await close();
  });

  it('tells the second of two administrators that the roles were changed meanwhile', async () => {
    const { personId } = await aPerson('wanted');
    const { page, go, check, close } = await world.as('everything');
    await go(`/admin/people/${personId}`);
    await page.getByRole('button', { name: 'Change roles' }).click();
    await world.rest('PUT', `/user/${personId}`, { roles: ['billing'] });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Reader' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody changed this meanwhile').waitFor();
    await check();
    await page.getByRole('listitem').getByText('Take payments, refund and move due dates').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change roles' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'Billing' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await personOf(personId)).roles).toEqual(['billing']);
    await close();
  });

  it('creates a key with restrictions, whose secret is shown once, rotates and revokes it', async () => {
    const { page, go, check, close } = await world.as('everything');
    const dialog = page.getByRole('dialog');
    const hello = async (apiKey: string, apiSecret: string) =>
      (
        await fetch(`${world.demo.baseUrl}/ioi/v3/hello`, {
          headers: { Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
        })
      ).status;
    await go('/admin?tab=keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Label').fill(`Web site ${run}`);
    await dialog.getByRole('checkbox', { name: 'Producer' }).check();
    await dialog.getByText('Only these event types').click();
    await dialog.getByRole('checkbox', { name: 'Get quotes', exact: true }).check();
    await check();
    let created = 0;
    await page.route('**/ioi/v3/key', (route, request) => {
      if (request.method() === 'POST') created += 1;
      return route.continue();
    });
    await dialog.getByRole('button', { name: 'Create a key' }).dblclick();
    await page.getByRole('heading', { name: 'The new key' }).waitFor();
    expect(created).toBe(1);
    const apiKey = await dialog.getByLabel('Key').inputValue();
    const secret = await dialog.getByLabel('Secret').inputValue();
    expect(await hello(apiKey, secret)).toBe(200);
    await check();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: `Web site ${run}` }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^Get quotes$/ })
      .waitFor();
    await check();
    await screenshots(page, 'admin-key');
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByLabel('Hours that the present secret stays valid').fill('0');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('heading', { name: 'The new secret' }).waitFor();
    const next = await dialog.getByLabel('Secret').inputValue();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    expect(await hello(apiKey, next)).toBe(200);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('It cannot be taken back.').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('is revoked.').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    await close();
  });

  it('shows what each role may do, and the licenses of both organizations', async () => {
    const { page, go, check, close } = await world.as('everything', insurer);
    await go('/admin?tab=roles');
    await page.getByRole('rowheader', { name: /Decide on referred quotes/ }).waitFor();
    await check();
    await go('/admin?tab=licenses');
    await page.getByText(world.demo.organizations[agency]!.name).first().waitFor();
    await check();
    await close();
    const seller = await world.as('everything', agency);
    await seller.go('/admin?tab=licenses');
    await seller.page.getByText('Received').first().waitFor();
    await seller.check();
    await seller.close();
  });

  it('registers an endpoint, tests it, shows its deliveries, and deletes it', async () => {
    const url = `https://hooks-${run}.example.com/ioi`;
    const { page, go, check, close } = await world.as('everything');
    const dialog = page.getByRole('dialog');
    await go('/admin?tab=webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByLabel('Address').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.locator('input[aria-invalid="true"]').waitFor();
    await check();
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByText('This is shown only this once.').waitFor();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByRole('heading', { name: 'Delivery' }).waitFor();
    await dialog.getByText('WEBHOOK_TEST').first().waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('link', { name: 'WEBHOOK_TEST' }).waitFor();
    await check();
    await screenshots(page, 'admin-endpoint');
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('heading', { name: 'The new secret' }).waitFor();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The endpoint is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Administration' }).waitFor();
    await page.getByRole('link', { name: url }).waitFor({ state: 'detached' });
    await close();
  });

  it('reads the audit log with its filters in the URL, and says when it fails', async () => {
    const { personId } = await aPerson('audited');
    const { page, go, check, close } = await world.as('everything');
    let failing = true;
    await page.route('**/ioi/v3/audit?**', (route) =>
      failing ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await go(`/admin?tab=audit&targetId=${personId}`);
    await page.getByText('The service failed').waitFor();
    failing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    const row = page.getByRole('link', { name: /added .* with the roles/ });
    await row.waitFor();
    await check();
    await row.click();
    await page.getByText('As it was recorded').click();
    await page.getByRole('dialog').getByText(personId).first().waitFor();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await filterBy(page, 'Action', 'KEY_CREATED');
    await page.getByText('No entries match.').waitFor();
    expect(page.url()).toContain('action=KEY_CREATED');
    await close();
  });

  it('replaces one’s own password: this page stays signed in, another does not', async () => {
    const person = await aPerson('own');
    const { page, go, check, close } = await world.open();
    await signIn(page, person);
    await page.locator('#main h1').waitFor();
    await account(page, 'Change password');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Present password').fill('not the one');
    await dialog.getByLabel('New password', { exact: true }).fill('correct horse battery');
    await dialog.getByLabel('New password again').fill('correct horse');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('The two are not the same.').waitFor();
    await dialog.getByLabel('New password again').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText(/not the present password/).waitFor();
    await check();
    await dialog.getByLabel('Present password').fill(person.password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    // The client asks for tokens again when those that it has are refused.
    await page.waitForTimeout(3_000);
    await go('/clients');
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await close();
  });

  it('is absent for anyone who has no part of it, and REST refuses them', async () => {
    const { page, go, close } = await world.as('billing');
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await go('/admin');
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    for (const path of ['/user', '/key', '/audit']) {
      expect(await world.statusFor('billing', 'GET', path)).toBe(403);
    }
    expect(await world.statusFor('billing', 'POST', '/key', { label: 'mine' })).toBe(403);
    await close();
  });

  it('is read on a phone, in the dark and in Spanish', async () => {
    const { page, go, check, close } = await world.as('everything', insurer, {
      viewport: { width: 375, height: 760 },
      colorScheme: 'dark',
    });
    const { personId } = await aPerson('telefono');
    await page.getByRole('button', { name: 'Menu' }).click();
    await speak(page, 'es');
    for (const [path, title] of [
      ['/admin', 'Administración'],
      ['/admin?tab=keys', 'Administración'],
      ['/admin?tab=roles', 'Administración'],
      ['/admin?tab=audit', 'Administración'],
      [`/admin/people/${personId}`, 'telefono'],
    ] as const) {
      await go(path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await check();
    }
    await page.getByRole('button', { name: 'Cambiar los roles' }).click();
    await page.getByRole('checkbox', { name: 'Suscriptor' }).waitFor();
    await check();
    await close();
  });
});
