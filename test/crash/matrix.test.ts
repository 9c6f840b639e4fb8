import { expect, it } from 'vitest';
import { shapes } from '../support/run-shapes.js';
import type { KillPoint } from './killable-worker.js';
import { runOf } from './killed-run.js';

/** Cases of one shape that run side by side: each mostly waits for Temporal to miss its worker. */
const sideBySide = 3;

it.each(shapes)(
  'loses and doubles nothing of $name, wherever its worker is killed',
  async (shape) => {
    const undisturbed = await runOf(shape);
    const points = killPointsOf(undisturbed.began);
    expect(points.length).toBeGreaterThan(1);

    const disturbed: string[] = [];
    const work = async () => {
      for (let point = points.shift(); point; point = points.shift()) {
        const name = `${point.when} ${point.activity} ${point.nth}`;
        try {
          const { left } = await runOf(shape, point);
          expect(JSON.stringify(left, null, 1)).toBe(JSON.stringify(undisturbed.left, null, 1));
        } catch (error) {
          disturbed.push(`${name}: ${String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, work));

    expect(disturbed).toEqual([]);
  },
  900_000,
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
