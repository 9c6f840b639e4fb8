import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { PolicyLook } from '../activities/policy-term/look-after-policy.js';
import { shortWork } from './activity-options.js';
import {
  lookAfterUpdate,
  type PolicyTermInput,
  type PolicyTermStatus,
  policyChangedSignal,
  policyTermStatusQuery,
} from './contracts/policy-term.js';
import { failureText } from './failure-text.js';
import { startRun } from './start-run.js';

export const policyTermStatus = defineQuery<PolicyTermStatus | null>(policyTermStatusQuery);
export const policyChanged = defineSignal(policyChangedSignal);
export const lookAfter = defineUpdate<PolicyTermStatus | null>(lookAfterUpdate);

const { lookAfterPolicy } = proxyLocalActivities<Activities>(shortWork);

/** A history of this length begins anew, whatever the policy does. */
const longestHistory = 1_000;
const afterFailureMs = 3_600_000;

/**
 * The life of one policy. What is due is decided and done by the activity, in the database; the workflow only knows
 * when to look again, and looks at once where it is told that something has changed.
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

  let begunIn: number | undefined;
  for (;;) {
    const seen = asked;
    const look = await lookOrFail(input.policyId);
    if ('failure' in look) {
      // It was not the database's absence: somebody has to see to it, and the policy must not be lost for it.
      setCurrentDetails(`${describe(status)}\n\nLast look failed: ${look.failure}`);
    } else {
      for (const plan of look.fired) await startRun(plan);
      status = look.status;
      begunIn ??= status?.termNumber;
      setCurrentDetails(describe(status));
    }
    answered = seen;
    const isOver = !('failure' in look) && look.sleepMs === null;
    const beginsAnew = status?.termNumber !== begunIn || workflowInfo().historyLength > longestHistory;
    if (isOver || beginsAnew) {
      // Whoever asks meanwhile is answered by another look of this run.
      await condition(() => allHandlersFinished() || asked > seen);
      if (asked > seen) continue;
      if (isOver) return status;
      await continueAsNew<typeof policyTerm>(input);
    }
    const sleepMs = 'failure' in look ? afterFailureMs : look.sleepMs;
    if (sleepMs) await condition(() => asked > seen, sleepMs);
  }
}

async function lookOrFail(policyId: string): Promise<PolicyLook | { failure: string }> {
  try {
    return await lookAfterPolicy.executeWithOptions({ summary: 'Look after the policy' }, [policyId]);
  } catch (error) {
    return { failure: failureText(error) };
  }
}

function describe(status: PolicyTermStatus | null): string {
  if (status === null) return 'There is no such policy';
  const { policyNumber, policyState, termNumber, effectiveDate, expirationDate, next } = status;
  return [
    `**${policyNumber}**: ${policyState}`,
    `Term ${termNumber}, ${effectiveDate} to ${expirationDate}`,
    next === null ? 'Nothing is left to come' : `Next: ${next.kind} on ${next.on}`,
  ].join('\n\n');
}
