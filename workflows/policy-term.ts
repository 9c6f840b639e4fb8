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
import {
  lookAfterUpdate,
  type PolicyTermInput,
  type PolicyTermStatus,
  policyChangedSignal,
  policyTermStatusQuery,
} from './contracts/policy-term.js';
import { shortWork } from './contracts/short-work.js';
import { startRun } from './start-run.js';

export const policyTermStatus = defineQuery<PolicyTermStatus | null>(policyTermStatusQuery);
export const policyChanged = defineSignal(policyChangedSignal);
export const lookAfter = defineUpdate<PolicyTermStatus | null>(lookAfterUpdate);

const { lookAfterPolicy } = proxyLocalActivities<Activities>(shortWork);

/** A history of this length begins anew, whatever the policy does. */
const longestHistory = 1_000;

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

  for (;;) {
    const before: PolicyTermStatus | null = status;
    const seen = asked;
    const look = await lookAfterPolicy.executeWithOptions({ summary: 'Look after the policy' }, [
      input.policyId,
    ]);
    for (const plan of look.fired) await startRun(plan);
    status = look.status;
    answered = seen;
    setCurrentDetails(describe(status));
    if (look.sleepMs === null) {
      await condition(allHandlersFinished);
      if (asked === seen) return status;
      continue;
    }
    const isRenewed = before !== null && before.termNumber !== status?.termNumber;
    if (isRenewed || workflowInfo().historyLength > longestHistory) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof policyTerm>(input);
    }
    if (look.sleepMs > 0) await condition(() => asked > seen, look.sleepMs);
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
