import type { Page } from 'playwright-core';

/** What has the focus. */
export interface Focused {
  /** Its label, or its text. */
  name: string;
  tag: string;
  type: string;
  value: string;
  checked: boolean;
  /** The values of a list of choices, or of choices beside each other. */
  choices: string[];
  /** Whether it has the focus for the first time. */
  isNew: boolean;
}

const most = 400;

/** Goes on with Tab until `isThere`, which is given all that has the focus on the way. Fails if it is never there. */
export async function tabUntil(
  page: Page,
  isThere: (focused: Focused) => boolean | Promise<boolean>,
): Promise<void> {
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab');
    if (await isThere(await focusedOf(page))) return;
  }
  throw new Error(`it is not reached with ${most} times Tab`);
}

export const tabTo = (page: Page, name: RegExp): Promise<void> =>
  tabUntil(page, (focused) => name.test(focused.name));

/** Enters a value into the field that has the focus, as somebody without a mouse does. */
export async function enter(
  page: Page,
  { tag, type, value, checked, choices }: Focused,
  wanted: string,
): Promise<void> {
  if (tag === 'SELECT') {
    const steps = choices.indexOf(wanted) - choices.indexOf(value);
    for (let step = 0; step < Math.abs(steps); step++) {
      await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    }
  } else if (type === 'radio') {
    const steps = choices.indexOf(wanted) - choices.indexOf(value);
    if (steps === 0 && !checked) await page.keyboard.press('Space');
    for (let step = 0; step < Math.abs(steps); step++) {
      await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
  } else if (type === 'date') {
    const [year, month, day] = wanted.split('-');
    await page.keyboard.type(`${month}${day}${year}`);
  } else {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(wanted);
  }
}

function focusedOf(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(`(() => {
    const { activeElement: it } = document;
    window.visited ??= new WeakSet();
    const isNew = !window.visited.has(it);
    window.visited.add(it);
    // A choice beside each other is one field.
    const group = it.type === 'radio' ? it.closest('[role="radiogroup"]') : undefined;
    return {
      isNew,
      name: (group?.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.getAttribute('aria-label') ?? it.textContent ?? '').trim(),
      tag: it.tagName,
      type: it.type ?? '',
      value: it.value ?? '',
      checked: it.checked ?? false,
      choices: [...(group?.querySelectorAll('input') ?? it.options ?? [])].map(({ value }) => value),
    };
  })()`);
}
