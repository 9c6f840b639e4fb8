import { continueAsNew, defineSignal, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { MailRoundEnd } from '../activities/mail/send-mails.js';
import { longWork } from './activity-options.js';
import { mailsDueSignal } from './contracts/mail-queue.js';
import { failureText } from './failure-text.js';
import { runRounds } from './queue-rounds.js';

export const mailsDue = defineSignal(mailsDueSignal);

// The server's failures are results of the activity. Its last message may take its time beyond the round.
const { sendMails } = proxyActivities<Activities>({ ...longWork, startToCloseTimeout: '10 minutes' });

const afterFailureMs = 60_000;

/** A round that fails for good is begun again: the mails are still in the database. */
function failedRound(error: unknown): MailRoundEnd {
  return { waitMs: afterFailureMs, isPause: true, detail: `the last round failed: ${failureText(error)}` };
}

/**
 * The queue of one organization's mails. A round sends what is due and says how long to wait: for a retry, for the mail
 * server to come back, or for the next mail, which wakes it.
 */
export function mailQueue(organizationId: string): Promise<void> {
  return runRounds(
    mailsDue,
    () => sendMails.executeWithOptions({ summary: 'Send what is due' }, [organizationId]).catch(failedRound),
    () => continueAsNew<typeof mailQueue>(organizationId),
  );
}
