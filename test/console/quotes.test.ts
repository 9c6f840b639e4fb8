import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Ioi, type QuotePage } from '../../clients/typescript/src/index.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { openBrowser } from '../support/browser.js';
import {
  agency,
  type ConsoleWorld,
  endSession,
  filterBy,
  inBoth,
  insurer,
  inWorld,
  screenshots,
  signInAgain,
} from '../support/console-world.js';
import { enter, tabTo, tabUntil } from '../support/keyboard.js';

const opened = await openBrowser();
if ('reason' in opened) console.warn(`The console is not tested in a browser: ${opened.reason}`);

type Outcome = 'quoted' | 'referred' | 'declined';

describe.skipIf('reason' in opened)('selling and quotes in the console', () => {
  let world: ConsoleWorld;
  const made: Record<string, string> = {};

  inWorld(opened, async (started) => {
    world = started;
    for (const outcome of ['quoted', 'referred', 'declined'] as const) made[outcome] = await aQuote(outcome);
  });

  const product = (wanted = 'general-liability') => world.demo.products.find(({ key }) => key === wanted)!;

  async function aQuote(outcome: Outcome, key?: string, organization?: number): Promise<string> {
    const { lineId, intakes } = product(key);
    const fired = await world.rest<{ metadata: { quotes: QuoteObject[] } }>(
      'POST',
      '/event/fire',
      {
        type: 'GET_QUOTES',
        lineId,
        forceSync: true,
        triggerRequestId: randomUUID(),
        payload: { effectiveDate: '2027-01-01', intake: intakes[outcome] },
      },
      organization,
    );
    return fired.metadata.quotes[0]!.requestId;
  }

  const storedQuotes = async () =>
    (await world.rest<{ totalElements: number }>('GET', '/quote?size=1')).totalElements;
  const nameOfClient = async () =>
    (await world.rest<{ content: { clientName: string }[] }>('GET', '/client', undefined, agency)).content[0]!
      .clientName;
  const quotes = (page: Page) => page.getByRole('table', { name: 'Quotes' });

  it('lists quotes by filters that the URL keeps', async () => {
    const { page, go, check, close } = await world.as('underwriter');
    await go('/quotes');
    await quotes(page).getByRole('link').first().waitFor();
    await inBoth(page, check);
    await screenshots(page, 'quotes');
    await filterBy(page, 'Outcome', 'DECLINED');
    await page.waitForURL(/outcome=DECLINED/);
    await quotes(page).getByText('Declined').first().waitFor();
    expect(await quotes(page).getByText('Bindable').count()).toBe(0);
    await go(`/quotes?lineId=${randomUUID()}`);
    await page.getByText('No quotes match.').waitFor();
    await close();
  });

  it('explains a quote step by step, replays it, downloads it and compares it', async () => {
    const { page, go, check, close } = await world.as('underwriter');
    await go(`/quotes/${made.quoted}`);
    await page.getByText('Total with taxes and fees').first().waitFor();
    await inBoth(page, check);
    await screenshots(page, 'quote');
    expect(await page.getByRole('button', { name: 'Bind' }).count()).toBe(0);

    const [excel] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel' }).click(),
    ]);
    expect(excel.suggestedFilename()).toMatch(/\.xlsx$/);

    await page.getByRole('tab', { name: 'Worksheet' }).click();
    await page.locator('details').first().waitFor();
    await page.getByLabel('Find in the worksheet').fill('deductible');
    await page
      .getByText(/^Table .*, row \d/)
      .first()
      .waitFor();
    await inBoth(page, check);
    await screenshots(page, 'quote-worksheet');

    await page.getByRole('tab', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Identical', { exact: true }).waitFor();
    await inBoth(page, check);

    await page.getByRole('button', { name: 'Compare' }).click();
    const choice = page.getByRole('dialog').getByRole('link').first();
    const chosenId = (await choice.getAttribute('href'))?.split('/').at(-1);
    const { content } = await world.rest<QuotePage>('GET', '/quote?size=100');
    const chosen = content.find(({ requestId }) => requestId === chosenId);
    expect(await choice.locator('strong').textContent()).toBe(chosen?.clientName ?? 'No name');
    await inBoth(page, check);
    await go(`/quotes/${made.quoted}/compare/${made.referred}`);
    const waterfall = page.getByRole('table', { name: 'From quote A to quote B' });
    await waterfall.waitFor();
    expect(await waterfall.getByRole('img').count()).toBeGreaterThan(3);
    await waterfall
      .getByText('Premises and operations · 1204 South Lamar Boulevard, Austin')
      .first()
      .waitFor();
    const differs = page.getByRole('table', { name: 'What differs' });
    const limit = differs.getByRole('row', { name: 'Each occurrence / general aggregate limit' });
    expect(await limit.getByRole('cell').allTextContents()).toEqual([
      '$1,000,000 / $2,000,000',
      '$2,000,000 / $4,000,000',
    ]);
    await differs
      .getByRole('row', { name: '1204 South Lamar Boulevard, Austin: City location.city Austin' })
      .waitFor();
    expect(await page.locator('#main').textContent()).not.toMatch(/coverage:|taxes:|locations #/);
    await inBoth(page, check);
    await screenshots(page, 'quote-comparison');
    await go(`/quotes/${made.quoted}/compare/${await aQuote('quoted')}`);
    await page.getByText(/^Nothing differs/).waitFor();
    await go(`/quotes/${made.quoted}/compare/${made.declined}`);
    await page.getByText('One of the two quotes has no premium').waitFor();
    await go(`/quotes/${randomUUID()}`);
    await page.getByRole('alert').getByText('Not found').waitFor();
    await close();
  });

  it('sells to a new client: answers, price while typing, quotes, a bound policy', async () => {
    const { page, go, check, close } = await world.as('everything');
    await go('/sell');
    await page.getByRole('link', { name: /General Liability/ }).waitFor();
    await screenshots(page, 'sell-products');
    await page.getByRole('link', { name: /General Liability/ }).click();
    await page.getByText('required answers are missing').waitFor();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('Answer the required questions first.').waitFor();
    const { lineId, intakes } = product();
    const display = await world.rest<ProductDisplay>('POST', `/product/${lineId}/questions`, {
      answers: intakes.quoted,
    });
    const before = await storedQuotes();
    await fillIn(page, intakes.quoted, questionsOf(display.product));
    const amount = page.getByRole('complementary', { name: 'Price' }).getByText('$').first();
    await amount.waitFor();
    const price = await amount.textContent();
    await page.getByLabel('Deductible per claim').selectOption({ index: 4 });
    await expect.poll(() => amount.textContent()).not.toBe(price);
    expect(await storedQuotes()).toBe(before);
    const wrong = page.getByLabel('Area occupied (square feet)').first();
    const area = await wrong.inputValue();
    await wrong.fill('-5');
    await page.getByText('The answer to “Area occupied (square feet)” must be from 0 to').waitFor();
    await wrong.fill(area);
    await page.getByText(/^The answer to “Area/).waitFor({ state: 'hidden' });
    await inBoth(page, check);
    await screenshots(page, 'sell');

    await page.getByRole('button', { name: 'Get quotes' }).dblclick();
    await page.getByRole('heading', { name: 'Options' }).waitFor();
    await page.getByRole('button', { name: 'Bind' }).waitFor();
    expect(await storedQuotes()).toBe(before + 1);
    await inBoth(page, check);
    await screenshots(page, 'sell-options');

    await page.getByRole('button', { name: 'Bind' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bind this quote' });
    await dialog.getByLabel(/Monthly/).check();
    await dialog.getByText(/This issues a policy of General Liability/).waitFor();
    await inBoth(page, check);
    await screenshots(page, 'sell-bind');
    await dialog.getByRole('button', { name: 'Issue the policy' }).dblclick();
    await page.getByText(/^Issued policy GL-/).waitFor();
    await page.waitForURL(/\/policies\/[0-9a-f-]{36}/);
    await close();
  });

  it('sells auto in 25 interactions beside typing at most, and keeps nothing of it for the next client', async () => {
    const { lineId } = product('personal-auto');
    const { page, go, close } = await world.as('everything');
    let interactions = 0;
    const click = async (what: Locator) => {
      interactions += 1;
      await what.click();
    };
    const pick = async (label: string, text: string) => {
      interactions += 1;
      await page.getByLabel(label, { exact: true }).selectOption({ label: text });
    };
    const segment = (label: string, text: string) =>
      click(page.getByRole('radiogroup', { name: label, exact: true }).getByText(text, { exact: true }));
    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).last().fill(text);
    await click(page.getByRole('link', { name: 'Sell', exact: true }));
    await click(page.getByRole('link', { name: /Personal Auto/ }));
    await type('First and last name', 'Ines Prado');
    await page.getByLabel('First and last name', { exact: true }).first().fill('Ines Prado');
    await type('Street address', '12 Elm Street');
    await type('City', 'Columbus');
    await pick('State', 'Ohio');
    await type('ZIP code', '43004');
    await pick('How long have you had auto insurance without a gap?', 'More than 3 years');
    await type('Date of birth', '03151985');
    await pick('Marital status', 'Married or domestic partner');
    await segment('Does the driver have a valid license?', 'Yes');
    await type('Since when?', '5/1/2003');
    await type('Model year', '2021');
    await type('Make', 'Toyota');
    await type('Model', 'Camry');
    await type('List price when new', '28500');
    await click(page.getByRole('button', { name: 'Same as mailing address' }));
    await segment('Who drives it most?', 'Ines Prado');
    await pick('Use', 'Pleasure');
    await type('Miles a year', '9000');
    await pick('Is it owned, financed or leased?', 'Owned');
    expect(await page.getByLabel('Model year').inputValue()).toBe('2021');
    expect(await page.getByLabel('List price when new').inputValue()).toBe('$28,500');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await page.getByRole('region', { name: '2021 Toyota Camry' }).waitFor();
    await click(page.getByRole('button', { name: 'Get quotes' }));
    await click(page.getByRole('button', { name: 'Bind' }));
    await click(page.getByRole('button', { name: 'Issue the policy' }));
    await page.waitForURL(/\/policies\/[0-9a-f-]{36}/);
    expect(interactions).toBeLessThanOrEqual(25);
    await go(`/sell/${lineId}`);
    expect(await page.getByLabel('Make', { exact: true }).inputValue()).toBe('');

    // Who is there already is not entered twice, however the phone number is written.
    await page.getByLabel('First and last name', { exact: true }).first().fill('Ines Prado');
    await page.getByText('Is it one of these clients?').waitFor();
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the form' }).click();
    await expect
      .poll(() => page.getByLabel('First and last name', { exact: true }).first().inputValue())
      .toBe('');
    await close();
  });

  it('sells by the keyboard alone, from the sign-in to the policy', async () => {
    const { lineId, intakes } = product();
    const { product: asked } = await world.rest<ProductDisplay>('POST', `/product/${lineId}/questions`, {
      answers: intakes.quoted,
    });
    const { page, close } = await world.open();
    const { userId, password } = world.demo.organizations[insurer]!.user;
    await tabTo(page, /^User/);
    await page.keyboard.type(userId);
    await tabTo(page, /^Password/);
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.locator('#main h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await page.keyboard.type('Sell');
    await page.getByRole('option', { name: 'Sell' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sell' }).waitFor();
    await tabTo(page, /General Liability/);
    await page.keyboard.press('Enter');
    await page.getByText('required answers are missing').waitFor();

    const left = valuesByLabel(intakes.quoted, questionsOf(asked));
    await tabUntil(page, async (focused) => {
      const [value, ...later] = left.get(focused.name) ?? [];
      if (value !== undefined && focused.isNew) {
        await enter(page, focused, value);
        left.set(focused.name, later);
      } else if (focused.tag === 'BUTTON' && left.get(`${focused.name} button`)?.length) {
        await page.keyboard.press('Enter');
        left.get(`${focused.name} button`)!.pop();
      }
      return focused.name === 'Get quotes' && [...left.values()].every(({ length }) => length === 0);
    });
    // At once after the last answer, which is not rated yet.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bind' }).waitFor();
    await tabTo(page, /^Bind$/);
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'Bind this quote' })
      .getByLabel(/Monthly/)
      .waitFor();
    await tabUntil(page, ({ type }) => type === 'radio');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Issue the policy$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/policies\/[0-9a-f-]{36}/);
    await close();
  });

  it('sells an agency a licensed product for an existing client, whose answers fill the form', async () => {
    const { lineId } = product('business-package');
    await aQuote('quoted', 'business-package', agency);
    const { page, go, check, close } = await world.as('producer', agency);
    await go('/sell');
    await page.getByRole('link', { name: /Business Package/ }).click();
    const name = await nameOfClient();
    await page.getByRole('combobox', { name: 'Existing client' }).fill(name);
    await page.getByRole('option', { name }).first().click();
    await page.getByText(`For ${name}`).waitFor();
    await page.getByRole('complementary', { name: 'Price' }).getByText('$').first().waitFor();
    await inBoth(page, check);
    await page.route('**/rate', (route) => route.fulfill({ status: 500 }));
    await page.getByLabel('Effective').fill('2027-02-01');
    await page.getByText('The service failed').waitFor();
    await page.unroute('**/rate');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The service failed').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL(new RegExp(`/sell/${lineId}/options`));
    await page.getByRole('link', { name: 'Open the quote' }).first().click();
    await page.getByRole('button', { name: 'Bind' }).waitFor();
    await close();
  });

  it('follows the options until the last carrier has answered, and leads back to the form', async () => {
    const { lineId, intakes } = product('cyber');
    const mode = { type: 'ANSWER', qid: 'market.simulatorMode', answer: 'DELAYED' } as const;
    const intake = { ...(intakes.carrier ?? {}), [mode.qid]: mode };
    const { page, go, close } = await world.as('everything');
    // The page is loaded before: the carrier answers in seconds, which a page that is new to the browser may take, too.
    await go(`/sell/${lineId}/options`);
    await page.getByText(/^You have no quotes of a draft/).waitFor();
    const { triggerRequestId } = await world.rest<{ triggerRequestId: string }>('POST', '/event/fire', {
      type: 'GET_QUOTES',
      lineId,
      payload: { effectiveDate: '2027-01-01', intake },
    });
    const asked = page.getByText(/^Carriers are still asked/).waitFor();
    await Promise.all([asked, go(`/sell/${lineId}/options?event=${triggerRequestId}`)]);
    const options = page.getByRole('link', { name: 'Open the quote' });
    await expect.poll(() => options.count(), { timeout: 20_000 }).toBe(2);
    await page.getByText(/^Carriers are still asked/).waitFor({ state: 'hidden' });
    // The form is empty after a reload: the client's answers fill it.
    await page.getByRole('link', { name: 'Change the answers' }).click();
    await page.getByText('For Lakeside Dental Group PLLC').waitFor();
    await go(`/sell/${product('personal-auto').lineId}/options`);
    await page.getByText(/^You have no quotes of a draft/).waitFor();
    await page.getByRole('link', { name: 'Answer the questions' }).click();
    await page.getByRole('button', { name: 'Get quotes' }).waitFor();
    await close();
  });

  it('keeps a form when the session ends in the middle, and asks for its quotes once', async () => {
    const { lineId, intakes } = product();
    const { product: asked } = await world.rest<ProductDisplay>('POST', `/product/${lineId}/questions`, {
      answers: intakes.quoted,
    });
    const { page, go, close } = await world.as('everything');
    await go(`/sell/${lineId}`);
    await fillIn(page, intakes.quoted, questionsOf(asked));
    await page.getByRole('complementary', { name: 'Price' }).getByText('$').first().waitFor();
    const before = await storedQuotes();
    await endSession(page, () => page.getByRole('button', { name: 'Get quotes' }).click());
    await signInAgain(page, world.demo.organizations[insurer]!.user);
    await page.getByRole('button', { name: 'Bind' }).waitFor();
    expect(await storedQuotes()).toBe(before + 1);
    await page.getByRole('link', { name: 'Change the answers' }).click();
    expect(await page.getByLabel('Legal name of the business').inputValue()).toBe('Blue Heron Kitchen LLC');
    await close();
  });

  it('has no Sell for a role that may not quote, whom REST refuses, too', async () => {
    const { page, go, close } = await world.as('read-only');
    expect(await page.getByRole('link', { name: 'Sell', exact: true }).count()).toBe(0);
    await go('/sell');
    await page.getByText(/^You may not do this\. Ask somebody with the role /).waitFor();
    await close();
    const { people } = world.demo.organizations[insurer]!;
    const { userId, password } = people.find(({ role }) => role === 'read-only')!;
    const ioi = new Ioi({ baseUrl: world.demo.baseUrl, userId, password });
    const trial = { effectiveDate: '2027-01-01', intake: {} };
    await expect(ioi.quotes.tryRating(product().lineId, trial)).rejects.toMatchObject({ status: 403 });
    await expect(
      ioi.quotes.get({ lineId: product().lineId, effectiveDate: '2027-01-01', answers: {} }),
    ).rejects.toMatchObject({ status: 403 });
  });
});

interface Line {
  display?: { sections: { subsections: { questions: Asked[] }[] }[] };
  lines: Line[];
}
interface ProductDisplay {
  product: Line;
}

const questionsOf = ({ display, lines }: Line): Asked[] => [
  ...(display?.sections ?? []).flatMap(({ subsections }) =>
    subsections.flatMap(({ questions }) => questions),
  ),
  ...lines.flatMap(questionsOf),
];

interface Asked {
  qid: string;
  question: string;
  answerType: string;
  required: boolean;
  loopQuestions?: Asked[];
  loopDefinitionDto?: { iterationLabel: string };
}

/** Answers the questions of a form, loops included, as an intake does. */
async function fillIn(page: Page, intake: AnswerMap, questions: readonly Asked[]): Promise<void> {
  for (const asked of questions) {
    const entry = intake[asked.qid];
    if (entry?.type === 'ANSWER') await answer(page.locator('#main'), asked, entry.answer);
    if (entry?.type !== 'LOOP') continue;
    const label = asked.loopDefinitionDto!.iterationLabel;
    for (const [index, { answers }] of entry.iterations.entries()) {
      // Its name follows its answers.
      const group = page
        .getByRole('group', { name: asked.question, exact: true })
        .locator('section')
        .nth(index);
      if ((await group.count()) === 0) await page.getByRole('button', { name: `Add ${label}` }).click();
      for (const inner of asked.loopQuestions ?? []) {
        const given = answers[inner.qid];
        if (given) await answer(group, inner, given.answer);
      }
    }
  }
}

/** The answers of an intake by the labels of their fields, one after the other, and how often an `Add …` button is needed. */
function valuesByLabel(intake: AnswerMap, questions: readonly Asked[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (label: string, value: string) => found.set(label, [...(found.get(label) ?? []), value]);
  const labelOf = ({ question, required }: Asked) => (required ? question : `${question} (optional)`);
  for (const asked of questions) {
    const entry = intake[asked.qid];
    if (entry?.type === 'ANSWER') add(labelOf(asked), entry.answer);
    if (entry?.type !== 'LOOP') continue;
    for (const [index, { answers }] of entry.iterations.entries()) {
      if (index > 0) add(`Add ${asked.loopDefinitionDto!.iterationLabel.toLowerCase()} button`, 'Enter');
      for (const inner of asked.loopQuestions ?? []) {
        const given = answers[inner.qid];
        if (given) add(labelOf(inner), given.answer);
      }
    }
  }
  return found;
}

async function answer(
  form: Locator,
  { question, answerType, required }: Asked,
  value: string,
): Promise<void> {
  const control = form.getByLabel(required ? question : `${question} (optional)`, { exact: true }).first();
  if ((await control.getAttribute('role')) === 'radiogroup')
    await control.locator(`label[for$="-${value}"]`).click();
  else if (answerType === 'SELECT' || answerType === 'BOOLEAN') await control.selectOption(value);
  else await control.fill(value);
}
