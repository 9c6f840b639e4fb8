import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { MailRoundEnd } from '../activities/mail/send-mails.js';
import { longWork } from './activity-options.js';
import { mailsDueSignal } from './contracts/mail-queue.js';
import { failureText } from './failure-text.js';
import { summaryOf } from './titled-activities.js';

export const mailsDue = defineSignal(mailsDueSignal);

// The server's failures are results of the activity. Its last message may take its time beyond the round.
const { sendMails } = proxyActivities<Activities>({ ...longWork, startToCloseTimeout: '10 minutes' });

/** The rounds of one run: histories stay short. */
const mostRounds = 500;

const afterFailureMs = 60_000;

/** A round that fails for good is begun again: the mails are still in the database. */
function failedRound(error: unknown): MailRoundEnd {
  return { waitMs: afterFailureMs, isPause: true, detail: `the last round failed: ${failureText(error)}` };
}

/**
 * The queue of one organization's mails. A round sends what is due and says how long to wait: for a retry, for the mail
 * server to come back, or for the next mail, which wakes it.
 */
export async function mailQueue(organizationId: string): Promise<void> {
  let isWoken = false;
  setHandler(mailsDue, () => {
    isWoken = true;
  });
  for (let rounds = 1; ; rounds += 1) {
    isWoken = false;
    const round = sendMails.executeWithOptions({ summary: 'Send what is due' }, [organizationId]);
    const end = await round.catch(failedRound);
    setCurrentDetails(end.detail);
    const options = { summary: summaryOf(end.detail) };
    if (end.waitMs === null) await condition(() => isWoken);
    else if (end.isPause) await sleep(end.waitMs, options);
    else if (end.waitMs > 0) await condition(() => isWoken, end.waitMs, options);
    if (rounds >= mostRounds || workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof mailQueue>(organizationId);
    }
  }
}
