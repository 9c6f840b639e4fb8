import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { live, type Tally } from '../domain/simulation/live.js';
import { type Life, life } from '../domain/simulation/steps.js';
import { DeskClock, DeskOffice } from '../support/desk-office.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { simulatedShop } from '../support/simulated-shop.js';

const lives = Number(process.env.DESK_LIVES ?? 6);
const seed = Number(process.env.SEED ?? 14);
const clock = new DeskClock();
let world: EventWorld;

beforeAll(async () => {
  world = await anEventWorld(simulatedShop(), { now: clock.now });
});
afterAll(() => world?.close());

/** The product has one way of short rate: a penalty. */
function byPenalty({ steps, ...begun }: Life): Life {
  return {
    ...begun,
    steps: steps.map((step) =>
      step.kind === 'cancel' && step.method === 'TABLE' ? { ...step, method: 'PENALTY' } : step,
    ),
  };
}

it(
  `${lives} lives on the real service cost on each day what the model says, to the cent`,
  async () => {
    const tally: Tally = new Map();
    const desk = new PolicyDesk(world, clock.now);
    await fc.assert(
      fc.asyncProperty(life, (each) => live(byPenalty(each), new DeskOffice(world, desk, clock), tally)),
      { numRuns: lives, seed },
    );
    expect(tally.get('endorse done')).toBeGreaterThan(0);
    expect(tally.get('cancel done')).toBeGreaterThan(0);
  },
  60 * 60_000,
);
