import { describe, expect, it } from 'vitest';
import { es } from '../../console/src/texts/es.js';
import { openBrowser } from '../support/browser.js';
import { actionsOf, begin, daysAhead, policiesOf, seesPolicy } from '../support/console-policies.js';
import {
  agency,
  type ConsoleWorld,
  endSession,
  expectCount,
  importChanged,
  insurer,
  inWorld,
  screenshots,
  signInAgain,
  speak,
} from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

describe.skipIf('reason' in opened)('the policies of the console', () => {
  let world: ConsoleWorld;
  let policies: ReturnType<typeof policiesOf>;
  inWorld(opened, (started) => {
    world = started;
    policies = policiesOf(world);
  });

  /** Deploys a version of a demo product that allows it. */
  async function letDueDatesMove(key: string, dueDateDays: number): Promise<void> {
    type Changed = { policy: { billing?: object } };
    const { lineId } = policies.product(key);
    const { versionId } = await importChanged<Changed>(world, lineId, ({ policy, ...rest }) => ({
      ...{ ...rest, version: `9.0.${Date.now()}` },
      policy: { ...policy, billing: { ...policy.billing, dueDateDays } },
    }));
    await world.rest('POST', `/product/version/${versionId}/deploy`, {
      ...{ environment: 'DEV', effectiveDate: daysAhead(-5) },
    });
  }

  it('finds, reads, endorses and bills a policy', async () => {
    const { id, policyNumber } = await policies.issue('general-liability', daysAhead(-90));
    const { page, go, check, close } = await world.as('everything', insurer);
    await go('/policies');
    await page.getByRole('link', { name: policyNumber }).waitFor();
    await check();
    await page.getByLabel('Search').fill('no such policy');
    await page.getByText('No policies match.').waitFor();
    await page.getByLabel('Search').fill(policyNumber);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: policyNumber }).waitFor();
    expect(page.url()).toContain('text=');
    await page.locator('#main h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await seesPolicy(page, policyNumber);
    await page.getByText(/^Active to /).waitFor();

    // What is insured, by its name, and what covers it.
    await page.getByRole('heading', { name: '1204 South Lamar Boulevard, Austin' }).waitFor();
    const whole = page.getByRole('table', { name: 'Coverages: Whole policy' });
    await whole.getByText('$1,000,000 each occurrence').waitFor();
    await page.getByRole('button', { name: 'Last day of the term' }).click();
    await expect.poll(() => page.url()).toContain('on=');
    await page.getByText(/^Covered on /).waitFor();
    await check();
    await screenshots(page, 'policy-risk');

    await begin(page, 'Endorse');
    await page.getByLabel('Find a question').fill('revenue from');
    const revenue = page.getByRole('textbox', { name: /Revenue from/ }).first();
    await revenue.fill('1500000');
    await page.getByText(/^For \d+ of 365 days/).waitFor();
    await check();
    await page.getByRole('button', { name: /^Endorse for \$/ }).click();
    await page.getByText(/^Endorsed: \$/).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Endorsement' }).getByText('1,500,000').waitFor();
    await check();
    await screenshots(page, 'policy');

    // Before the endorsement was recorded, its premium was not known.
    const [endorsed] = await page.locator('tr', { hasText: 'Premium of the term' }).allTextContents();
    await page.getByLabel('As recorded on').press('Home');
    await page.getByText('Not known then').waitFor();
    const [before] = await page.locator('tr', { hasText: 'Premium of the term' }).allTextContents();
    expect(before).not.toBe(endorsed);
    expect(page.url()).toContain('known=');
    await page.getByLabel('As of').press('End');
    await expect.poll(() => page.url()).toContain('on=');
    await check();

    await begin(page, 'Take payment');
    await page.getByLabel('Amount').fill('100.005');
    await page.getByText('two decimals at most').waitFor();
    await page.getByLabel('Amount').fill('100.50');
    await page.getByLabel('Reference').fill('check 1044');
    await page.getByText(/^Records \$100\.50 as received/).waitFor();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/event/fire')) sent += 1;
    });
    // The second click comes before the page shows that the first was taken.
    await page.getByRole('button', { name: 'Record payment' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByText('Payment of $100.50 recorded.').waitFor();
    expect(sent).toBe(1);
    await page.getByRole('tab', { name: 'Money' }).click();
    const payments = page.getByRole('table', { name: 'Payments' });
    await payments.getByText('check 1044').waitFor();
    await expectCount(payments.getByText('$100.50'), 1);
    const ledger = page.getByRole('table', { name: 'Premium ledger' });
    const totals = await ledger.locator('tbody td:last-child').allTextContents();
    expect(totals).toHaveLength(2);
    const { policy } = await world.rest<{ policy: { premium: number } }>('GET', `/policy/${id}`);
    expect(Number(totals[1]!.replace(/[$,]/g, ''))).toBe(policy.premium);
    await check();

    // The reference counts once: another amount under it is refused.
    await begin(page, 'Take payment');
    await page.getByLabel('Amount').fill('7');
    await page.getByLabel('Reference').fill('check 1044');
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();

    await begin(page, 'Add note');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('Sprinklers are in place.');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    const notes = page.locator('section', { has: page.getByRole('heading', { name: 'Notes', exact: true }) });
    await notes.getByText('Sprinklers are in place.', { exact: true }).waitFor();
    const activity = page.locator('section', { has: page.getByRole('heading', { name: 'Activity' }) }).last();
    await activity.getByText('Sprinklers are in place.', { exact: true }).waitFor();
    const paid = activity.getByRole('listitem').filter({ hasText: 'Payment received' });
    await paid.getByText('$100.50', { exact: true }).waitFor();
    await paid.getByText('Entered by hand', { exact: true }).waitFor();
    expect(await activity.getByText('Record entry').count()).toBe(0);
    await page.getByText('With events', { exact: true }).click();
    await activity.getByText('Record entry').waitFor();
    await check();

    await page.getByRole('tab', { name: 'Documents' }).click();
    await page
      .getByRole('button', { name: /^Preview Declarations/ })
      .first()
      .click();
    await page.locator('iframe').waitFor();
    await check();
    await close();
  }, 120_000);

  it('cancels with the return shown before, refunds, and reinstates with a lapse', async () => {
    const { id, lineId } = await policies.issue('general-liability', daysAhead(-120));
    const { financeState } = await world.rest<{ financeState: { balance: number } }>('GET', `/policy/${id}`);
    const paid = { policyId: id, amount: financeState.balance, reference: 'transfer 1' };
    await policies.fire('PAYMENT_RECEIVED', lineId, paid);
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${id}`);
    await begin(page, 'Cancel policy');
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel policy' });
    await page.getByLabel('First day without coverage').fill(daysAhead(-25));
    // The insurer has no reason, and gives no days of notice.
    await cancel.click();
    await page.getByText(/can be canceled from .* at the earliest/).waitFor();
    await page.getByLabel('Reason').selectOption({ label: 'At the request of the insured' });
    const shown = await page.getByText(/^The premium is .* less/).textContent();
    const [credited] = /\$[\d,.]+/.exec(shown!)!;
    const owed = await page.getByText(/^Of what was paid, .* is owed back/).textContent();
    const [refund] = /\$[\d,]+\.\d\d/.exec(owed!)!;
    await check();
    await cancel.click();
    await page
      .getByText(`Canceled. The premium is ${credited} less; ${refund} of what was paid is owed back.`)
      .waitFor();
    await page.getByText(/^Canceled \w{3} \d+$/).waitFor();
    await page.getByText(/Ended, unsettled$/).waitFor();

    await begin(page, 'Refund');
    await page.getByText(/^Pays back \$/).waitFor();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await page.getByText(/^REF-/).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText(/ Settled$/).waitFor();

    await begin(page, 'Reinstate');
    await page.getByLabel('Covered again from').fill(daysAhead(-10));
    await page.getByText(/stay without coverage and are not charged/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
    await page.getByText('Reinstated.').waitFor();
    await page.getByText(/^Active to /).waitFor();
    expect(await actionsOf(page)).toContain('Cancel policy');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const slider = page.getByRole('slider', { name: 'As of' });
    await slider.focus();
    for (let day = 0; day < 15; day += 1) await page.keyboard.press('ArrowLeft');
    await page.getByRole('cell', { name: 'Not covered' }).waitFor();
    const picture = page.locator('svg title').filter({ hasText: 'Not covered:' });
    expect(await picture.textContent()).toContain('Term 1:');
    await check();
    await screenshots(page, 'policy-timeline');
    await go(`/policies/${id}?tab=money`);
    await page.getByRole('table', { name: 'Premium ledger' }).waitFor();
    await screenshots(page, 'policy-money');
    await close();
  });

  it('shows what happens next, in both languages', async () => {
    const { id } = await policies.issue('general-liability', daysAhead(0));
    const { content } = await world.rest<{ content: { amount: number | null }[] }>(
      'GET',
      `/policy/${id}/upcoming`,
    );
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${id}?tab=timeline`);
    const next = page.getByRole('table', { name: 'What happens next' });
    const late = next.locator('tr', { hasText: 'Statement past due' }).first();
    await late.getByText('Unless paid').waitFor();
    const { amount } = content.find((entry) => entry.amount !== null)!;
    await late.getByText(amount!.toLocaleString('en-US', { style: 'currency', currency: 'USD' })).waitFor();
    if (content.length > 6) await page.getByRole('button', { name: `Show all ${content.length}` }).click();
    await expect.poll(() => next.locator('tbody tr').count()).toBe(content.length);
    await check();
    await speak(page, 'es');
    await page
      .getByRole('table', { name: es.policies.whatComes })
      .getByText(es.words.upcomingCondition.PAID)
      .first()
      .waitFor();
    await check();
    await close();
  });

  it('endorses once when the session ends in the middle of the form', async () => {
    const { id } = await policies.issue('general-liability', daysAhead(-30));
    const { page, go, close } = await world.as('everything', insurer);
    await go(`/policies/${id}`);
    await begin(page, 'Endorse');
    await page.getByLabel('Find a question').fill('revenue from');
    await page
      .getByRole('textbox', { name: /Revenue from/ })
      .first()
      .fill('1600000');
    const endorse = page.getByRole('button', { name: /^Endorse for \$/ });
    await endorse.waitFor();
    await endSession(page, () => endorse.click());
    await signInAgain(page, world.demo.organizations[insurer]!.user);
    await page.getByText(/^Endorsed: \$/).waitFor();
    const { events } = await world.rest<{ events: { type: string }[] }>('GET', `/policy/${id}`);
    expect(events.filter(({ type }) => type === 'ENDORSEMENT_ISSUED')).toHaveLength(1);
    await close();
  });

  it('corrects a number after each risk was accepted, and renews', async () => {
    const { id } = await policies.issue('general-liability', daysAhead(-320));
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${id}`);
    await begin(page, 'Correct number');
    await page.getByLabel('Right number').fill(`GL-${id.slice(0, 8)}`);
    const correct = page.getByRole('dialog').getByRole('button', { name: 'Correct number' });
    expect(await correct.isDisabled()).toBe(true);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await check();
    await correct.click();
    await seesPolicy(page, `GL-${id.slice(0, 8)}`);

    await begin(page, 'Renew');
    const quote = page.getByRole('button', { name: 'Quote renewal' });
    const premium = page.getByText('Premium of the next term');
    await quote.or(premium).waitFor();
    // The policy's workflow may have quoted it already.
    if (await quote.isVisible()) await quote.click();
    await premium.waitFor();
    await check();
    await page.getByRole('button', { name: 'Renew with this quote' }).click();
    await page.getByText(/^The policy renews on/).waitFor();
    await close();
  });

  it('moves a due date, corrects the first day, withdraws a notice and does not renew', async () => {
    await letDueDatesMove('general-liability', 30);
    const { id, lineId } = await policies.issue('general-liability', daysAhead(-5));
    const { page, go, check, close } = await world.as('everything', insurer);
    const dialog = page.getByRole('dialog');
    await go(`/policies/${id}`);
    await begin(page, 'Move due date');
    const move = dialog.getByRole('button', { name: 'Move due date' });
    await page.getByLabel('New due date').fill(daysAhead(40));
    expect(await move.isDisabled()).toBe(true);
    await page.getByLabel('Reason').fill('The bank was closed.');
    await page.getByText(/^The open \$.* are due on/).waitFor();
    await check();
    await move.click();
    await page.getByText(/^Due on .* now\.$/).waitFor();
    type Statements = { statements: { dueDate: string }[] };
    const { statements } = await world.rest<Statements>('GET', `/policy/${id}`);
    expect(statements.map(({ dueDate }) => dueDate)).toContain(daysAhead(40));

    await begin(page, 'Correct first day');
    await page.getByLabel('Right first day').fill(daysAhead(-4));
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByText(/keeps its length\. The premium does not change\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Correct first day' }).click();
    await page.getByText('Corrected.').waitFor();
    const { policy } = await world.rest<{ policy: { effectiveDate: string } }>('GET', `/policy/${id}`);
    expect(policy.effectiveDate).toBe(daysAhead(-4));

    const cancelledOn = daysAhead(90);
    await policies.fire(
      'PRE_POLICY_CANCELLATION',
      lineId,
      { policyId: id, effectiveDate: cancelledOn },
      insurer,
      {
        forceSync: true,
      },
    );
    // What the page read less than ten seconds ago is shown again.
    await page.waitForTimeout(10_500);
    await go('/policies');
    await go(`/policies/${id}`);
    await begin(page, 'Withdraw notice');
    await page.getByText(/^The notice is withdrawn: the policy is not canceled on/).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Withdraw notice' }).dblclick();
    await page.getByText('Notice withdrawn.').waitFor();
    await page.getByText(/^Active to /).waitFor();
    expect(await actionsOf(page)).not.toContain('Withdraw notice');

    await begin(page, 'Do not renew');
    await page.getByText(/^The policy expires on .* and is not renewed\.$/).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Do not renew' }).click();
    await page.getByText('The policy will not be renewed.').waitFor();
    await page.getByText(/^Expires /).waitFor();
    expect(await actionsOf(page)).not.toContain('Do not renew');
    await close();
    const about = { lineId, payload: { policyId: id } };
    for (const type of ['CANCEL_RENEWAL', 'POLICY_REINSTATE', 'DUE_DATE_MOVE']) {
      expect(await world.statusFor('read-only', 'POST', '/event/fire', { type, ...about })).toBe(403);
    }
  });

  it.each(['read-only', 'underwriter'] as const)(
    'offers nothing to a person who may only read (%s)',
    async (role) => {
      const { id, lineId, policyNumber } = await policies.issue('general-liability', daysAhead(0));
      const { page, go, close } = await world.as(role, insurer);
      await go(`/policies/${id}`);
      await seesPolicy(page, policyNumber);
      await go(`/policies/${id}?tab=timeline`);
      await page.getByRole('heading', { name: 'Changes' }).waitFor();
      const dangerous = /Endorse|Renew|Take payment|Refund|Add note|Cancel policy|More actions/;
      expect(await page.getByRole('button', { name: dangerous }).count()).toBe(0);
      const refused = await page.evaluate<number>(
        `fetch('/ioi/v3/token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(
          JSON.stringify({ ...signInOf(role), grantType: 'PASSWORD' }),
        )} }).then((answer) => answer.json()).then(({ accessToken, idToken }) => fetch('/ioi/v3/event/fire', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + accessToken, 'x-jwt-assertion': idToken },
        body: ${JSON.stringify(JSON.stringify({ type: 'POLICY_EVENT_RECORD', lineId, payload: { policyId: id, type: 'NOTE' } }))},
      })).then(({ status }) => status)`,
      );
      expect(refused).toBe(403);
      await close();
    },
  );

  const signInOf = (role: string) => {
    const { userId, password } = world.demo.organizations[insurer]!.people.find(
      (each) => each.role === role,
    )!;
    return { userId, password };
  };

  it('gives the seller what its authority allows, and only its policies', async () => {
    const own = await policies.issue('business-package', daysAhead(0), agency);
    const ofInsurer = await policies.issue('general-liability', daysAhead(0));
    const { page, go, check, close } = await world.as('everything', agency);
    await go('/policies');
    await page.getByRole('link', { name: own.policyNumber }).waitFor();
    expect(await page.getByText(ofInsurer.policyNumber).count()).toBe(0);
    await go(`/policies/${own.id}`);
    await seesPolicy(page, own.policyNumber);
    const offered = await actionsOf(page);
    expect(offered).toContain('Endorse');
    expect(offered.join()).not.toMatch(/Take payment|Refund|Reinstate|Correct|Move due date/);
    await check();
    await close();
  });

  it('says what failed, and reads it again', async () => {
    const { id, policyNumber } = await policies.issue('general-liability', daysAhead(0));
    const { page, go, check, close } = await world.as('everything', insurer, { colorScheme: 'dark' });
    await page.route(`**/policy/${id}`, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"status":500,"detail":"broken"}',
      }),
    );
    await go(`/policies/${id}`);
    await page.getByRole('alert').waitFor();
    await check();
    await page.unroute(`**/policy/${id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await seesPolicy(page, policyNumber);
    for (const tab of ['risk', 'timeline', 'money', 'documents', 'history']) {
      await go(`/policies/${id}?tab=${tab}`);
      await check();
    }
    await page.setViewportSize({ width: 375, height: 760 });
    for (const tab of ['risk', 'timeline', 'money', 'documents', 'history']) {
      await go(`/policies/${id}?tab=${tab}`);
      await check();
    }
    await close();
  });
});
