import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { ClockStep } from '../activities/clocks/move-clock.js';
import type { ClockWait } from '../activities/clocks/until-quiet.js';
import { shortWork } from './activity-options.js';
import { type ClockInput, clockAdvancesSignal } from './contracts/clock.js';
import { failureText } from './failure-text.js';
import { endWait, signalPolicyTerm } from './start.js';
import { localActivities, summaryOf } from './titled-activities.js';

export const clockAdvances = defineSignal(clockAdvancesSignal);

const work = localActivities(shortWork);

/** A longer history is continued as a new run. */
const longestHistory = 2_000;
const afterFailureMs = 60_000;

/**
 * The advance of a test clock. The database knows where the clock stands and what is due; the workflow wakes the policies
 * that are due, waits until all is done that follows, and has the clock moved on.
 */
export async function clock({ clockId }: ClockInput): Promise<void> {
  let asked = 0;
  setHandler(clockAdvances, () => {
    asked += 1;
  });
  let wait: ClockWait | undefined;
  for (;;) {
    const answering = asked;
    try {
      const step = await work('moveClock')(clockId);
      setCurrentDetails(describe(step));
      if (step.advance === null) {
        if (asked > answering) continue;
        return;
      }
      await wakeDue(clockId, step);
      wait = await untilQuiet(clockId, step, wait);
    } catch (error) {
      if (isCancellation(error)) throw error;
      setCurrentDetails(`The last step failed: ${failureText(error)}`);
      await condition(() => asked > answering, afterFailureMs, { summary: 'Wait after a failure' });
    }
    if (workflowInfo().historyLength > longestHistory) await continueAsNew<typeof clock>({ clockId });
  }
}

/** Wakes the workflows of the policies that are due, batch by batch, and the runs whose wait is over. */
async function wakeDue(clockId: string, first: ClockStep): Promise<void> {
  await Promise.all(first.timedOut.map(endWait));
  for (let step = first; ; ) {
    await Promise.all(step.due.map(signalPolicyTerm));
    if (step.more === null) return;
    step = await work('moveClock')(clockId, step.more);
  }
}

/** Undefined once nothing is under way any more; else nothing has happened for a while, and what is due is woken again. */
async function untilQuiet(
  clockId: string,
  { advance }: ClockStep,
  before: ClockWait | undefined,
): Promise<ClockWait | undefined> {
  for (let wait = before; ; ) {
    wait = await work('untilQuiet')(clockId, wait);
    if (wait !== undefined && wait.pauseMs > 0) {
      await sleep(wait.pauseMs, { summary: summaryOf(`Wait until all is done that is due ${advance?.at}`) });
    }
    if (wait?.next !== 'LOOK') return wait;
  }
}

/** What the Temporal UI shows of an advance. */
function describe({ advance, due, more }: ClockStep): string {
  if (advance === null) return 'The clock stands still';
  const { name, from, at, to, problem } = advance;
  const count = `${due.length}${more === null ? '' : ' and more'}`;
  return [
    `**${name}**: ${from} to ${to}`,
    `It is ${at}; policies due: ${count}`,
    ...(problem === null ? [] : [`It ${problem}`]),
  ].join('\n\n');
}
