import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Payment } from '../../db/models/payment.js';
import { writePostings } from '../../documents/postings/write-postings.js';
import { addDays } from '../../domain/ground/calendar.js';
import { firstOfMonth, lastOfMonth } from '../../domain/postings/months.js';
import { live, type Tally } from '../domain/simulation/live.js';
import { type Life, life } from '../domain/simulation/steps.js';
import { beanCheck } from '../support/bean-check.js';
import { DeskClock, DeskOffice } from '../support/desk-office.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { simulatedShop } from '../support/simulated-shop.js';
import { expectReconciled, postingsOfYears } from '../support/trial-balance.js';

const lives = Number(process.env.POSTED_LIVES ?? 4);
const seed = Number(process.env.SEED ?? 35);
const clock = new DeskClock();
let world: EventWorld;

beforeAll(async () => {
  world = await anEventWorld(simulatedShop(), { now: clock.now });
});
afterAll(() => world?.close());

/** The product has one way of short rate: a penalty. */
const byPenalty = ({ steps, ...begun }: Life): Life => ({
  ...begun,
  steps: steps.map((step) =>
    step.kind === 'cancel' && step.method === 'TABLE' ? { ...step, method: 'PENALTY' } : step,
  ),
});

it(
  `the accounts of ${lives} lives are what the reports say at each month end, and Beancount agrees`,
  async ({ annotate }) => {
    const tally: Tally = new Map();
    const desk = new PolicyDesk(world, clock.now);
    const days: string[] = [];
    await fc.assert(
      fc.asyncProperty(life, async (each) => {
        await live(byPenalty(each), new DeskOffice(world, desk, clock), tally);
        days.push(clock.today);
      }),
      { numRuns: lives, seed },
    );
    const books = { organizationId: world.carrier.organizationId, timeZone: 'UTC' };
    const { first } = (await world.db('ledger_journal').min({ first: 'created_at' }).first()) as {
      first: Date;
    };
    const from = firstOfMonth(first.toISOString().slice(0, 10));
    const to = lastOfMonth(days.sort().at(-1)!);
    const report = await postingsOfYears(world.db, books, { from, to });
    const checked = await expectReconciled(world.db, books, report);
    expect(checked.length).toBeGreaterThan(6);
    expect(await Payment.query(world.db).resultSize()).toBeGreaterThan(lives);

    const check = await beanCheck();
    if (check instanceof Error) {
      await annotate(`Beancount cannot be had here: ${check.message}`, 'warning');
      return;
    }
    const text = writePostings(report, 'beancount');
    expect(await check(`${text}\n${balances(checked)}`)).toBe('');
    expect(await check(text.replace(/(\d)\.(\d)(\d) USD/, '$19.$2$3 USD'))).toContain('does not balance');
    expect(balances(checked)).toContain('balance Income:EarnedPremium');
  },
  60 * 60_000,
);

/** The figures of the reports, as assertions that Beancount checks. */
function balances(checked: { day: string; figures: Record<string, string> }[]): string {
  return checked
    .flatMap(({ day, figures }) =>
      Object.entries(figures).map(
        ([account, amount]) => `${addDays(day, 1)} balance ${account} ${amount} USD`,
      ),
    )
    .join('\n');
}
