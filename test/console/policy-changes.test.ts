import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import { actionsOf, begin, daysAhead, policiesOf, seesPolicy } from '../support/console-policies.js';
import { type ConsoleWorld, expectCount, insurer, inWorld, screenshots } from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

describe.skipIf('reason' in opened)('changes of policies in the console', () => {
  let world: ConsoleWorld;
  let policies: ReturnType<typeof policiesOf>;
  inWorld(opened, (started) => {
    world = started;
    policies = policiesOf(world);
  });

  type Answers = Record<string, { iterations: { iterationId: string; answers: Answers }[]; answer: string }>;
  const answersOn = async (policyId: string, day: string) => {
    const { policy } = await world.rest<{ policy: { answers: Answers } }>(
      'GET',
      `/policy/${policyId}/timeline?effectiveOn=${day}`,
    );
    return policy.answers;
  };

  it('shows where a change meets later ones, and applies what the person chose', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-90));
    const [first, second] = (await answersOn(policy.id, daysAhead(0))).locations!.iterations;
    const later = daysAhead(30);
    const edit = (qid: string, answer: string) => ({ [qid]: { type: 'ANSWER', qid, answer } });
    const edited = (iterationId: string, answers: object) => ({ iterationId, answers });
    const locations = (changes: object) => ({
      edits: {
        locations: { type: 'LOOP', qid: 'locations', added: [], removed: [], edited: [], ...changes },
      },
    });
    await policies.endorse(policy, later, {
      edits: {
        ...locations({
          edited: [edited(first!.iterationId, edit('location.revenue', '1300000'))],
          removed: [second!.iterationId],
        }).edits,
        ...edit('client.city', 'Dallas'),
      },
    });

    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${policy.id}`);
    await begin(page, 'Endorse');
    await page.getByLabel('Find a question').fill('revenue from');
    await page
      .getByRole('textbox', { name: /Revenue from/ })
      .first()
      .fill('1500000');
    await page
      .getByRole('textbox', { name: /Revenue from/ })
      .nth(1)
      .fill('950000');
    const conflicts = page.getByRole('region', { name: 'Later changes' });
    const revenue = conflicts.getByRole('group', {
      name: /^1204 South Lamar Boulevard, .* · Revenue from/,
    });
    await revenue.getByText('$1,300,000').waitFor();
    await revenue.getByText('$1,500,000').waitFor();
    const removed = conflicts.getByRole('group', { name: /^410 Main Street, .* · Revenue from/ });
    await removed.getByText('Removed').waitFor();
    await expectCount(conflicts.getByRole('group'), 2);
    expect(await revenue.getByRole('radio', { name: /^Keep the later change/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: /^Endorse for \$/ }).waitFor();
    const kept = await page.getByRole('button', { name: /^Endorse for \$/ }).textContent();
    await check();

    await page.getByRole('button', { name: 'Apply this change everywhere' }).click();
    expect(await removed.getByRole('radio', { name: /^Apply this change/ }).isChecked()).toBe(true);
    await removed.getByRole('radio', { name: /^Keep the later change/ }).check();
    expect(await revenue.getByRole('radio', { name: /^Apply this change/ }).isChecked()).toBe(true);
    await page.getByText(/^For \d+ of 365 days/).waitFor();
    const throughout = page.getByRole('button', { name: /^Endorse for \$/ });
    await expect.poll(() => throughout.textContent()).not.toBe(kept);
    await check();
    await conflicts.scrollIntoViewIfNeeded();
    await screenshots(page, 'policy-conflicts');
    await page.setViewportSize({ width: 375, height: 760 });
    await check();
    await throughout.click();
    await page.getByText(/^Endorsed: \$/).waitFor();

    const left = (await answersOn(policy.id, later)).locations!.iterations;
    expect(left).toHaveLength(1);
    expect(left[0]!.answers['location.revenue']!.answer).toBe('1500000');
    await close();
  });

  it('keeps what was entered until it is sent or discarded, and takes single changes back', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-30));
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${policy.id}/endorse`);
    const changes = (count: number) =>
      page.getByRole('heading', { name: `Your changes (${count})` }).waitFor();
    const revenue = page.getByRole('textbox', { name: /Revenue from/ }).first();
    await page.getByLabel('Find a question').fill('revenue from');
    await revenue.fill('1500000');
    await changes(1);
    await page.getByLabel('Find a question').fill('');
    await page.getByRole('button', { name: 'Add location' }).click();
    await changes(2);
    await page.getByText('Draft saved').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Back to the policy' }).click();
    await begin(page, 'Endorse');
    await changes(2);
    await page.getByRole('button', { name: /^Undo: Location/ }).click();
    await changes(1);
    await page.getByRole('button', { name: /^Endorse for \$/ }).waitFor();
    await page.getByRole('rowheader', { name: 'Premium', exact: true }).waitFor();
    await check();

    // Another tab goes on with the draft: this one does not overwrite it in silence.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'Your changes (1)' }).waitFor();
    await other.getByLabel('Label in the history').fill('By the other tab');
    await other.getByText('Draft saved').waitFor();
    await page.getByLabel('Label in the history').fill('By this tab');
    await page.getByText('This draft was changed or discarded in another window.').waitFor();
    await page.getByRole('button', { name: 'Keep this one' }).click();
    await page.getByText('Draft saved').waitFor();
    await other.close();

    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await changes(1);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await changes(0);
    await page.reload();
    await changes(0);
    await close();
  });

  it('keeps what somebody else has changed while its form was open', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-90));
    const [first] = (await answersOn(policy.id, daysAhead(0))).locations!.iterations;
    const { page, go, close } = await world.as('everything', insurer);
    await go(`/policies/${policy.id}`);
    await begin(page, 'Endorse');
    await page.getByLabel('Find a question').fill('revenue from');
    const revenue = page.getByRole('textbox', { name: /Revenue from/ }).first();
    await revenue.waitFor();
    const added = { ...first!, iterationId: '5b0a6f0e-6c55-4b0f-9a53-52a5f2cf9f10' };
    await policies.endorse(policy, daysAhead(-1), {
      edits: { locations: { type: 'LOOP', qid: 'locations', added: [added], removed: [], edited: [] } },
    });
    await revenue.fill('1500000');
    // What is shown for another day is another policy; what was typed stays the only change.
    await page.getByLabel('First day of the change').fill(daysAhead(-30));
    await page.getByText(/^For \d+ of 365 days/).waitFor();
    await page.getByLabel('First day of the change').fill(daysAhead(0));
    await page.getByRole('button', { name: /^Endorse for \$/ }).click();
    await page.getByText(/^Endorsed: \$/).waitFor();
    const now = (await answersOn(policy.id, daysAhead(0))).locations!.iterations;
    expect(now.map(({ answers }) => answers['location.revenue']!.answer)).toEqual([
      '1500000',
      expect.any(String),
      '1150000',
    ]);
    await close();
  });

  it('rewrites a policy by another quote of its client, and links both', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-60));
    const { financeState } = await world.rest<{ financeState: { balance: number } }>(
      'GET',
      `/policy/${policy.id}`,
    );
    const paid = { policyId: policy.id, amount: financeState.balance, reference: 'transfer 1' };
    await policies.fire('PAYMENT_RECEIVED', policy.lineId, paid);
    const { page, go, check, close } = await world.as('everything', insurer);
    const dialog = page.getByRole('dialog');
    const open = () => begin(page, 'Rewrite');
    await go(`/policies/${policy.id}`);
    await open();
    await dialog.getByText('The client has no bindable quote').waitFor();
    expect(await dialog.getByRole('link', { name: 'Quote the client' }).getAttribute('href')).toContain(
      `clientId=${policy.clientId}`,
    );
    expect(await dialog.getByRole('button', { name: 'Rewrite' }).isDisabled()).toBe(true);
    await check();
    await page.keyboard.press('Escape');

    const intake = {
      ...policies.product('general-liability').intakes.quoted,
      'client.city': { type: 'ANSWER', qid: 'client.city', answer: 'Dallas' },
    };
    const asked = { effectiveDate: daysAhead(5), clientId: policy.clientId, intake };
    await policies.fire('GET_QUOTES', policy.lineId, asked, insurer, { forceSync: true });
    await page.getByRole('button', { name: 'More actions' }).waitFor();
    await go('/policies');
    await go(`/policies/${policy.id}`);
    await open();
    const says = await dialog.getByText(/ is carried over to the new policy\./).textContent();
    const [, carried] = /(\$[\d,.]+) of what was paid is carried over/.exec(says!)!;
    await dialog.getByText(/^This policy is canceled from .* costs \$/).waitFor();
    await check();
    await screenshots(page, 'policy-rewrite');
    await page.getByLabel('Reason').fill('Moved to Dallas');
    await dialog.getByRole('button', { name: 'Rewrite' }).click();
    await page.getByText(/^Rewritten as /).waitFor();
    await page.getByRole('link', { name: policy.policyNumber }).waitFor();
    await check();
    await page.getByRole('tab', { name: 'Money' }).click();
    await page.getByRole('table', { name: 'Payments' }).getByText(carried!).waitFor();
    await page.getByRole('link', { name: policy.policyNumber }).click();
    await seesPolicy(page, policy.policyNumber);
    await page.getByText('Rewritten as', { exact: true }).waitFor();
    expect(await actionsOf(page)).not.toContain('Reinstate');
    await close();
  });

  it('lists the wishes of a renewal, and quotes again without one', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-340));
    const [, second] = (await answersOn(policy.id, daysAhead(0))).locations!.iterations;
    const edit = (qid: string, answer: string) => ({ [qid]: { type: 'ANSWER', qid, answer } });
    const edited = [{ iterationId: second!.iterationId, answers: edit('location.revenue', '2000000') }];
    await policies.fire('POLICY_RENEWAL_QUOTING', policy.lineId, {
      policyId: policy.id,
      edits: {
        ...edit('client.city', 'Dallas'),
        locations: { type: 'LOOP', qid: 'locations', added: [], removed: [], edited },
      },
    });
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${policy.id}`);
    await begin(page, 'Renew');
    const wishes = page.getByRole('group', { name: 'Wishes for the next term' });
    const revenue = wishes.getByRole('checkbox', {
      name: /^410 Main Street, .* · Revenue from .*: \$2,000,000$/,
    });
    await revenue.waitFor();
    const premium = page.locator('p', { hasText: 'Premium of the next term' });
    const before = await premium.textContent();
    await check();
    await screenshots(page, 'policy-renewal-wishes');
    await revenue.uncheck();
    expect(await page.getByRole('button', { name: 'Renew with this quote' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Quote again' }).click();
    await revenue.waitFor({ state: 'detached' });
    expect(await premium.textContent()).not.toBe(before);
    await expectCount(wishes.getByRole('checkbox'), 1);
    // With its wishes as they are, it is quoted by the one before.
    await page.getByRole('button', { name: 'Quote again' }).click();
    await wishes.getByRole('checkbox', { name: /Dallas/ }).waitFor();
    await close();
  });

  it('says of a policy in a lapse that it is in one, and lets it be changed', async () => {
    const policy = await policies.issue('general-liability', daysAhead(-60));
    const about = { policyId: policy.id };
    const { reasons } = await world.rest<{ reasons: { configId: string; title: string }[] }>(
      'GET',
      `/policy/${policy.id}/preview/cancellation?effectiveDate=${daysAhead(-5)}`,
    );
    const reason = reasons.find(({ title }) => title === 'At the request of the insured')!;
    await policies.fire('POLICY_CANCEL', policy.lineId, {
      ...{ ...about, effectiveDate: daysAhead(-5), cancellationReasonConfigId: reason.configId },
    });
    await policies.fire('POLICY_REINSTATE', policy.lineId, { ...about, effectiveDate: daysAhead(5) });
    const { page, go, check, close } = await world.as('everything', insurer);
    await go(`/policies/${policy.id}?tab=timeline`);
    await page.getByText(/^Lapsed until /).waitFor();
    const lapse = /^\w{3} \d+, \d{4} – \w{3} \d+, \d{4}, At the request of the insured$/;
    await expectCount(page.getByText(lapse), 3);
    const picture = page.locator('svg title').filter({ hasText: 'Not covered:' });
    expect(await picture.textContent()).toContain('Term 1:');
    expect(await actionsOf(page)).toEqual(expect.arrayContaining(['Endorse', 'Cancel policy']));
    await check();
    await screenshots(page, 'policy-lapse');
    await go(`/clients/${policy.clientId}?tab=policies`);
    await page
      .getByRole('row', { name: new RegExp(policy.policyNumber) })
      .getByText(/^Lapsed until /)
      .filter({ visible: true })
      .waitFor();
    await close();
  });
});
