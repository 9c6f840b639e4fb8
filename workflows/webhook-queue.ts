import { continueAsNew, defineSignal, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RoundEnd } from '../activities/webhooks/end-round.js';
import { longWork } from './activity-options.js';
import { lookSignal } from './contracts/webhook-queue.js';
import { failureText } from './failure-text.js';
import { runRounds } from './queue-rounds.js';

export const look = defineSignal(lookSignal);

// A receiver's failure is a result of the activity; these retries are for failures of our own.
const { deliverWebhooks } = proxyActivities<Activities>(longWork);

const afterFailureMs = 60_000;

/** A round that fails for good is begun again: the deliveries are still in the database. */
function failedRound(error: unknown): RoundEnd {
  return { kind: 'OPEN', waitMs: afterFailureMs, detail: `the last round failed: ${failureText(error)}` };
}

/**
 * The queue of one webhook endpoint. A round sends what is due and says how long to wait: for a retry, during a
 * pause, or for the next delivery. It ends when the endpoint is disabled or deleted.
 */
export function webhookQueue(endpointId: string): Promise<void> {
  return runRounds(
    look,
    () =>
      deliverWebhooks.executeWithOptions({ summary: 'Send what is due' }, [endpointId]).catch(failedRound),
    () => continueAsNew<typeof webhookQueue>(endpointId),
  );
}
