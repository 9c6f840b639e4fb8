import type { AskedQuote } from './pricing.js';

/**
 * The simulator's behavior: it answers at once, or later through `POST /inbound`; it refuses with 422; it
 * answers with broken JSON; it fails twice before it answers; or it answers slowly.
 */
export const simulatorModes = ['IMMEDIATE', 'DELAYED', 'REFUSING', 'BROKEN', 'FAILING', 'SLOW'] as const;
export type SimulatorMode = (typeof simulatorModes)[number];

/** The question whose answer selects a mode. */
export const modeQuestion = 'market.simulatorMode';

/** The last part of the path (`/quotes/refusing`), else the intake's answer, else `IMMEDIATE`. */
export function modeOf(path: string, { intake }: AskedQuote): SimulatorMode {
  const asked = [path.split('/').at(-1), intake[modeQuestion]?.answer];
  for (const text of asked) {
    const mode = simulatorModes.find((name) => name === text?.toUpperCase());
    if (mode !== undefined) return mode;
  }
  return 'IMMEDIATE';
}
