import type { ActionBoard } from './action-board.js';

/** Where a run's actions stand, for people who look at it in the Temporal UI. */
export function describe(run: ActionBoard): string {
  const lines = run.status().actions.map(({ name, state, error, waitsFor, waitsUntil }) => {
    const wait = waitsFor === undefined ? '' : ` for ${waitsFor} until ${waitsUntil}`;
    return `- ${name}: ${state.toLowerCase()}${wait}${error === undefined ? '' : ` (${error})`}`;
  });
  return lines.join('\n');
}
