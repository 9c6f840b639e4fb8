import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '../../api/auth/second-factor/time-codes.js';
import { createUser } from '../../db/identity/people.js';
import { Mail } from '../../db/models/mail.js';
import { graveFindings, openBrowser } from '../support/browser.js';
import { account, signIn } from '../support/console-world.js';
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
    await account(page, 'Second factor');
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
    await account(page, 'Sign out');
    await signIn(page, user);
    // The code of now has counted.
    await page.getByLabel('Code, or a recovery code').fill(code(1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#main h1').waitFor();

    const other = await open();
    await signIn(other, user);
    await other.getByLabel('Code, or a recovery code').waitFor();
    await account(page, 'Sessions');
    await page.getByText('This one').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('is no part of a new password by a mailed link, whose token leaves the address', async () => {
    const user = { userId: `forgets-${randomUUID()}`, password: randomUUID() };
    const { organizationId } = world.agency;
    const grants = { email: 'forgets@example.com', roles: ['producer'] };
    const { id } = await createUser(world.db, { organizationId, ...user, ...grants });
    const page = await open();
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('User', { exact: true }).fill(user.userId);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    const linkOf = async () => (await Mail.query(world.db).findOne('person_id', id))?.values.link;
    await expect.poll(linkOf, { timeout: 5_000 }).toContain(`${service.url}/console/new-password#`);
    const link = String(await linkOf());
    const choose = async (password: string, again = password) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('New password again').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await page.goto(link);
    await page.getByLabel('New password again').waitFor();
    expect(page.url()).toBe(`${service.url}/console/new-password`);
    await choose('another good password', 'another one');
    await page.getByText('The two are not the same.').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await choose('another good password');
    await page.getByText('Your new password is set.').waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, { ...user, password: 'another good password' });
    await page.locator('#main h1').waitFor();
    const second = await open();
    await second.goto(link);
    await second.getByLabel('New password', { exact: true }).fill('a third good password');
    await second.getByLabel('New password again').fill('a third good password');
    await second.getByRole('button', { name: 'Change password' }).click();
    await second.getByText('This link is no longer valid.').waitFor();
  });
});
