import fc from 'fast-check';
import { expect, it } from 'vitest';
import { live, type Tally } from './live.js';
import { PureOffice } from './pure-office.js';
import { life } from './steps.js';

const lives = Number(process.env.LIVES ?? 50);
const seed = Number(process.env.SEED ?? 14);

it(
  `${lives} lives cost on each day what the model says, to the cent`,
  async () => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(life, (each) => live(each, new PureOffice(), tally)),
      { numRuns: lives, seed },
    );
    // What the lives were through, so that they do not become empty unseen.
    for (const kind of ['endorse', 'agree', 'enter', 'cancel', 'reinstate', 'correct']) {
      expect(tally.get(`${kind} done`), kind).toBeGreaterThan(lives / 10);
    }
    for (const kind of ['audit', 'reinstate by payment', 'LATE_FEE', 'NSF_FEE', 'WRITE_OFF', 'TRUE_UP']) {
      expect(tally.get(`${kind} done`), kind).toBeGreaterThan(lives / 50);
    }
    for (const kind of ['endorse', 'enter', 'cancel', 'reinstate']) {
      expect(tally.get(`${kind} refused`), kind).toBeGreaterThan(0);
    }
  },
  30 * 60_000,
);
