import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../domain/ground/calendar.js';
import { openBrowser } from '../support/browser.js';
import {
  agency,
  type ConsoleWorld,
  expectCount,
  importChanged,
  inBoth,
  insurer,
  inWorld,
  narrow,
  screenshots,
} from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

const seeds = fileURLToPath(new URL('../../db/seeds/products', import.meta.url));
const seed = (name: string) => readFile(`${seeds}/${name}`, 'utf8');
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

describe.skipIf('reason' in opened)('products and figures in the console', () => {
  let world: ConsoleWorld;
  inWorld(opened, async (started) => {
    world = started;
    for (const outcome of ['quoted', 'referred'] as const) await quote(outcome);
  });

  const product = (wanted: string) => world.demo.products.find(({ key }) => key === wanted)!;

  const quote = (outcome: 'quoted' | 'referred') =>
    world.rest('POST', '/event/fire', {
      type: 'GET_QUOTES',
      lineId: product('general-liability').lineId,
      forceSync: true,
      triggerRequestId: randomUUID(),
      payload: { effectiveDate: '2027-01-01', intake: product('general-liability').intakes[outcome] },
    });

  it('checks a product file, imports it, compares its tables, deploys, withdraws and archives it', async () => {
    const { page, go, check, close } = await world.as('everything');
    await go('/products');
    await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Cyber' }).waitFor();
    await inBoth(page, check);
    await screenshots(page, 'products');

    await go('/products/check');
    const [before, cases] = await Promise.all([seed('cyber.yaml'), seed('cyber.cases.yaml')]);
    await page.getByLabel('Or paste a product file').fill(before.replace('title: Cyber', 'titel: Cyber'));
    await page.getByRole('button', { name: 'Lint' }).click();
    await page.getByText('Not sound').waitFor();
    await page
      .getByRole('button', { name: /^product\.yaml:\d+:\d+$/ })
      .first()
      .waitFor();
    await inBoth(page, check);
    await screenshots(page, 'product-check');

    const files = page.getByLabel('Product file, with its tables and cases');
    await files.setInputFiles([fileOf('cyber.yaml', before), fileOf('cyber.cases.yaml', cases)]);
    await page.getByRole('button', { name: 'Run the cases' }).click();
    await page.getByText(/^(\d+) of \1 cases passed$/).waitFor();

    const after = before
      .replace('version: 1.1.0', 'version: 1.2.0')
      .replace('[[0, 1000000], 0, 650, 0.35]', '[[0, 1000000], 0, 660, 0.35]');
    await files.setInputFiles([fileOf('cyber.yaml', after), fileOf('cyber.cases.yaml', cases)]);
    await page.getByRole('button', { name: 'Run the cases' }).click();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await inBoth(page, check);
    await page.getByRole('button', { name: 'Accept 3 results' }).click();
    await page.getByText('3 results are accepted in the cases.').waitFor();
    await page.getByText(/^(\d+) of \1 cases passed$/).waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Purpose of the version').fill('Dearer below a million');
    await dialog.getByRole('button', { name: 'Import' }).dblclick();
    await page.getByText(/^Version 1\.2\.0, build/).waitFor();

    await page.getByRole('link', { name: 'What differs from the version before' }).click();
    const changes = page.getByRole('table', { name: 'What differs in Base premium by revenue' });
    await changes.getByText('650').waitFor();
    await expectCount(changes.locator('tbody tr'), 1);
    expect(await changes.locator('del').allTextContents()).toEqual(['650']);
    expect(await changes.locator('ins').allTextContents()).toEqual(['660']);
    await inBoth(page, check);
    await narrow(page);
    await screenshots(page, 'product-comparison');
    await page.getByRole('tab', { name: 'Tables', exact: true }).click();
    await page.getByLabel('Table', { exact: true }).selectOption('sectors');
    await page.getByText('Construction').waitFor();
    await page.waitForURL(/table=sectors/);
    await inBoth(page, check);
    await page.getByRole('tab', { name: 'Definition' }).click();
    await page.getByText(/"key": "cyber"/).waitFor();

    await page.getByRole('link', { name: 'All versions' }).click();
    await page.getByRole('button', { name: 'Deploy 1.2.0' }).click();
    await dialog.getByLabel('Environment').selectOption('UAT');
    await dialog.getByLabel('First effective date').fill('2027-06-01');
    await dialog
      .getByText(/In UAT, 1\.2\.0 .* everything that takes effect on Jun 1, 2027 or later/)
      .waitFor();
    await dialog.getByText(/it replaces 1\.1\.0/).waitFor();
    await inBoth(page, check);
    await dialog.getByRole('button', { name: 'Deploy' }).dblclick();
    await page.getByText(/is deployed to UAT/).waitFor();
    await page.getByRole('button', { name: /^Withdraw 1\.2\.0 .*from UAT/ }).waitFor();
    await inBoth(page, check);
    await narrow(page);
    await screenshots(page, 'product');

    await page.getByRole('button', { name: /^Withdraw 1\.2\.0 .*from UAT/ }).click();
    await dialog.getByText(/will be priced by 1\.1\.0/).waitFor();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText(/is withdrawn from UAT/).waitFor();
    await page.getByRole('button', { name: /^More for 1\.2\.0/ }).click();
    await page.getByRole('menuitem', { name: /^Archive 1\.2\.0/ }).click();
    await dialog.getByText('It can never be deployed again.').waitFor();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived', { exact: true }).waitFor();
    await close();
  });

  it('licenses a product with an authority, which the seller then sees', async () => {
    const { page, go, check, close } = await world.as('everything');
    await go(`/products/${product('cyber').lineId}?tab=licenses`);
    await page.getByRole('button', { name: 'License', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Organization’s id').fill(randomUUID());
    await dialog.getByLabel(/^Stated here/).check();
    await dialog.getByRole('checkbox', { name: 'quote' }).check();
    await dialog.getByLabel('Largest premium of a term').fill('50000');
    await dialog.getByText(/That organization may: quote, .*premium up to \$50,000\.00/).waitFor();
    await dialog.getByRole('button', { name: 'License' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Organization’s id').fill(world.demo.organizations[agency]!.id);
    await inBoth(page, check);
    await narrow(page);
    await dialog.getByRole('button', { name: 'License' }).click();
    const seller = world.demo.organizations[agency]!.name;
    await page.getByText(`${seller} is licensed.`).waitFor();
    await page.getByRole('heading', { name: seller }).waitFor();
    await close();

    const sold = await world.as('everything', agency);
    await sold.go(`/products/${product('cyber').lineId}?tab=licenses`);
    await sold.page.getByText('premium up to $50,000.00').waitFor();
    expect(await sold.page.getByRole('button', { name: /^(Deploy|Archive|License)/ }).count()).toBe(0);
    await sold.check();
    await sold.close();
  });

  it('has no controls for a role that may only read, whom REST refuses, too', async () => {
    const { page, go, close } = await world.as('read-only');
    const { lineId } = product('cyber');
    await go('/products');
    expect(await page.getByRole('link', { name: 'Check a product file' }).count()).toBe(0);
    await go(`/products/${lineId}`);
    await page.getByRole('heading', { name: 'Versions', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Deploy|Withdraw|Archive|License)/ }).count()).toBe(0);
    await go('/products/check');
    await page.getByText('Ask somebody with the role Product author or Administrator.').waitFor();
    await close();
    const license = { organizationId: randomUUID() };
    expect(await world.statusFor('read-only', 'POST', `/product/${lineId}/license`, license, insurer)).toBe(
      403,
    );
    const sent = { product: 'a.yaml', files: { 'a.yaml': '' } };
    expect(await world.statusFor('read-only', 'POST', '/product/lint', sent, insurer)).toBe(403);
  });

  it('rates stored quotes with a version and the one before, and keeps the report', async () => {
    const { lineId } = product('general-liability');
    type Changed = { version: string; tables: Record<string, { rows: unknown[][] }> };
    const { before, versionId } = await importChanged<Changed>(world, lineId, (definition) => {
      definition.version = '9.9.9';
      for (const row of definition.tables.settings!.rows) row.push(Number(row.pop()) * 1.1);
      for (const row of definition.tables.states!.rows) row.push(Number(row.pop()) + 5);
      return definition;
    });

    const { page, go, check, close } = await world.as('everything');
    await go(`/products/${lineId}/versions/${versionId}?tab=impact`);
    await page.getByLabel('Split by').fill('client.stat');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.getByText(/client\.state/).waitFor();
    await page.getByLabel('Split by').fill('client.state');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.getByRole('heading', { name: 'By State' }).waitFor();
    await page.getByText('Texas', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Territory by state.* \(table settings\): \+\$/ }).waitFor();
    await page.getByRole('img', { name: /\(table states\): \+\$[\d.]+ taxes and fees$/ }).waitFor();
    await inBoth(page, check);
    await narrow(page);
    await screenshots(page, 'product-impact');
    const address = new URL(page.url());
    await go(`/products/${lineId}`);
    await go(address.pathname.replace('/console', '') + address.search);
    await page.getByRole('heading', { name: 'By State' }).waitFor();
    await close();
    const asked = { against: before, from: '2026-01-01' };
    expect(await world.statusFor('read-only', 'POST', `/product/version/${versionId}/impact`, asked)).toBe(
      403,
    );
  });

  it('shows figures that lead to the lists of what they count', async () => {
    const { page, go, check, close } = await world.as('underwriter');
    await go('/figures');
    const quotes = page.getByRole('table', { name: 'Quotes made in each period' });
    const row = quotes.getByRole('row').last();
    await row.waitFor();
    await inBoth(page, check);
    await narrow(page);
    await screenshots(page, 'figures');
    const made = Number(await row.getByRole('link').first().textContent());
    expect(made).toBeGreaterThan(1);
    await row.getByRole('link').first().click();
    await page.waitForURL(/type=QUOTE/);
    await page.getByRole('table', { name: 'Quotes' }).getByRole('link').first().waitFor();
    const listed = page.getByRole('table', { name: 'Quotes' });
    expect(Number(await listed.getAttribute('aria-rowcount'))).toBe(made);

    await go('/figures?from=2020-01-01');
    await page.getByText('366 days at most.').waitFor();
    await go('/figures?tab=referrals');
    const waiting = page.getByRole('table', { name: 'Quotes under review' });
    const count = Number(await waiting.getByRole('link').first().textContent());
    await inBoth(page, check);
    await screenshots(page, 'figures-referrals');
    await waiting.getByRole('link').first().click();
    await page.waitForURL(/underReview=true/);
    await page.getByRole('table', { name: 'Quotes' }).getByRole('link').first().waitFor();
    expect(Number(await page.getByRole('table', { name: 'Quotes' }).getAttribute('aria-rowcount'))).toBe(
      count,
    );

    const amounts = { billed: 100, paid: 0, due: 100, pastDue: 12.5, credit: 0 };
    const ages = { notYetDue: 87.5, pastDueTo30: 0, pastDueTo60: 12.5, pastDueTo90: 0, pastDueOver90: 0 };
    const { lineId } = product('cyber');
    const premium = { written: 100, earned: 10, unearned: 90 };
    const rows = [{ lineId, lineName: 'Cyber', currency: 'USD', ...premium, ...amounts, ...ages }];
    const asOf = new Date().toISOString().slice(0, 10);
    const body = JSON.stringify({ asOf, knownTimestamp: `${asOf}T23:59:59Z`, rows, totals: [] });
    await page.route('**/report/figures*', (route) =>
      route.fulfill({ body, contentType: 'application/json' }),
    );
    const ended = { ending: 4, renewed: 2, canceled: 1, notRenewed: 0, pending: 1 };
    const periods = [{ lineId, lineName: 'Cyber', from: asOf, to: asOf, ...ended }];
    await page.route('**/report/retention*', (route) =>
      route.fulfill({
        body: JSON.stringify({ from: asOf, to: asOf, rows: periods }),
        contentType: 'application/json',
      }),
    );
    for (const [tab, word] of [
      ['retention', 'Renewed'],
      ['premium', 'Earned'],
      ['receivables', 'Past due'],
    ] as const) {
      await go(`/figures?tab=${tab}`);
      await page.getByRole('columnheader', { name: word, exact: true }).waitFor();
      await inBoth(page, check);
      await narrow(page);
    }
    await page.getByRole('link', { name: '$12.50' }).nth(1).click();
    await page.waitForURL(/reason=PAST_DUE/);
    expect(page.url()).toContain(`lineId=${lineId}`);
    expect(page.url()).toContain(`dueTo=${addDays(asOf, -31)}`);
    await page.getByLabel('Due from').waitFor();
    await page.unroute('**/report/figures*');
    await page.route('**/report/figures*', (route) => route.fulfill({ status: 500 }));
    await go('/figures?tab=premium&asOf=2026-01-02');
    await page.getByText('The service failed').waitFor();
    await page.unroute('**/report/figures*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing was recorded by that day.').waitFor();
    await close();
  });
});
