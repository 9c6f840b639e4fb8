import { afterAll, beforeAll, expect, it } from 'vitest';
import { aKillableWorker, type KillPoint } from '../crash/killable-worker.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: ClockWorld;

beforeAll(async () => {
  world = await aClockWorld(shopOfLives({ cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } } }));
});

afterAll(() => world?.close());

const points: KillPoint[] = [
  { activity: 'moveClock', nth: 3, when: 'before' },
  { activity: 'moveClock', nth: 3, when: 'after' },
  { activity: 'untilQuiet', nth: 2, when: 'after' },
  { activity: 'checkDuePolicies', nth: 2, when: 'after' },
];

it.each(points)(
  'an advance whose worker is killed $when $activity is that of an undisturbed life',
  async (killAt) => {
    const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
    let stop = await world.startWorker();
    const policy = await world.issue(clockId, { effectiveDate: '2040-01-01' });
    await expect
      .poll(async () => (await world.clocks.read(world.agency, clockId)).nextDueTimestamp)
      .toBe('2040-01-02T00:00:00.000Z');
    await stop();

    const first = await aKillableWorker(world, { killAt });
    await world.clocks.advance(world.agency, clockId, '2040-03-01T00:00:00.000Z');
    await first.gone;
    stop = await world.startWorker();
    try {
      await world.untilReady(clockId);
      expect(await world.happenings(policy.id)).toEqual([
        '2040-01-01 POLICY_ISSUED',
        '2040-01-02 STATEMENT_PAST_DUE',
        '2040-01-11 CANCELLATION_NOTICE',
        '2040-01-26 POLICY_CANCELED',
      ]);
    } finally {
      await stop();
    }
  },
  180_000,
);
