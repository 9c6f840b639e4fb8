import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Clock } from '../../db/models/clock.js';
import { addDays } from '../../domain/ground/calendar.js';
import { intakeOf } from '../support/event-factory.js';
import {
  aDataDir,
  deployProduct,
  keepLogs,
  kill9,
  killService,
  type RunningService,
  serversOf,
  startService,
  stopService,
} from '../support/running-service.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';
import { withDatabase } from './all-done.js';
import { patienceMs, ServiceLoad } from './service-load.js';

const policiesOfAClock = 4;
const first = '2040-01-01';
const last = '2040-06-01T00:00:00.000Z';

let dataDir: string;
let remove: () => Promise<void>;
let service: RunningService;
/** What a life is that nothing disturbs. */
let undisturbed: unknown;

beforeAll(async () => {
  ({ dataDir, remove } = await aDataDir());
  service = await startService(dataDir);
  const shop = shopOfLives({
    billing: { lateFee: { amount: 15 } },
    cancellation: { nonPayment: { graceDays: 40, noticeDays: 25 } },
  });
  await deployProduct(dataDir, service.demo.organizations[0]?.id ?? '', shop);
});

beforeEach(async () => {
  if (hasEnded(service)) service = await startService(dataDir);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.log(`The service's logs: ${await keepLogs(dataDir, service.output())}`);
});

afterAll(async () => {
  if (service && !hasEnded(service)) await stopService(service);
  await remove?.();
});

async function expectUndisturbed(lives: unknown): Promise<void> {
  undisturbed ??= await livesDisturbedBy(async () => undefined);
  expect(lives).toEqual(undisturbed);
}

const hasEnded = ({ child }: RunningService) => child.exitCode !== null || child.signalCode !== null;

const killed = async (server: 'postgres' | 'temporal') => {
  const { [server]: pid } = await serversOf(dataDir);
  if (pid === undefined) throw new Error(`${server} does not run`);
  kill9(pid);
};

const disturbances: [string, () => Promise<void>][] = [
  ['PostgreSQL is killed', () => killed('postgres')],
  ['Temporal is killed', () => killed('temporal')],
  [
    'API and worker are killed',
    async () => {
      await killService(service);
      service = await startService(dataDir);
    },
  ],
  [
    'everything is killed at once',
    async () => {
      await killService(service, await serversOf(dataDir));
      service = await startService(dataDir);
    },
  ],
];

it.each(disturbances)(
  'lives under a clock are those of an undisturbed one when %s while it advances',
  async (_, disturb) => {
    await expectUndisturbed(await livesDisturbedBy(disturb));
  },
  400_000,
);

it('advances a clock whose process died before the run was started', async () => {
  const temporal = (await serversOf(dataDir)).temporal ?? Number.NaN;
  const lives = await livesDisturbedBy(
    async () => {
      await killService(service, await serversOf(dataDir));
      service = await startService(dataDir);
    },
    {
      // A Temporal that stands still starts no run.
      begun: () => process.kill(temporal, 'SIGSTOP'),
      whileItStandsAt: `${first}T09:00:00.000Z`,
    },
  );
  await expectUndisturbed(lives);
}, 400_000);

/** Lives of a few policies under a new clock, disturbed in the middle of an advance; without what differs each time. */
async function livesDisturbedBy(
  disturb: () => Promise<void>,
  { begun, whileItStandsAt }: { begun?: () => void; whileItStandsAt?: string } = {},
): Promise<unknown> {
  const load = new ServiceLoad(() => service);
  const clock = { name: 'A year', businessTime: `${first}T09:00:00.000Z` };
  const { id } = await load.call<{ id: string }>('POST', '/clock', clock);
  for (let nth = 0; nth < policiesOfAClock; nth += 1) await issue(load, id, addDays(first, nth));
  begun?.();
  const read = () => load.call<{ state: string; businessTime: string }>('GET', `/clock/${id}`);
  await load.call('POST', `/clock/${id}/advance`, { to: last });
  if (whileItStandsAt === undefined) {
    // It is disturbed between its second day and its end.
    await expect
      .poll(async () => (await read()).businessTime > `${first}T12`, { timeout: patienceMs, interval: 20 })
      .toBe(true);
  } else expect((await read()).businessTime).toBe(whileItStandsAt);
  await disturb();
  await expect
    .poll(async () => (await read()).state, { timeout: 2 * patienceMs, interval: 250 })
    .toBe('READY');
  return withDatabase(service, async (db) => {
    const { businessTime } = await Clock.query(db).findById(id).throwIfNotFound();
    expect(businessTime.toISOString()).toBe(last);
    const tables = {
      policies: `select p.effective_date, p.policy_state, p.status, p.premium, p.cancelled_on from policies p`,
      history: `select p.effective_date, e.type, e.created_at from policy_events e join policies p on p.id = e.policy_id`,
      journal: `select p.effective_date as of, j.kind, j.premium_change, j.effective_date, j.created_at
        from ledger_journal j join policies p on p.id = j.policy_id`,
      statements: `select p.effective_date, s.kind, s.number, s.amount, s.paid_amount, s.state, s.due_date, s.billed_on
        from statements s join policies p on p.id = s.policy_id`,
      fired: `select p.effective_date, e.type, e.state, e.business_time from events e join policies p on p.id = e.policy_id`,
    };
    const entries = Object.entries(tables).map(async ([name, sql]) => {
      const { rows } = await db.raw<{ rows: object[] }>(`${sql} where p.clock_id = ?`, [id]);
      expect(rows.length, name).toBeGreaterThanOrEqual(policiesOfAClock);
      return [name, rows.map((row) => JSON.stringify(row)).sort()] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  });
}

async function issue(load: ServiceLoad, clockId: string, effectiveDate: string): Promise<void> {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000' });
  const { metadata } = await load.ask({
    ...load.anEvent('GET_QUOTES', { effectiveDate, intake, clockId }, true),
    ...{ eventTargets: [shopIds.standard] },
  });
  const [{ requestId, clientId }] = metadata.quotes as [{ requestId: string; clientId: string }];
  await load.ask(
    load.anEvent('POLICY_CREATE', {
      ...{ clientId, quoteIds: [requestId], paymentRequired: false },
      paymentPlans: { [requestId]: 'MONTHLY' },
    }),
  );
}
