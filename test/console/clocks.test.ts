import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../clients/typescript/src/index.js';
import { openBrowser } from '../support/browser.js';
import { policiesOf } from '../support/console-policies.js';
import {
  type ConsoleWorld,
  filterBy,
  inBoth,
  insurer,
  inWorld,
  screenshots,
  signIn,
} from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

describe.skipIf('reason' in opened)('test clocks in the console', () => {
  let world: ConsoleWorld;
  inWorld(opened, (started) => {
    world = started;
  });

  const aClock = (name: string, day = '2027-01-01') =>
    world.rest<Clock>('POST', '/clock', { name, businessTime: `${day}T12:00:00Z` });
  const advance = (id: string, to: string) => world.rest<Clock>('POST', `/clock/${id}/advance`, { to });
  const bar = (page: Page) => page.getByRole('region', { name: 'Test clock' });
  const happened = (page: Page) => bar(page).getByRole('log').getByRole('listitem');

  /** A policy of personal auto under a clock, paid monthly. */
  async function aPolicy(clockId: string, effectiveDate = '2027-01-01') {
    const { product, fire } = policiesOf(world);
    const { lineId, intakes } = product('personal-auto');
    const quoted = await fire(
      'GET_QUOTES',
      lineId,
      { effectiveDate, term: 'ANNUAL', clockId, intake: intakes.quoted },
      insurer,
      { forceSync: true },
    );
    const { requestId, clientId } = quoted.metadata.quotes[0]!;
    const issued = await fire('POLICY_CREATE', lineId, {
      clientId,
      quoteIds: [requestId],
      paymentRequired: false,
      paymentPlans: { [requestId]: 'MONTHLY' },
    });
    const { id } = issued.metadata.POLICY_CREATE.policies[0]!;
    return { policyId: id, clientId, quoteId: requestId, triggerRequestId: issued.triggerRequestId };
  }

  async function ready(id: string): Promise<Clock> {
    await expect
      .poll(async () => (await world.rest<Clock>('GET', `/clock/${id}`)).state, { timeout: 60_000 })
      .toBe('READY');
    return world.rest<Clock>('GET', `/clock/${id}`);
  }

  it('makes a clock, renames it, and deletes it after asking, by keyboard alone', async () => {
    const { page, go, check, close } = await world.as('everything');
    await go('/clocks');
    await page.getByRole('button', { name: 'New clock' }).press('Enter');
    await page.getByLabel('Name').fill('A year of a bakery');
    await page.getByLabel('First day').fill('2027-01-01');
    await inBoth(page, check);
    await page.getByLabel('First day').press('Enter');
    await page.getByRole('heading', { name: 'A year of a bakery' }).waitFor();
    await bar(page).getByText('Jan 1, 2027, 12:00 PM UTC').waitFor();
    await bar(page).getByText('Ready').waitFor();
    expect(await bar(page).getByRole('button', { name: 'To the next thing due' }).isDisabled()).toBe(true);
    await inBoth(page, check);
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await page.getByLabel('Name').fill('A year of a bakery in Austin');
    await page.getByLabel('Time out by the clock').press('Space');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('heading', { name: 'A year of a bakery in Austin' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Clients without a clock are not touched').waitFor();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('heading', { name: 'Clocks', exact: true }).waitFor();
    await page.getByText('Deleted A year of a bakery in Austin.').waitFor();
    expect(await page.getByRole('link', { name: 'A year of a bakery in Austin' }).count()).toBe(0);
    await close();
  });

  it('advances a policy through its bills, and lists what happens, newest last', async () => {
    const { id } = await aClock('Through the bills');
    const { policyId, clientId, quoteId, triggerRequestId } = await aPolicy(id);
    const { page, go, check, close } = await world.as('everything');
    for (const path of [`/clients/${clientId}`, `/quotes/${quoteId}`, `/events/${triggerRequestId}`]) {
      await go(path);
      await bar(page).getByText('Jan 1, 2027, 12:00 PM UTC').waitFor();
      await bar(page).getByRole('button', { name: 'To the renewal' }).waitFor();
      await check();
    }
    await page.getByText('Business time').waitFor();
    await bar(page).getByRole('link', { name: 'What happens next' }).click();
    await page.waitForURL(new RegExp(`/policies/${policyId}`));
    const next = page.getByRole('table', { name: 'What happens next' });
    await expect.poll(async () => (await next.boundingBox())?.y).toBeLessThan(page.viewportSize()!.height);
    await bar(page).getByRole('button', { name: 'A week' }).click();
    await bar(page).getByText('Jan 8, 2027, 12:00 PM UTC').waitFor({ timeout: 60_000 });
    await bar(page).getByRole('heading', { name: 'What happened since Jan 1, 2027' }).waitFor();
    await happened(page).getByText('Payment reminder').waitFor();
    // Past due on the 12th, the notice on the 16th.
    for (const day of ['Jan 12', 'Jan 16']) {
      await bar(page).getByRole('button', { name: 'To the next thing due' }).click();
      await bar(page).getByText(`${day}, 2027, 12:00 AM UTC`).waitFor({ timeout: 60_000 });
      await bar(page).getByText('Ready').waitFor();
    }
    await happened(page).getByText('Give notice of cancellation', { exact: true }).waitFor();
    expect((await ready(id)).businessTime).toBe('2027-01-16T00:00:00.000Z');
    await bar(page).getByRole('button', { name: 'A month' }).isEnabled();

    await bar(page).getByLabel('To a day').fill('2027-06-01');
    await bar(page).getByRole('button', { name: 'Advance' }).click();
    await bar(page).getByRole('progressbar').waitFor();
    await check();
    await bar(page).getByText('Jun 1, 2027, 12:00 PM UTC').waitFor({ timeout: 60_000 });
    await bar(page).getByText('Ready').waitFor();
    await happened(page).getByText('Canceled', { exact: true }).waitFor();
    const days = await happened(page)
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')!));
    expect(days).toEqual(days.toSorted());
    // The page is read again: the policy was canceled for non-payment.
    await page.locator('#main header').getByText('Active').waitFor({ state: 'detached' });
    await inBoth(page, check);
    await page.setViewportSize({ width: 375, height: 760 });
    await check();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate('scrollTo(0, 0)');
    await screenshots(page, 'policy-clock');
    await close();
  }, 240_000);

  it('shows an advance under way to others, and that it cannot be advanced twice', async () => {
    const { id } = await aClock('Twice');
    await aPolicy(id);
    const { page, go, check, close } = await world.as('everything');
    await go(`/clocks/${id}`);
    await bar(page).getByText('Ready').waitFor();
    await page.route(`**/ioi/v3/clock/${id}/advance`, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 409,
          code: 'CLOCK_ADVANCING',
          title: 'x',
          detail: 'the clock advances already',
        }),
      }),
    );
    await bar(page).getByRole('button', { name: 'A week' }).click();
    await bar(page).getByRole('alert').getByText('The clock advances already').waitFor();
    await check();
    await page.unroute(`**/ioi/v3/clock/${id}/advance`);
    await bar(page).getByLabel('To a day').fill('2036-12-31');
    await bar(page).getByRole('button', { name: 'Advance' }).click();
    await bar(page).getByRole('button', { name: 'Stop' }).click();
    await bar(page).getByText('Ready').waitFor({ timeout: 60_000 });
    expect((await ready(id)).businessTime < '2036-12-31').toBe(true);
    await page.route(`**/ioi/v3/clock/${id}`, async (route) => {
      const answer = await route.fetch();
      const body = {
        ...(await answer.json()),
        problem: 'the event POLICY_RENEWAL_QUOTING waits for a carrier',
      };
      await route.fulfill({ response: answer, json: body });
    });
    await go('/clocks');
    await go(`/clocks/${id}`);
    await bar(page).getByRole('alert').getByText('waits for a carrier').waitFor();
    await check();
    await close();
  }, 120_000);

  it('quotes under a clock from its day on, and finds records by their clock', async () => {
    const { id } = await aClock('For the form', '2027-03-01');
    const { clientId } = await aPolicy(id, '2027-03-01');
    const { product } = policiesOf(world);
    const { lineId } = product('personal-auto');
    const { page, go, check, close } = await world.as('everything');
    await go(`/sell?clockId=${id}`);
    await page.getByRole('link', { name: 'Personal Auto' }).click();
    await page.getByText('For the form shows Mar 1, 2027.').waitFor();
    expect(await page.getByLabel('Effective', { exact: true }).inputValue()).toBe('03/01/2027');
    await check();
    await page.getByLabel('Test clock').selectOption('None: real time');
    await page.getByText('A new client is bound to it for good.').waitFor();
    await go(`/sell/${lineId}?clientId=${clientId}`);
    await page.getByText('For the form shows Mar 1, 2027.').waitFor();
    expect(await page.getByLabel('Test clock').count()).toBe(0);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL(/options/);
    for (const [path, heading] of [
      ['/clients', 'Clients'],
      ['/quotes', 'Quotes'],
      ['/policies', 'Policies'],
      ['/events', 'Events'],
    ] as const) {
      await go(path);
      await filterBy(page, 'Test clock', 'For the form');
      await page.waitForURL(new RegExp(`clockId=${id}`));
      const rows = page.getByRole('table', { name: heading }).getByRole('row');
      await expect.poll(() => rows.count()).toBeLessThan(12);
      await rows.nth(1).waitFor();
      await check();
    }
    await page.getByRole('columnheader', { name: 'Business time' }).waitFor();
    await close();
  });

  it('has no control that REST would refuse, and no clocks in production', async () => {
    const { id } = await aClock('To look at');
    const { clientId } = await aPolicy(id);
    const { page, go, check, close } = await world.as('read-only');
    await go(`/clients/${clientId}`);
    await bar(page).getByText('Ready').waitFor();
    expect(await bar(page).getByRole('button').count()).toBe(0);
    await go(`/clocks/${id}`);
    await bar(page).getByText('Ready').waitFor();
    expect(await page.locator('#main').getByRole('button').count()).toBe(0);
    await check();
    await screenshots(page, 'clock');
    const body = { to: '2027-02-01T12:00:00Z' };
    expect(await world.statusFor('read-only', 'POST', `/clock/${id}/advance`, body)).toBe(403);
    expect(await world.statusFor('read-only', 'DELETE', `/clock/${id}`)).toBe(403);
    await close();

    const production = await world.open();
    await production.page.route('**/ioi/v3/me', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), environment: 'PROD' } });
    });
    await signIn(production.page, world.demo.organizations[insurer]!.user);
    await production.page.locator('#main h1').waitFor();
    expect(await production.page.getByRole('link', { name: 'Clocks' }).count()).toBe(0);
    await production.go('/clocks');
    await production.page.getByText('Nothing here').first().waitFor();
    await production.go('/clients');
    await production.page.getByRole('table', { name: 'Clients' }).waitFor();
    await production.page.getByRole('button', { name: '+ Filter' }).click();
    await production.page.getByRole('menuitem', { name: 'Status' }).waitFor();
    expect(await production.page.getByRole('menuitem', { name: 'Test clock' }).count()).toBe(0);
    await production.close();
  });

  it('lists clocks with what they show', async () => {
    const name = `Seen in the list ${randomUUID()}`;
    const { id } = await aClock(name);
    await advance(id, '2027-05-01T12:00:00Z');
    await ready(id);
    const { page, go, check, close } = await world.as('everything');
    await go('/clocks');
    const row = page.getByRole('table', { name: 'Clocks' }).getByRole('row', { name });
    await row.getByText('May 1, 2027, 12:00 PM UTC').waitFor();
    await inBoth(page, check);
    await screenshots(page, 'clocks');
    await close();
  });
});
