import {
  condition,
  type SignalDefinition,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { summaryOf } from './titled-activities.js';

/** How a round of a queue ended: for good, or with a wait, `null` until it is woken. A pause is not ended by waking. */
export type QueueRound =
  | { kind: 'CLOSED'; detail: string }
  | { kind?: 'OPEN'; waitMs: number | null; isPause?: boolean; detail: string };

/** The rounds of one run: histories stay short. */
const mostRounds = 500;

/**
 * The rounds of a queue, one after the other, until one closes it. A signal ends the wait for the next one.
 *
 * @param goOn continues the queue as a new run.
 */
export async function runRounds(
  wake: SignalDefinition,
  round: () => Promise<QueueRound>,
  goOn: () => Promise<never>,
): Promise<void> {
  let isWoken = false;
  setHandler(wake, () => {
    isWoken = true;
  });
  for (let rounds = 1; ; rounds += 1) {
    isWoken = false;
    const end = await round();
    setCurrentDetails(end.detail);
    if (end.kind === 'CLOSED') return;
    const options = { summary: summaryOf(end.detail) };
    if (end.waitMs === null) await condition(() => isWoken);
    else if (end.isPause) await sleep(end.waitMs, options);
    else if (end.waitMs > 0) await condition(() => isWoken, end.waitMs, options);
    if (rounds >= mostRounds || workflowInfo().continueAsNewSuggested) await goOn();
  }
}
