import type { ClockAdvances } from '../../db/clock.js';
import { Conflict } from './app-error.js';

/** 409: what comes from outside waits until the clock stands still. */
export function clockAdvances({ message, clockId }: ClockAdvances): Conflict {
  return new Conflict(message, { code: 'CLOCK_ADVANCING', extensions: { clockId } });
}
