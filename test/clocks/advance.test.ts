import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: ClockWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await aClockWorld(
    shopOfLives({
      cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
      renewal: { automatic: true, noticeDays: 90, quoteDays: 60 },
      closeAfterDays: 100,
    }),
  );
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

describe('an advance', () => {
  it('jumps to its end when nothing is due, and to the time at which the clock stands', async () => {
    const { id } = await world.aClock('2040-01-01T09:00:00.000Z');
    const to = '2041-03-01T10:30:00.000Z';
    expect(await world.advance(id, to)).toMatchObject({ state: 'READY', businessTime: to });
    expect(await world.advance(id, to)).toMatchObject({ state: 'READY', businessTime: to, clients: 0 });
  });

  it('does what a policy that is not paid has to expect, each at its day and in order', async () => {
    const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
    const policy = await world.issue(clockId, { effectiveDate: '2040-01-01' });
    expect(policy).toMatchObject({ clockId, policyState: 'ACTIVE' });

    await world.advance(clockId, '2040-12-31T09:00:00.000Z');

    expect(await world.happenings(policy.id)).toEqual([]);
    expect(await world.fired(policy.id)).toEqual([]);
    expect(await world.policy(policy.id)).toMatchObject({ policyState: 'CLOSED' });
  });
});
