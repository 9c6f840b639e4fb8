import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../db/models/clock.js';
import { clockWorkflowId } from '../../workflows/contracts/clock.js';
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

const payOpen = async (policyId: string, reference: string) => {
  const open = (await world.statements(policyId)).filter(({ state }) => /DUE/.test(state));
  const owed = open.reduce((sum, { amount, paidAmount }) => sum + Number(amount) - Number(paidAmount), 0);
  if (owed > 0) await world.fire('PAYMENT_RECEIVED', { policyId, amount: owed, reference });
};

describe('an advance', () => {
  it('jumps to its end when nothing is due, and to the time at which the clock stands', async () => {
    const { id } = await world.aClock('2040-01-01T09:00:00.000Z');
    const to = '2041-03-01T10:30:00.000Z';
    expect(await world.advance(id, to)).toMatchObject({ state: 'READY', businessTime: to });
    expect(await world.advance(id, to)).toMatchObject({ state: 'READY', businessTime: to, clients: 0 });
  });

  it('does what is due of a policy that nobody pays, each at its day and in order', async () => {
    const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
    const policy = await world.issue(clockId, { effectiveDate: '2040-01-01' });
    expect(policy).toMatchObject({ clockId, policyState: 'ACTIVE' });

    const clock = await world.advance(clockId, '2040-12-31T09:00:00.000Z');

    expect(clock).toMatchObject({ clients: 1, policies: 1 });
    expect(clock.nextDueTimestamp).toBeUndefined();
    expect(await world.happenings(policy.id)).toEqual([
      '2040-01-01 POLICY_ISSUED',
      '2040-01-02 STATEMENT_PAST_DUE',
      '2040-01-11 CANCELLATION_NOTICE',
      '2040-01-26 POLICY_CANCELED',
    ]);
    expect(await world.fired(policy.id)).toEqual(
      expect.arrayContaining([
        '2040-01-11 PRE_POLICY_CANCELLATION COMPLETED',
        '2040-01-26 POLICY_CANCEL COMPLETED',
      ]),
    );
  });

  it('bills a policy that is paid month by month, over a leap day, and renews it at the end of its term', async () => {
    const { id: clockId } = await world.aClock('2040-01-29T12:00:00.000Z');
    const { id } = await world.issue(clockId, { effectiveDate: '2040-01-29' });
    await payOpen(id, 'bound');
    for (const day of ['02-29', '03-29', '04-29', '05-29', '06-29', '07-29', '08-29', '09-29', '10-29']) {
      const clock = await world.advance(clockId, `2040-${day}T00:00:00.000Z`);
      expect(clock.businessTime).toBe(`2040-${day}T00:00:00.000Z`);
      const due = (await world.statements(id)).filter(({ state }) => state === 'DUE');
      expect(due.map(({ dueDate }) => dueDate)).toEqual([`2040-${day}`]);
      await payOpen(id, day);
    }
    for (const day of ['2040-11-29', '2040-12-29']) {
      await world.advance(clockId, `${day}T00:00:00.000Z`);
      await payOpen(id, day);
    }
    await world.advance(clockId, '2041-01-30T00:00:00.000Z');
    expect(await world.policy(id)).toMatchObject({ termNumber: 2, effectiveDate: '2041-01-29' });
    const fired = await world.fired(id);
    expect(fired).toContain('2040-10-31 CUSTOMER_RENEWAL_90_DAYS_OUT COMPLETED');
    expect(fired).toContain('2040-11-30 POLICY_RENEWAL_QUOTING COMPLETED');
    expect(fired).toContain('2041-01-29 POLICY_RENEWED COMPLETED');
  });

  it('is refused into the past, too far ahead, and while another one is under way', async () => {
    const { id } = await world.aClock('2040-02-29T09:00:00.000Z');
    const { clocks, agency } = world;
    await expect(clocks.advance(agency, id, '2040-02-29T08:59:59.999Z')).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'to' }],
    });
    await expect(clocks.advance(agency, id, '2050-03-01T09:00:00.001Z')).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'to' }],
    });
    await Clock.query(world.db)
      .findById(id)
      .patch({
        state: 'ADVANCING',
        advancesFrom: new Date('2040-02-29T09:00:00Z'),
        advancesTo: new Date('2040-03-29T09:00:00Z'),
      });
    await expect(clocks.advance(agency, id, '2040-03-29T09:00:00Z')).rejects.toMatchObject({
      status: 409,
      code: 'CLOCK_ADVANCING',
    });
    await expect(world.issue(id, { effectiveDate: '2040-03-01' })).rejects.toThrow('advances');
    expect(await clocks.stop(agency, id)).toMatchObject({
      state: 'READY',
      businessTime: '2040-02-29T09:00:00.000Z',
    });
    expect(await clocks.stop(agency, id)).toMatchObject({ state: 'READY' });
  });

  it('goes on where it was when its run is lost, and does nothing twice', async () => {
    const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
    const policy = await world.issue(clockId, { effectiveDate: '2040-01-01' });
    await world.clocks.advance(world.agency, clockId, '2040-06-01T00:00:00.000Z');
    await world.client.workflow.getHandle(clockWorkflowId(clockId)).terminate('lost');
    await Clock.query(world.db)
      .findById(clockId)
      .patch({ updatedAt: new Date(0) });
    expect(await world.sweepClocks()).toBeGreaterThanOrEqual(1);
    await world.untilReady(clockId);
    const types = (await world.happenings(policy.id)).map((each) => each.split(' ')[1]);
    expect(types).toEqual(['POLICY_ISSUED', 'STATEMENT_PAST_DUE', 'CANCELLATION_NOTICE', 'POLICY_CANCELED']);
  });
});

describe('the clocks of another organization', () => {
  it('are not found', async () => {
    const { id } = await world.aClock('2040-01-01T09:00:00.000Z');
    const { clocks, stranger } = world;
    const missing = { status: 404 };
    await expect(clocks.read(stranger, id)).rejects.toMatchObject(missing);
    await expect(clocks.change(stranger, id, { name: 'Mine' })).rejects.toMatchObject(missing);
    await expect(clocks.advance(stranger, id, '2041-01-01T09:00:00.000Z')).rejects.toMatchObject(missing);
    await expect(clocks.stop(stranger, id)).rejects.toMatchObject(missing);
    await expect(clocks.delete(stranger, id)).rejects.toMatchObject(missing);
    expect((await clocks.list(stranger, { page: 0, size: 20 })).content).toEqual([]);
  });
});
