import { expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { aCarrierServer } from '../support/carrier-server.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { type Shape, shapes } from '../support/run-shapes.js';
import { aKillableWorker, type KillPoint } from './killable-worker.js';
import { snapshotOf } from './snapshot.js';

/** Cases of one shape that run side by side: each mostly waits for Temporal to miss its worker. */
const sideBySide = 4;

it.each(shapes)(
  'loses and doubles nothing of $name, wherever its worker is killed',
  async (shape) => {
    const undisturbed = await runOf(shape);
    const points = killPointsOf(undisturbed.began);
    expect(points.length).toBeGreaterThan(3);

    const disturbed: string[] = [];
    const todo = [...points];
    const work = async () => {
      for (let point = todo.shift(); point; point = todo.shift()) {
        const { left } = await runOf(shape, point);
        const name = `${point.when} ${point.activity} ${point.nth}`;
        if (JSON.stringify(left) !== JSON.stringify(undisturbed.left)) {
          disturbed.push(name);
          expect.soft(left, name).toEqual(undisturbed.left);
        }
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, work));

    expect(disturbed).toEqual([]);
  },
  600_000,
);

/** Before and after each call of each activity that a run makes. */
function killPointsOf(began: readonly string[]): KillPoint[] {
  const calls = new Map<string, number>();
  return began.flatMap((activity): KillPoint[] => {
    const nth = (calls.get(activity) ?? 0) + 1;
    calls.set(activity, nth);
    return [
      { activity, nth, when: 'before' },
      { activity, nth, when: 'after' },
    ];
  });
}

/** Runs a shape on servers of its own, with a worker that dies at the point and another one that takes over. */
async function runOf(shape: Shape, killAt?: KillPoint) {
  const world = await anEventWorld(shape.product());
  const others = await aCarrierServer();
  if (shape.answers) others.answer(shape.answers);
  const endpoints = Object.fromEntries(
    ['carrier', 'screening'].map((name) => [name, { url: others.url, private: true }]),
  );
  try {
    const first = await aKillableWorker(world, { endpoints, ...(killAt && { killAt }) });
    const fired = world.events.fire(world.agency, await shape.fires(world)).catch(() => undefined);
    const second = killAt && first.gone.then(() => world.startWorker(endpoints));
    await untilOver(world, shape);
    await fired;
    const left = await snapshotOf(world.db);
    await first.stop();
    await (await second)?.();
    return { began: first.began, left };
  } finally {
    await others.stop();
    await world.close();
  }
}

async function untilOver(world: EventWorld, { meanwhile }: Shape): Promise<void> {
  await expect
    .poll(
      async () => {
        await meanwhile?.(world);
        const events = await Event.query(world.db).select('state');
        return events.length > 0 && events.every(({ state }) => state === 'COMPLETED');
      },
      { timeout: 180_000, interval: 250 },
    )
    .toBe(true);
}
