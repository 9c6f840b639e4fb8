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
import type { DuePolicies, PoliciesToTell } from '../activities/clocks/check-due-policies.js';
import type { ClockStep } from '../activities/clocks/move-clock.js';
import type { ClockWait } from '../activities/clocks/until-quiet.js';
import { shortWork } from './activity-options.js';
import { type ClockInput, clockAdvancesSignal } from './contracts/clock.js';
import { failureText } from './failure-text.js';
import { endWait, signalPolicyTerm, startRun } from './start.js';
import { localActivities, summaryOf } from './titled-activities.js';

export const clockAdvances = defineSignal(clockAdvancesSignal);

const work = localActivities(shortWork);

/** A longer history is continued as a new run. */
const longestHistory = 2_000;
const afterFailureMs = 60_000;

/**
 * The advance of a test clock. The database knows where the clock stands and what is due; the workflow has that done, waits
 * until all is done that follows, and has the clock moved on. In the end it tells the workflows of the policies: one check
 * of each moment by them would cost several times as much.
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
        await tellPolicies(clockId);
        if (asked > answering) continue;
        return;
      }
      const { restMs } = await doWhatIsDue(clockId, step);
      wait = await untilQuiet(clockId, step, wait);
      if (restMs > 0) await sleep(restMs, { summary: 'Leave room for others' });
    } catch (error) {
      if (isCancellation(error)) throw error;
      setCurrentDetails(`The last step failed: ${failureText(error)}`);
      await condition(() => asked > answering, afterFailureMs, { summary: 'Wait after a failure' });
    }
    if (workflowInfo().historyLength > longestHistory) await continueAsNew<typeof clock>({ clockId });
  }
}

/** Has done what is due at the clock's time, batch by batch, starts the runs of what that fires, and ends waits that are over. */
async function doWhatIsDue(clockId: string, { timedOut }: ClockStep): Promise<Pick<DuePolicies, 'restMs'>> {
  const begun = timedOut.map(endWait);
  for (let after: string | null = null; ; ) {
    const done: DuePolicies = await work('checkDuePolicies')(clockId, after);
    begun.push(...done.fired.map(startRun), ...done.told.map(signalPolicyTerm));
    after = done.after;
    if (after !== null) continue;
    await Promise.all(begun);
    return done;
  }
}

/** The workflows of the policies show what became of them. */
async function tellPolicies(clockId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const told: PoliciesToTell = await work('policiesToTell')(clockId, after);
    await Promise.all(told.policies.map(signalPolicyTerm));
    after = told.after;
    if (after === null) return;
  }
}

/** Undefined once nothing is under way any more; else nothing has happened for a while, and what is due is checked again. */
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
function describe({ advance }: ClockStep): string {
  if (advance === null) return 'The clock stands still';
  const { name, from, at, to, problem } = advance;
  return [
    `**${name}**: ${from} to ${to}`,
    `It is ${at}`,
    ...(problem === null ? [] : [`It ${problem}`]),
  ].join('\n\n');
}
