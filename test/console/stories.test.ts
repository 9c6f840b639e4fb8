import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import { daysAhead, policiesOf, seesPolicy } from '../support/console-policies.js';
import { Story } from '../support/console-story.js';
import { type ConsoleWorld, type DemoRole, insurer, inWorld } from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

/** How much somebody has to do beside typing, from the sign-in on: `docs/guides/console.md` has these figures. */
describe.skipIf('reason' in opened)('the stories of the console', () => {
  let world: ConsoleWorld;
  let policies: ReturnType<typeof policiesOf>;
  inWorld(opened, (started) => {
    world = started;
    policies = policiesOf(world);
  });

  /** Somebody who has just signed in. Fails if it takes more than `most` clicks, choices and keys. */
  async function tells(role: DemoRole, most: number, tell: (story: Story) => Promise<void>): Promise<void> {
    const { page, close } = await world.as(role, insurer);
    const story = new Story(page);
    await tell(story);
    console.info(
      `${expect.getState().currentTestName}: ${story.interactions}, ${story.seconds.toFixed(1)} s`,
    );
    expect(story.interactions).toBeLessThanOrEqual(most);
    await close();
  }

  /** To a policy, by what somebody on the phone says. */
  async function goTo(story: Story, said: string, policyNumber = said): Promise<void> {
    const { page } = story;
    await story.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.keyboard.type(said);
    await page.getByRole('option').first().filter({ hasText: policyNumber }).waitFor();
    await story.press('Enter');
    await seesPolicy(page, policyNumber);
  }

  const car = { 'Model year': '2021', Make: 'Toyota', Model: 'RAV4', 'List price when new': '28500' };

  it('an auto policy, from nothing to issued', async () => {
    await tells('producer', 13, async (story) => {
      const { page } = story;
      await story.open('link', 'Sell');
      await story.open('link', /^Personal Auto/);
      await page.getByLabel('Street address').waitFor();
      const policyholder = page.getByRole('region', { name: 'Policyholder' });
      await story.type({ 'First and last name': 'Rosa Delgado' }, policyholder);
      await story.type({ 'Phone number (optional)': '(512) 555-0199' }, policyholder);
      await story.type({ 'Street address': '88 Barton Springs Road', City: 'Austin', 'ZIP code': '78704' });
      await story.choose({ State: 'Texas' });
      await story.choose({ 'How long have you had auto insurance without a gap?': 'More than 3 years' });
      const drivers = page.getByRole('region', { name: 'Everybody in the household' });
      await story.type({ 'First and last name': 'Rosa Delgado', 'Date of birth': '5/14/1984' }, drivers);
      await story.choose({ 'Marital status': 'Single' }, drivers);
      await story.pick('Does the driver have a valid license?', 'Yes', drivers);
      await story.type({ 'Since when?': '6/2/2002' }, drivers);
      const cars = page.getByRole('region', { name: 'Vehicles to be insured' });
      await story.type({ ...car, 'ZIP code where it is garaged': '78704', 'Miles a year': '11000' }, cars);
      await story.pick('Who drives it most?', 'Rosa Delgado', cars);
      await story.choose({ Use: 'Pleasure', 'Is it owned, financed or leased?': 'Owned' }, cars);
      await story.choose({ 'Comprehensive deductible': '$500' }, cars);
      await story.open('button', 'Get quotes');
      await page.getByRole('heading', { name: 'Options for Rosa Delgado' }).waitFor();
      await page.getByText('with taxes and fees').first().waitFor();
      await story.open('button', 'Bind');
      await story.open('button', 'Issue the policy');
      await page.getByText(/^Issued policy PA-/).waitFor();
      await page.getByRole('heading', { name: '2021 Toyota RAV4' }).waitFor();
    });
  });

  it('a phone number, to what was covered on a day', async () => {
    const { policyNumber } = await policies.issue('personal-auto', daysAhead(-40));
    const { intakes } = policies.product('personal-auto');
    const phone = (intakes.quoted!['client.phoneNumber'] as { answer: string }).answer.replaceAll(/\D/g, '');
    await tells('read-only', 3, async (story) => {
      const { page } = story;
      await goTo(story, phone, policyNumber);
      const day = page.getByLabel('Show the policy on');
      await story.click(day);
      await day.fill(daysAhead(-10));
      await page.getByText(/^Covered on /).waitFor();
      await page.getByText('$100,000 each person').first().waitFor();
    });
  });

  it('a car more, taken back and brought back', async () => {
    const { policyNumber } = await policies.issue('personal-auto', daysAhead(-20));
    await tells('everything', 11, async (story) => {
      const { page } = story;
      await goTo(story, policyNumber);
      await story.open('button', 'Endorse');
      await story.open('button', /^Vehicles to be insured/);
      await story.open('button', 'Add vehicle');
      const cars = page.getByRole('region', { name: 'Vehicles to be insured' });
      // The first field has the focus, and nothing is wrong yet.
      expect(await cars.getByText('An answer is required.').count()).toBe(0);
      await page.keyboard.type('2021');
      await story.type({ ...car, 'ZIP code where it is garaged': '78704', 'Miles a year': '6000' }, cars);
      await story.choose({ 'Who drives it most?': 'Maria Delgado' }, cars);
      await story.choose({ Use: 'Pleasure', 'Is it owned, financed or leased?': 'Owned' }, cars);
      await page.getByRole('button', { name: /^Endorse for / }).waitFor();
      await story.open('button', 'Undo: 2021 Toyota RAV4');
      await story.open('button', 'Bring it back');
      const due = await page
        .getByText('Due for this change')
        .locator('xpath=following-sibling::p[1]')
        .textContent();
      await story.open('button', `Endorse for ${due?.slice(1)}`);
      await page.getByText(`Endorsed: ${due?.slice(1)}.`).waitFor();
    });
  });

  it('a payment, a cancellation and back in force', async () => {
    const { policyNumber } = await policies.issue('personal-auto', daysAhead(-20));
    await tells('everything', 10, async (story) => {
      const { page } = story;
      const dialog = page.getByRole('dialog');
      await goTo(story, policyNumber);
      await story.open('button', 'Take payment');
      await story.type({ Reference: 'check 2001' });
      await story.press('Enter');
      await page.getByText(/^Payment of .* recorded\.$/).waitFor();
      await story.open('button', 'More actions');
      await story.open('menuitem', 'Cancel policy');
      await story.choose({ Reason: 'Insured with another company' });
      await dialog.getByText(/^Of what was paid, /).waitFor();
      await story.open('button', 'Cancel policy', dialog);
      await page.getByText(/^Canceled\. /).waitFor();
      await story.open('button', 'Reinstate');
      await story.open('button', 'Reinstate', dialog);
      await page.getByText(/^Active to /).waitFor();
    });
  });

  it('a referral that is approved', async () => {
    const { lineId, intakes } = policies.product('general-liability');
    const payload = { effectiveDate: daysAhead(5), intake: intakes.referred };
    await policies.fire('GET_QUOTES', lineId, payload, insurer, { forceSync: true });
    await tells('underwriter', 3, async (story) => {
      const { page } = story;
      await story.click(
        page.locator('#main section', { hasText: 'Referrals' }).getByRole('listitem').first(),
      );
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .waitFor();
      await story.press('y');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await story.open('button', /^Approve/, dialog);
      await dialog.waitFor({ state: 'detached' });
    });
  });
});
