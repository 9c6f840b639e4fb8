import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { exampleEvents } from '../../domain/events/example-events.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { openBrowser } from '../support/browser.js';
import {
  agency,
  type ConsoleWorld,
  expectCount,
  insurer,
  inWorld,
  screenshots,
  signIn,
} from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

/** The service may keep referrals of earlier runs. */
const run = process.env.CONSOLE_DATA ? ` ${randomUUID().slice(0, 4)}` : '';
const today = new Date().toISOString().slice(0, 10);

describe.skipIf('reason' in opened)('the work queue', () => {
  let world: ConsoleWorld;
  inWorld(opened, (started) => {
    world = started;
  });

  const productOf = (key: string) => world.demo.products.find((product) => product.key === key)!;

  interface Fired {
    triggerRequestId: string;
    metadata: { client: string; quotes?: { requestId: string; requiresUnderwriterApproval: boolean }[] };
  }

  const quote = (key: string, intake: AnswerMap, organization = insurer) =>
    world.rest<Fired>(
      'POST',
      '/event/fire',
      {
        ...{ type: 'GET_QUOTES', lineId: productOf(key).lineId, forceSync: true },
        triggerRequestId: randomUUID(),
        payload: { effectiveDate: today, intake },
      },
      organization,
    );

  /** A quote of a client with a name of its own that waits for an underwriter. */
  async function aReferral(name: string, key = 'general-liability', organization = insurer) {
    const intake = {
      ...productOf(key).intakes.referred,
      'client.name': { qid: 'client.name', type: 'ANSWER' as const, answer: name },
    };
    const { metadata } = await quote(key, intake, organization);
    return metadata.quotes!.find((each) => each.requiresUnderwriterApproval)!.requestId;
  }

  const reviewOf = (quoteId: string) =>
    world.rest<{ assignedTo?: { name: string }; notes: { text: string }[] }>(
      'GET',
      `/quote/${quoteId}/review`,
    );
  const decisionOn = async (quoteId: string) =>
    (
      await world.rest<{ underwriterResponse?: { isApproved: boolean; underwriterNotes?: string } }>(
        'GET',
        `/quote/${quoteId}`,
      )
    ).underwriterResponse;

  it('takes a referral from the list to its decision by keyboard, over the end of the session', async () => {
    const [first, second] = [
      await aReferral(`Aster Roofing${run}`),
      await aReferral(`Birch Catering${run}`, 'business-package', agency),
    ];
    const { page, go, check, close } = await world.as('underwriter');
    const signedInAt = performance.now();
    await go('/queue');
    await page.getByText(`Birch Catering${run}`).waitFor();
    await check();
    await screenshots(page, 'queue');
    await page.getByRole('link', { name: `Aster Roofing${run}` }).focus();
    await page.keyboard.press('a');
    await page.getByText(/^Assigned to /).waitFor();
    expect((await reviewOf(first)).assignedTo).toBeDefined();

    // A note is not lost to the keys of the page while the earlier ones are still being read.
    const readsLate = async (route: Route) => {
      await page.waitForTimeout(1_000);
      await route.continue();
    };
    await page.route(`**/quote/${second}/review`, readsLate, { times: 1 });
    await page.getByRole('link', { name: `Birch Catering${run}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Birch Catering${run}` }).waitFor();
    await page.getByText('Every step of the worksheet').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('Asked for the loss runs.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').getByText('Asked for the loss runs.').waitFor();
    // Keys are for the page again.
    await page.keyboard.press('Escape');
    await check();
    await screenshots(page, 'referral');

    // Why, with the value and the limit that it broke, and the answers behind it.
    const why = page.getByRole('article').first();
    await why.getByText(/^above /).waitFor();
    await page.getByRole('heading', { name: 'Similar decisions before' }).waitFor();

    await page.keyboard.press('y');
    expect(await page.getByRole('radio', { name: 'Approve' }).isChecked()).toBe(true);
    await page.getByLabel('Notes').fill('Sprinklers are in place.');
    await check();
    // The tokens are refused when they are old enough for the person to be asked.
    await page.waitForTimeout(Math.max(0, 10_500 - (performance.now() - signedInAt)));
    let refused = 0;
    await page.route('**/underwriter-decision', (route) => {
      refused += 1;
      return refused === 1 ? route.fulfill({ status: 401, body: '{}' }) : route.continue();
    });
    await page.getByRole('button', { name: /^Approve at \$/ }).click();
    await page.getByText('Your session has ended').waitFor();
    const { people } = world.demo.organizations[insurer]!;
    await signIn(page, people.find(({ role }) => role === 'underwriter')!);
    await page.getByText(/^Approved /).waitFor();
    expect(await decisionOn(second)).toMatchObject({
      isApproved: true,
      underwriterNotes: 'Sprinklers are in place.',
    });
    // The next one is in sight by itself, or the list where there is none.
    await page.getByText(/^(The next referral is open|That was the last referral)/).waitFor();
    expect(new URL(page.url()).pathname).not.toContain(second);
    await go(`/queue/${second}`);
    await page.getByText(/ approved it/).waitFor();
    expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    await close();
  });

  it('tells the second of two underwriters who was first, and loses nothing', async () => {
    const quoteId = await aReferral(`Cedar Freight${run}`);
    const ada = await world.as('underwriter');
    const ben = await world.as('everything');
    for (const { go, page } of [ada, ben]) {
      await go(`/queue/${quoteId}`);
      await page.getByRole('heading', { level: 1, name: `Cedar Freight${run}` }).waitFor();
    }
    await ada.page.getByRole('button', { name: 'Assign to me' }).click();
    await ada.page.getByText(/^Assigned to /).waitFor();
    await ben.page.keyboard.press('a');
    await ben.page
      .getByRole('alert')
      .getByText(/assigned to/)
      .waitFor();

    await ben.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await ben.page.getByLabel('Notes').fill('Fleet is new.');
    await ada.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await ada.page.getByLabel('Notes').fill('Too many losses.');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
    await ada.page.getByText(/^Declined /).waitFor();

    await ben.page.getByRole('button', { name: /^Approve at / }).click();
    await ben.page.getByText('Somebody has already decided').waitFor();
    await ben.page.getByRole('dialog').getByText('Too many losses.').waitFor();
    await ben.check();
    await ben.page.getByRole('button', { name: 'Keep them as a note' }).click();
    await ben.page.getByText('Note added.').waitFor();
    expect(await decisionOn(quoteId)).toMatchObject({ isApproved: false });
    expect((await reviewOf(quoteId)).notes.map(({ text }) => text)).toEqual(['Fleet is new.']);
    await ada.close();
    await ben.close();
  });

  it('shows nobody what they may not do, and REST refuses it', async () => {
    const quoteId = await aReferral(`Dune Hotels${run}`, 'business-package', agency);
    const reader = await world.as('read-only');
    await reader.go(`/queue/${quoteId}`);
    await reader.page.getByRole('heading', { level: 1, name: `Dune Hotels${run}` }).waitFor();
    for (const name of ['Approve', 'Decline', 'Assign', 'Assign to me', 'Add a note']) {
      expect(await reader.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect(
      await world.statusFor('read-only', 'POST', `/quote/${quoteId}/underwriter-decision`, {
        isApproved: true,
      }),
    ).toBe(403);
    await reader.close();
    // The seller sees what waits at the insurer, and can't decide.
    const seller = await world.as('everything', agency);
    await seller.go('/queue');
    await seller.page.getByRole('link', { name: `Dune Hotels${run}` }).click();
    await seller.page.getByRole('heading', { level: 1, name: `Dune Hotels${run}` }).waitFor();
    expect(await seller.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await seller.close();
  });

  it('has failures with a retry, and keeps filters in the URL', async () => {
    const { page, go, check, close } = await world.as('underwriter');
    let failing = true;
    await page.route('**/ioi/v3/quote?**', (route) =>
      failing ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await go('/queue?assignedTo=nobody');
    await page.getByText('The service failed').waitFor();
    await check();
    failing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Referrals' }).or(page.getByText('No quote waits')).waitFor();
    expect(await page.getByLabel('Assigned to').inputValue()).toBe('nobody');
    await page.getByLabel('Assigned to').selectOption('me');
    expect(page.url()).toContain('assignedTo=me');
    await close();
  });

  it('lists policies under notice, and sends, cancels and resends deliveries', async () => {
    const { id: endpoint } = await world
      .rest<{ endpointId: string }>('POST', '/webhook/endpoint', { url: 'https://hooks.example.com/ioi' })
      .then(({ endpointId }) => ({ id: endpointId }));
    await quote('general-liability', productOf('general-liability').intakes.quoted);
    const { PRE_POLICY_CANCELLATION: notice } = exampleEvents;
    await world.rest('POST', '/event/fire', {
      ...{ ...notice, triggerRequestId: randomUUID() },
      payload: { ...notice.payload, effectiveDate: `${Number(today.slice(0, 4)) + 1}-01-15` },
    });
    const { page, go, check, close } = await world.as('everything');
    await go('/queue?tab=policies');
    await page.getByRole('table', { name: 'Policies' }).waitFor();
    await check();
    await screenshots(page, 'queue-policies');
    await go(`/queue?tab=webhooks&state=PENDING&endpointId=${endpoint}`);
    await page.getByRole('heading', { name: 'https://hooks.example.com/ioi' }).first().waitFor();
    await page.getByRole('link', { name: 'Get quotes' }).first().click();
    await page.getByRole('button', { name: 'Cancel the delivery' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Cancel the delivery' }).click();
    await page.getByText('The delivery is canceled.').waitFor();
    await go(`/queue?tab=webhooks&state=CANCELLED&endpointId=${endpoint}`);
    await page.getByRole('link', { name: 'Get quotes' }).first().click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The notification is being sent again.').waitFor();
    await check();
    await screenshots(page, 'queue-webhooks');
    await world.rest('DELETE', `/webhook/endpoint/${endpoint}`);
    await close();
  });

  it('follows a failed run, and retries it', async () => {
    const intake = (mode: string): AnswerMap => ({
      ...(productOf('cyber').intakes.carrier ?? productOf('cyber').intakes.quoted),
      'market.simulatorMode': { qid: 'market.simulatorMode', type: 'ANSWER', answer: mode },
    });
    const { triggerRequestId } = await quote('cyber', intake('REFUSING'));
    const { page, go, check, close } = await world.as('underwriter');
    await go('/queue?tab=events');
    await page.getByRole('link', { name: 'Get quotes' }).first().waitFor();
    await check();
    await go(`/events/${triggerRequestId}`);
    await page.getByText(/CARRIER_REFUSED/).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 30_000 });
    await expectCount(page.getByRole('link', { name: 'Open in Temporal' }), 1);
    await check();
    await screenshots(page, 'event');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page
      .getByRole('dialog')
      .getByText(/runs again/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('One earlier run').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Acknowledge' }).click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('The client bought elsewhere.');
    await check();
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/bought elsewhere/).waitFor();
    expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    const ofEvent = page.locator(`a[href$="${triggerRequestId}"]`);
    await go('/queue?tab=events');
    await page.getByText('Nothing is left that failed.').waitFor();
    expect(await ofEvent.count()).toBe(0);
    await go('/queue?tab=events&what=acknowledged');
    await ofEvent.first().waitFor();
    await check();
    await go('/events?state=failedActions');
    await page.getByRole('table', { name: 'Events' }).waitFor();
    await check();
    await screenshots(page, 'events');
    await page.setViewportSize({ width: 375, height: 760 });
    await page.getByRole('table', { name: 'Events' }).locator('time:visible').first().waitFor();
    await check();
    await close();
  });

  it('cancels a run that waits for a carrier', async () => {
    const { carrier, quoted } = productOf('cyber').intakes;
    const mode = { qid: 'market.simulatorMode', type: 'ANSWER' as const, answer: 'SLOW' };
    const { triggerRequestId } = await world.rest<{ triggerRequestId: string }>('POST', '/event/fire', {
      ...{ type: 'GET_QUOTES', lineId: productOf('cyber').lineId },
      payload: { effectiveDate: today, intake: { ...(carrier ?? quoted), 'market.simulatorMode': mode } },
    });
    const reader = await world.as('read-only');
    await reader.go(`/events/${triggerRequestId}`);
    await reader.page.getByRole('heading', { level: 1, name: 'Get quotes' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
    await reader.close();
    expect(await world.statusFor('read-only', 'POST', `/event/${triggerRequestId}/cancel`)).toBe(403);

    const { page, go, check, close } = await world.as('underwriter');
    await go(`/events/${triggerRequestId}`);
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).dblclick();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
    const { state } = await world.rest<{ state: string }>('GET', `/event/${triggerRequestId}`);
    expect(state).toBe('CANCELLED');
    await close();
  });
});
