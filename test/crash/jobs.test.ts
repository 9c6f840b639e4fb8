import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { aKillableWorker, type KillPoint } from '../crash/killable-worker.js';
import { aJobWorld, type JobWorld, shopsToQuote } from '../support/job-world.js';

let world: JobWorld;

beforeAll(async () => {
  world = await aJobWorld();
});

afterAll(() => world?.close());

const points: KillPoint[] = [
  { activity: 'runJobStep', nth: 1, when: 'after' },
  { activity: 'runJobStep', nth: 3, when: 'before' },
  { activity: 'runJobStep', nth: 4, when: 'after' },
  { activity: 'rateQuote', nth: 5, when: 'after' },
];

it.each(points)(
  'a job whose worker is killed $when $activity $nth fires each row once and leaves none out',
  async (killAt) => {
    const killed = await aKillableWorker(world, { killAt });
    const { id } = await world.make(
      'GET_QUOTES',
      shopsToQuote(30).replaceAll('Shop', `Shop ${killAt.nth}${killAt.when}`),
    );
    await killed.gone;
    const stop = await world.startWorker();
    try {
      // As every API process does.
      const job = await untilEnded(id);
      expect(job.rows).toMatchObject({ done: 30, failed: 0 });
      const events = await Event.query(world.db).where('batch_id', id).where('type', 'GET_QUOTES');
      expect(events).toHaveLength(30);
      const clients = Client.query(world.db).whereLike('name', `Shop ${killAt.nth}${killAt.when} %`);
      expect(await clients.resultSize()).toBe(30);
      const lines = await world.result(id);
      expect(new Set(lines.map((line) => line['job.clientId'])).size).toBe(30);
      expect(lines.every((line) => line['job.attempts'] === 1)).toBe(true);
    } finally {
      await stop();
    }
  },
  180_000,
);

async function untilEnded(id: string) {
  const sweeping = setInterval(() => void world.sweep.sweep().catch(() => {}), 2_000);
  try {
    return await world.untilEnded(id);
  } finally {
    clearInterval(sweeping);
  }
}
