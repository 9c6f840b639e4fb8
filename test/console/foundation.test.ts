import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import {
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

describe.skipIf('reason' in opened)('the console', () => {
  let world: ConsoleWorld;
  inWorld(opened, (started) => {
    world = started;
  });

  it('loads at most 300 KB before the first page', async () => {
    const { page, close } = await world.open();
    await page.getByLabel('Password').waitFor();
    const loaded = await page.evaluate<string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)',
    );
    const files = loaded.filter((path) => path.startsWith('/console/assets/'));
    const sizes = files.map((path) => gzipSync(readFileSync(`dist${path}`)).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(files.length).toBeGreaterThan(1);
    expect(total).toBeLessThan(300_000);
    expect(readdirSync('dist/console/assets').length).toBeGreaterThan(files.length);
    await close();
  });

  it.each([
    ['insurer', insurer],
    ['agency', agency],
  ])('signs somebody of the %s in, and says where a password is wrong', async (_, organization) => {
    const { page, go, check, close } = await world.open();
    const { user, name } = world.demo.organizations[organization]!;
    await check();
    await signIn(page, { ...user, password: 'wrong' });
    await page.getByText('The user or the password is wrong.').waitFor();
    await signIn(page, user);
    await page.locator('#main h1').waitFor();
    await go('/clients');
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    expect(await page.locator('#side').textContent()).toContain(name);
    await check();
    if (organization === insurer) {
      await screenshots(page, 'clients');
      await page.getByLabel('Search').fill('Blue Heron');
      await page.getByRole('link', { name: 'Blue Heron Kitchen LLC' }).first().click();
      await page.getByRole('tab', { name: 'Answers' }).click();
      await page.getByText('Legal name of the business').first().waitFor();
      await screenshots(page, 'client');
    }
    await close();
  });

  /** A client that no other test sees. */
  const aClient = (clientName: string) =>
    world.rest<{ clientId: string }>('PUT', '/client', { clientName, locationCode: 'TX-1' });

  it('asks for the password when the session has ended, and keeps what was entered', async () => {
    const { clientId } = await aClient('Ending Session LLC');
    const { page, go, check, close } = await world.as('everything');
    await go(`/clients/${clientId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Kept in the form LLC');
    await page.waitForTimeout(2_000);
    let isOver = true;
    await page.route('**/ioi/v3/client', (route, request) =>
      route.continue({ headers: { ...request.headers(), ...(isOver && { authorization: 'Bearer over' }) } }),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('password');
    await check();
    isOver = false;
    await signIn(page, world.demo.organizations[insurer]!.user);
    await page.getByRole('heading', { name: 'Kept in the form LLC' }).waitFor();
    await page.getByText('Saved Kept in the form LLC.').waitFor();
    await close();
  });

  it('shows what the service refuses at its field, and keeps the dialog', async () => {
    const { clientId } = await aClient('Too Long LLC');
    const { page, go, check, close } = await world.as('producer');
    await go(`/clients/${clientId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('x'.repeat(300));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('input[aria-invalid="true"]').waitFor();
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/255/);
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  it.each(['underwriter', 'billing', 'read-only'] as const)(
    'has no control for %s that REST would refuse',
    async (role) => {
      const { clientId } = await aClient(`Seen by ${role}`);
      const { page, go, check, close } = await world.as(role);
      await go(`/clients/${clientId}`);
      await page.getByRole('heading', { name: `Seen by ${role}` }).waitFor();
      expect(await page.getByRole('button', { name: /Edit|Erase/ }).count()).toBe(0);
      expect(await world.statusFor(role, 'PUT', '/client', { clientId })).toBe(403);
      expect(await world.statusFor(role, 'POST', `/client/${clientId}/erase`)).toBe(403);
      await check();
      await close();
    },
  );

  it('says when the service does not answer, when there is no connection, and reads on afterwards', async () => {
    const { page, go, check, close } = await world.as('everything');
    await go('/clients');
    let answer: 'no' | 'slow' | 'failure' = 'failure';
    await page.route('**/ioi/v3/client?*', async (route) => {
      if (answer === 'failure') return route.fulfill({ status: 500, body: '{}' });
      if (answer === 'no') return route.abort();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return route.continue();
    });
    await filterBy(page, 'Status', 'LEAD');
    await page.getByText('The service failed').waitFor();
    await check();
    answer = 'no';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No answer from the service').waitFor();
    answer = 'slow';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No answer from the service').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await check();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await go('/nowhere');
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await close();
  });

  it('is worked by the keyboard, on a phone, in the dark and in Spanish', async () => {
    // The service may be one that has the clients of earlier runs.
    const run = randomUUID().slice(0, 8);
    await Promise.all(Array.from({ length: 150 }, (_, number) => aClient(`Row ${number} ${run}`)));
    const { page, go, check, close } = await world.as('everything', insurer, {
      viewport: { width: 375, height: 760 },
      colorScheme: 'dark',
    });
    await go('/clients');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.locator('[data-row="0"]').waitFor();
    await page.keyboard.press('j');
    const first = await focused();
    // At the end of what was read it goes on when there is more.
    const row = () => page.evaluate<number>('Number(document.activeElement.dataset.row)');
    while ((await row()) < 120) await page.keyboard.press('j');
    expect(await page.locator('tbody tr').count()).toBeLessThan(80);
    for (let row = 0; row < 120; row += 1) await page.keyboard.press('k');
    expect(await focused()).toBe(first);
    // j begins at what is in sight.
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 2200)');
    await page.waitForTimeout(300);
    await page.keyboard.press('j');
    expect(Number(await page.evaluate('document.activeElement.dataset.row'))).toBeGreaterThan(35);
    await page.keyboard.press('/');
    await page.keyboard.type(`row 77 ${run}`);
    await page.getByText('1 client', { exact: true }).waitFor();
    expect(page.url()).toContain(`text=row+77+${run}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`row 99 ${run}`);
    await page.getByRole('option', { name: `Row 99 ${run}` }).waitFor();
    await check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Row 99 ${run}` }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await check();
    await speak(page, 'es');
    await page.getByRole('button', { name: 'Editar' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('es');
    await close();
  });
});
