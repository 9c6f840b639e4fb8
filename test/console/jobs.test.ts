import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import { type ConsoleWorld, inWorld } from '../support/console-world.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

const today = new Date().toISOString().slice(0, 10);

describe.skipIf('reason' in opened)('jobs in the console', () => {
  let world: ConsoleWorld;
  inWorld(opened, (started) => {
    world = started;
  });

  it('says what is wrong in a file, runs one, and runs its failed row again', async () => {
    const { lineId, intakes } = world.demo.products.find(({ key }) => key === 'general-liability')!;
    const row = (effectiveDate: string, more = {}) =>
      JSON.stringify({ effectiveDate, intake: intakes.quoted, ...more });
    const file = (...rows: string[]) => ({
      name: 'list.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(rows.join('\n')),
    });
    const { page, go, check, close } = await world.as('everything');
    await go('/jobs');
    await page.getByRole('button', { name: 'Start a job' }).click();
    await page.getByLabel('Event').selectOption('GET_QUOTES');
    await page.getByLabel('Product').selectOption(lineId);
    await page.getByLabel('Name').fill('Spring list');
    await page.getByLabel('File').setInputFiles(file(row(today), row('tomorrow')));
    await page.getByRole('button', { name: 'Check and start' }).click();
    await page.getByRole('listitem').getByText('Row 2').waitFor();
    await check();

    const old = row('2001-01-01');
    await page.getByLabel('File').setInputFiles(file(row(today), old, row(today)));
    await page.getByRole('button', { name: 'Check and start' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring list' }).waitFor();
    await page.getByRole('button', { name: 'Run the failed row again' }).waitFor({ timeout: 60_000 });
    await page.getByText('3 of 3 rows').waitFor({ timeout: 60_000 });
    await check();
    await page.getByRole('cell', { name: /no version of the product is deployed/ }).waitFor();
    await page.getByRole('link', { name: 'Quote', exact: true }).first().waitFor();
    await page.getByLabel('Outcome').selectOption('FAILED');
    await page.getByRole('link', { name: 'Quote', exact: true }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 375, height: 760 });
    await check();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the result' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^job-.*\.csv$/);
    await page.getByRole('button', { name: 'Run the failed row again' }).click();
    await page.getByText('The failed rows run again').waitFor();
    await page.getByText('3 of 3 rows').waitFor({ timeout: 60_000 });
    await close();

    expect(
      await world.statusFor('billing', 'POST', `/job?type=GET_QUOTES&lineId=${lineId}`, { rows: [{}] }),
    ).toBe(403);
  }, 180_000);
});
