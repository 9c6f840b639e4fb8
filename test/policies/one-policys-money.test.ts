import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { addDays } from '../../domain/ground/calendar.js';
import { ClockDesk } from '../support/clock-desk.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { DeskClock, DeskOffice } from '../support/desk-office.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { liveThePage, productOfThePage } from '../support/one-policys-money.js';
import { PolicyDesk } from '../support/policy-desk.js';

const moved = new DeskClock();
let world: EventWorld;
let clocked: ClockWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(productOfThePage(), { now: moved.now });
  clocked = await aClockWorld(productOfThePage());
  stopWorker = await clocked.startWorker();
});
afterAll(async () => {
  await stopWorker?.();
  await clocked?.close();
  await world?.close();
});

/** The policy is looked after on every day, as it is by the engine. */
class DailyOffice extends DeskOffice {
  override async pass(to: string): Promise<void> {
    for (let day = addDays(moved.today, 1); day <= to; day = addDays(day, 1)) await super.pass(day);
  }
}

it('is what the page works out by hand, after each step', async () => {
  await liveThePage(new DailyOffice(world, new PolicyDesk(world, moved.now), moved));
}, 180_000);

it('is the same under a test clock, on the engine, with all that is recorded and told of it', async () => {
  const clock = new DeskClock();
  await liveThePage(new DeskOffice(clocked, new ClockDesk(clocked, clock.now), clock));
  const records = await recordsOf(clocked.db);
  expect(records).toEqual(await recordsOf(world.db));
  expect(records.history).toContain('2039-04-19 STATEMENT_PAST_DUE Statement past due 2039-04-18');
}, 180_000);

/** The records of the only policy, with the days on which they were made. */
async function recordsOf(db: Database): Promise<Record<string, string[]>> {
  const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;
  const records: Record<string, string> = {
    policy: `concat_ws(' ', policy_number, policy_state, status, effective_date, expiration_date, premium) from policies`,
    history: `concat_ws(' ', ${day('created_at')}, type, label, effective_date) from policy_events`,
    changes: `concat_ws(' ', ${day('recorded_at')}, kind, effective_date, premium_change) from policy_changes`,
    journal: `concat_ws(' ', ${day('created_at')}, kind, premium_change, effective_date) from ledger_journal`,
    statements: `concat_ws(' ', billed_on, kind, number, amount, paid_amount, due_date, state, data->>'billingDate') from statements`,
    payments: `concat_ws(' ', ${day('received_at')}, amount) from payments`,
    allocations: `concat_ws(' ', amount) from payment_allocations`,
    quotes: `concat_ws(' ', ${day('expires_at')}, type, outcome, premium) from quotes`,
    told: `concat_ws(' ', ${day('coalesce(business_time, as_configured_at)')}, type, state, depth) from events`,
  };
  const found = await Promise.all(
    Object.entries(records).map(async ([name, sql]) => {
      const { rows } = await db.raw<{ rows: { record: string }[] }>(
        `select ${sql.replace(' from ', ' as record from ')}`,
      );
      return [name, rows.map(({ record }) => record).sort()] as const;
    }),
  );
  return Object.fromEntries(found);
}
