import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.js';
import { pathsOfPages } from '../support/console-pages.js';
import { type ConsolePage, type ConsoleWorld, insurer, inWorld, speak } from '../support/console-world.js';

const wide = { width: 1280, height: 800 };
const narrow = { width: 375, height: 760 };
const forms = [
  { name: 'light and wide', colorScheme: 'light', size: wide, language: 'en' },
  { name: 'dark and narrow, in Spanish', colorScheme: 'dark', size: narrow, language: 'es' },
] as const;

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

describe.skipIf('reason' in opened)('every page of the console', () => {
  let world: ConsoleWorld;
  let paths: string[];
  inWorld(opened, async (started) => {
    world = started;
    paths = await pathsOfPages(world);
  });

  it.each(forms)(
    'has a title, one heading and nothing serious: $name',
    async ({ colorScheme, size, language }) => {
      const opened = await world.as('everything', insurer, { colorScheme });
      await speak(opened.page, language);
      await opened.page.setViewportSize(size);
      const wrongs: string[] = [];
      opened.page.on('response', (answer) => {
        if (answer.status() >= 400) wrongs.push(`${answer.status()} ${answer.url()}`);
      });
      for (const path of paths) wrongs.push(...(await wrongsOf(opened, path)));
      expect(wrongs).toEqual([]);
      await opened.close();
    },
    180_000,
  );
});

async function wrongsOf({ page, go, check }: ConsolePage, path: string): Promise<string[]> {
  await go(path);
  const heading = page.locator('#main h1');
  try {
    await heading.first().waitFor({ timeout: 10_000 });
    // A title that a record gives comes with the record.
    await page.waitForFunction("document.title.includes(document.querySelector('#main h1').textContent)");
    const text = await heading.first().textContent();
    expect(await heading.count(), 'headings').toBe(1);
    expect(text).not.toMatch(/Nothing here|Aquí no hay nada/);
    expect(await page.locator('#main [role=alert]').allTextContents()).toEqual([]);
    await check();
    return [];
  } catch (error) {
    return [`${path}: ${(error as Error).message}`];
  }
}
