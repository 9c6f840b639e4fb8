import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '../../api/auth/second-factor/time-codes.js';
import { createUser } from '../../db/identity/people.js';
import { graveFindings, openBrowser } from '../support/browser.js';
import { signIn } from '../support/console-world.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { servedApi } from '../support/served-api.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The second factor is not tested in a browser: ${opened.reason}`);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What a phone reads in a picture of it. */
async function scanned(page: Page): Promise<string> {
  const png = (await page.getByRole('img', { name: 'Picture of the secret' }).screenshot()).toString(
    'base64',
  );
  const reader = await page.context().browser()!.newPage();
  const { data, width, height } = await reader.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))]),
    );
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { data: [...data], width: bitmap.width, height: bitmap.height };
  }, png);
  await reader.close();
  return decodeQR({ data: Uint8Array.from(data), width, height });
}

describe.skipIf('reason' in opened)('a second factor and sessions in the console', () => {
  const browser = opened as Browser;
  let world: EventWorld;
  let service: Awaited<ReturnType<typeof servedApi>>;
  beforeAll(async () => {
    world = await anEventWorld();
    service = await servedApi(world);
  });
  afterAll(async () => {
    await browser.close();
    await service?.stop();
    await world?.close();
  });

  async function open(): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${service.url}/console`);
    return page;
  }

  it('is added, asked for at the next sign-in, and its session is listed and ended elsewhere', async () => {
    const user = { userId: `two-${randomUUID()}@example.com`, password: randomUUID() };
    const { organizationId } = world.agency;
    await createUser(world.db, { organizationId, ...user, roles: ['producer'] });
    const page = await open();
    await signIn(page, user);
    await page.locator('#main h1').waitFor();
    await page.getByRole('button', { name: 'Second factor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Present password').fill(user.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    const secret = bytesOf((await dialog.locator('code').textContent())!.replaceAll(' ', ''));
    const code = (off: number) => codeOf(secret, stepAt(new Date()) + off);
    expect(await graveFindings(page)).toEqual([]);
    expect(await scanned(page)).toBe(await dialog.getByRole('link').getAttribute('href'));
    await dialog.getByLabel('Code').fill(code(0));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn(page, user);
    // The code of now has counted.
    await page.getByLabel('Code, or a recovery code').fill(code(1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#main h1').waitFor();

    const other = await open();
    await signIn(other, user);
    await other.getByLabel('Code, or a recovery code').waitFor();
    await page.getByRole('button', { name: 'Sessions' }).click();
    await page.getByText('This one').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});
