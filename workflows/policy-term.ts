import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { PolicyCheck } from '../activities/policy-term/check-policy.js';
import { shortWork } from './activity-options.js';
import {
  lookAfterUpdate,
  type PolicyTermInput,
  type PolicyTermStatus,
  policyChangedSignal,
  policyTermStatusQuery,
  type UpcomingTask,
} from './contracts/policy-term.js';
import { failureText } from './failure-text.js';
import { startRun } from './start.js';
import { localActivities } from './titled-activities.js';

// What belongs to `policyTerm`, besides this file:
// - `contracts/policy-term.ts`: its id, options, messages and status
// - `start.ts`: runs start and signal it (`startPolicyTerm`, `signalPolicyTerm`)
// - `api/runs/policy-terms.ts`: the API starts and signals it; `policy-term-sweep.ts` beside it wakes overdue policies
// - `activities/policy-term/`: `checkPolicy` finds what is due, `performTask` does it
// - `domain/policy/upcoming.ts`: the tasks of a policy and their days
// Histories know the names `lookAfterPolicy` (the activity) and `lookAfter` (the update): they stay.

export const policyTermStatus = defineQuery<PolicyTermStatus | null>(policyTermStatusQuery);
export const policyChanged = defineSignal(policyChangedSignal);
export const lookAfter = defineUpdate<PolicyTermStatus | null>(lookAfterUpdate);

const work = localActivities(shortWork);

/** A longer history is continued as a new run. */
const longestHistory = 1_000;
const afterFailureMs = 3_600_000;

/**
 * The workflow of one policy. The activity decides and does what is due, in the database; the workflow knows when to
 * check next, and checks at once when it is signaled that the policy has changed.
 */
export async function policyTerm(input: PolicyTermInput): Promise<PolicyTermStatus | null> {
  let status: PolicyTermStatus | null = null;
  let asked = 0;
  let answered = 0;
  setHandler(policyTermStatus, () => status);
  setHandler(policyChanged, () => {
    asked += 1;
  });
  setHandler(lookAfter, async () => {
    asked += 1;
    const own = asked;
    await condition(() => answered >= own);
    return status;
  });

  let firstTerm: number | undefined;
  for (;;) {
    const answering = asked;
    const check = await checkPolicy(input.policyId);
    if ('failure' in check) {
      // Not an unavailable database: somebody has to act, and the policy must not be lost for it.
      setCurrentDetails(`${describe(status)}\n\nThe last check failed: ${check.failure}`);
    } else {
      for (const plan of check.fired) await startRun(plan);
      status = check.status;
      firstTerm ??= status?.termNumber;
      setCurrentDetails(describe(status));
    }
    answered = answering;

    const isOver = !('failure' in check) && check.sleepMs === null;
    const continues = status?.termNumber !== firstTerm || workflowInfo().historyLength > longestHistory;
    if (isOver || continues) {
      // A request that arrives meanwhile is answered by another check of this run.
      await condition(() => allHandlersFinished() || asked > answering);
      if (asked > answering) continue;
      if (isOver) return status;
      await continueAsNew<typeof policyTerm>(input);
    }
    const sleepMs = 'failure' in check ? afterFailureMs : check.sleepMs;
    if (sleepMs === 'UNTIL_WOKEN') await condition(() => asked > answering);
    else if (sleepMs) await condition(() => asked > answering, sleepMs, { summary: untilNext(status) });
  }
}

async function checkPolicy(policyId: string): Promise<PolicyCheck | { failure: string }> {
  try {
    return await work('lookAfterPolicy')(policyId);
  } catch (error) {
    return { failure: failureText(error) };
  }
}

/** What the Temporal UI calls the policy's timer. */
function untilNext(status: PolicyTermStatus | null): string {
  const next = status?.next ?? null;
  return `Wait for the next check${next === null ? '' : `; due next: ${inWords(next)}`}`;
}

const inWords = ({ kind, on }: UpcomingTask): string => `${kind.toLowerCase().replaceAll('_', ' ')} on ${on}`;

function describe(status: PolicyTermStatus | null): string {
  if (status === null) return 'There is no such policy';
  const { policyNumber, policyState, termNumber, effectiveDate, expirationDate, next } = status;
  return [
    `**${policyNumber}**: ${policyState}`,
    `Term ${termNumber}, ${effectiveDate} to ${expirationDate}`,
    next === null ? 'Nothing is due any more' : `Next: ${inWords(next)}`,
  ].join('\n\n');
}
