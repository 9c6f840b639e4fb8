import type { Page } from 'playwright-core';
import { agency, type ConsoleWorld, insurer } from './console-world.js';

export interface Quoted {
  requestId: string;
  clientId: string;
}

export interface Issued {
  id: string;
  policyNumber: string;
  lineId: string;
  clientId: string;
}

interface Fired {
  triggerRequestId: string;
  metadata: { quotes: Quoted[]; quoteId: string; POLICY_CREATE: { policies: Issued[] } };
}

/** Policies for the console's tests, by REST with the organizations' keys. */
export function policiesOf(world: ConsoleWorld) {
  const product = (key: string) => world.demo.products.find((each) => each.key === key)!;
  const fire = (type: string, lineId: string, payload: object, organization = insurer, more: object = {}) =>
    world.rest<Fired>('POST', '/event/fire', { type, lineId, payload, ...more }, organization);

  /** Sold by the agency on the insurer's paper, or by the insurer itself. */
  async function issue(key: string, effectiveDate: string, organization = insurer): Promise<Issued> {
    const { lineId, intakes } = product(key);
    const { metadata } = await fire(
      'GET_QUOTES',
      lineId,
      { effectiveDate, intake: intakes.quoted },
      organization,
      { forceSync: true },
    );
    const [quote] = metadata.quotes;
    const { requestId, clientId } = quote!;
    if (organization === agency) {
      const payload = { clientId, quoteIds: [requestId] };
      const { triggerRequestId } = await fire('PAYMENT_SETUP', lineId, payload, agency);
      await fire('PAYMENT_RECEIVED', lineId, { paymentTriggerRequestId: triggerRequestId });
    }
    const paymentPlans = { [requestId]: 'FULL_PAYMENT' };
    const paymentRequired = organization === agency;
    const payload = { clientId, quoteIds: [requestId], paymentRequired, paymentPlans };
    const issued = await fire('POLICY_CREATE', lineId, payload, organization);
    const [policy] = issued.metadata.POLICY_CREATE.policies;
    return { ...policy!, lineId, clientId };
  }

  /** Quotes a change and makes it. */
  async function endorse({ id, lineId }: Issued, effectiveDate: string, change: object): Promise<void> {
    const about = { policyId: id, effectiveDate };
    const { metadata } = await fire('POLICY_ENDORSEMENT_QUOTING', lineId, { ...about, ...change });
    await fire('POLICY_ENDORSE', lineId, { ...about, quoteId: metadata.quoteId });
  }

  return { product, fire, issue, endorse };
}

export function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Begins an action of a record: by its button, or in the menu of those that fit less. */
export async function begin(page: Page, action: string): Promise<void> {
  const named = { name: action, exact: true };
  const button = page.locator('#main header').getByRole('button', named);
  const more = page.locator('#main header').getByRole('button', { name: 'More actions' });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) return button.click();
  await more.click();
  await page.getByRole('menuitem', named).click();
}

/** What can be done with a record, in the order in which it is offered. */
export async function actionsOf(page: Page): Promise<string[]> {
  const header = page.locator('#main header');
  const buttons = await header.getByRole('button').allTextContents();
  const more = header.getByRole('button', { name: 'More actions' });
  if ((await more.count()) === 0) return buttons;
  await more.click();
  await page.getByRole('menuitem').first().waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return [...buttons, ...items].filter(Boolean);
}

/** Waits until the page of a policy is there. */
export const seesPolicy = (page: Page, policyNumber: string): Promise<void> =>
  page.locator('#main header').getByText(policyNumber, { exact: true }).waitFor();
