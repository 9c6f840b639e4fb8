import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Figure, figureOf } from './figures.js';

const floorTitle = 'its arithmetic alone, with decimal.js';
const sides = [
  { id: 'auto.premium', title: 'auto plan on one core, premiums only' },
  { id: 'auto.worksheet', title: 'auto plan on one core, with worksheet' },
  { id: 'liability.premium', title: 'general-liability on one core, premiums only' },
  { id: 'liability.worksheet', title: 'general-liability on one core, with worksheet' },
] as const;
export type RatingSide = (typeof sides)[number]['id'] | 'arithmetic';
/** What `rating-process.ts` prints. */
type RatedPerSecond = Record<RatingSide, number>;

/** Ratios to the floor: nine tenths of what they were in November 2026. */
const goals: Record<(typeof sides)[number]['id'], number> = {
  'auto.premium': 1.2,
  'auto.worksheet': 0.5,
  'liability.premium': 1.2,
  'liability.worksheet': 0.5,
};

/**
 * The number of risks that one core rates in a second: every round is a process of its own, since what V8 decides to
 * inline differs from process to process. The floor makes the same ratio of a fast machine and of a slow one.
 */
export async function ratingFigures({
  service,
  rounds,
  seconds,
}: {
  service: string;
  rounds: number;
  seconds: number;
}): Promise<Figure[]> {
  const program = fileURLToPath(new URL('./rating-process.js', import.meta.url));
  const measured: RatedPerSecond[] = [];
  for (let round = 0; round < rounds; round++) {
    const args = [program, service, String(seconds * 1000)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    measured.push(JSON.parse(stdout));
  }
  return sides.map(({ id, title }) =>
    figureOf(
      { figure: `rating.${id}`, title, unit: 'quotes/s', goal: goals[id] },
      {
        service: measured.map((each) => each[id]),
        floor: { title: floorTitle, values: measured.map((each) => each.arithmetic) },
      },
    ),
  );
}
