import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RoundEnd } from '../activities/webhooks/end-round.js';
import { longWork } from './activity-options.js';
import { lookSignal } from './contracts/webhook-queue.js';
import { failureText } from './failure-text.js';
import { summaryOf } from './titled-activities.js';

export const look = defineSignal(lookSignal);

// A receiver's failure is a result of the activity; these retries are for failures of our own.
const { deliverWebhooks } = proxyActivities<Activities>(longWork);

/** The rounds of one run: histories stay short. */
const mostRounds = 500;

const afterFailureMs = 60_000;

/** A round that fails for good is begun again: the deliveries are still in the database. */
function failedRound(error: unknown): RoundEnd {
  return { kind: 'OPEN', waitMs: afterFailureMs, detail: `the last round failed: ${failureText(error)}` };
}

/**
 * The queue of one webhook endpoint. A round sends what is due and says how long to wait: for a retry, during a
 * pause, or for the next delivery. It ends when the endpoint is disabled or deleted.
 */
export async function webhookQueue(endpointId: string): Promise<void> {
  let isWoken = false;
  setHandler(look, () => {
    isWoken = true;
  });
  for (let rounds = 1; ; rounds += 1) {
    isWoken = false;
    const round = deliverWebhooks.executeWithOptions({ summary: 'Send what is due' }, [endpointId]);
    const end = await round.catch(failedRound);
    setCurrentDetails(end.detail);
    if (end.kind === 'CLOSED') return;
    if (end.waitMs === null) await condition(() => isWoken);
    else if (end.waitMs > 0) await condition(() => isWoken, end.waitMs, { summary: summaryOf(end.detail) });
    if (rounds >= mostRounds || workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof webhookQueue>(endpointId);
    }
  }
}
