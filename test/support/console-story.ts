import type { Locator, Page } from 'playwright-core';

/**
 * Somebody at a page, and what they do beside typing: a click, a choice of a list, a key that is no text. Going from a field to
 * the next one with Tab belongs to typing.
 */
export class Story {
  #count = 0;
  readonly #began = performance.now();

  constructor(readonly page: Page) {}

  /** Clicks, choices and keys so far. */
  get interactions(): number {
    return this.#count;
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }

  async click(what: Locator): Promise<void> {
    this.#count += 1;
    await what.click();
  }

  /** Clicks a button, link or tab by its name, on the page or in `within`. */
  async open(
    role: 'button' | 'link' | 'tab' | 'menuitem',
    name: string | RegExp,
    within?: Locator,
  ): Promise<void> {
    const named = typeof name === 'string' ? { name, exact: true } : { name };
    await this.click((within ?? this.page).getByRole(role, named).first());
  }

  async press(key: string): Promise<void> {
    this.#count += 1;
    await this.page.keyboard.press(key);
  }

  /** Types into fields by their labels, in the order of the form. */
  async type(answers: Readonly<Record<string, string>>, within?: Locator): Promise<void> {
    for (const [label, text] of Object.entries(answers))
      await (within ?? this.page).getByLabel(label, { exact: true }).last().fill(text);
  }

  /** Chooses from lists by their labels. */
  async choose(choices: Readonly<Record<string, string>>, within?: Locator): Promise<void> {
    for (const [label, choice] of Object.entries(choices)) {
      this.#count += 1;
      await (within ?? this.page).getByLabel(label, { exact: true }).last().selectOption({ label: choice });
    }
  }

  /** Chooses one of a few that are beside each other. */
  async pick(question: string, choice: string, within?: Locator): Promise<void> {
    const group = (within ?? this.page).getByRole('radiogroup', { name: question }).last();
    await this.click(group.getByText(choice, { exact: true }));
  }
}
