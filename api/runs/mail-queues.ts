import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { dueMailQueues } from '../../db/mail/due-queues.js';
import { mailQueueOptions, mailQueueType, mailsDueSignal } from '../../workflows/contracts/mail-queue.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';

/** The longest that a request waits for Temporal; the sweep wakes the queue instead. */
const wakeLimitMs = 2_000;

/** Wakes the queues of mails; the only place that does. */
export class MailQueues {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Has an organization's queue look for mails that are due, and starts its workflow if there is none. */
  async wake(organizationId: string): Promise<void> {
    await this.uses.client.withDeadline(Date.now() + wakeLimitMs, () =>
      this.uses.client.workflow.signalWithStart(mailQueueType, {
        ...mailQueueOptions(organizationId),
        taskQueue: this.uses.taskQueue,
        signal: mailsDueSignal,
      }),
    );
  }

  /** The same; while Temporal is unavailable, the sweep does it later. */
  async wakeSoon(organizationId: string): Promise<void> {
    try {
      await this.wake(organizationId);
    } catch {
      // The mail is in the database: nothing is lost.
    }
  }
}

export interface MailSweepOptions {
  db: Database;
  queues: Pick<MailQueues, 'wake'>;
  /** System time. */
  now: () => Date;
}

/**
 * Wakes the queues that have mails to send, and returns their number: activities queue mails and wake none.
 * @param withinMs only those with mails that fell due within that time.
 */
export async function wakeMailQueues(
  { db, queues, now }: MailSweepOptions,
  withinMs?: number,
): Promise<number> {
  const at = now();
  const since = withinMs === undefined ? undefined : new Date(at.getTime() - withinMs);
  const due = await dueMailQueues(db, at, since);
  for (const organizationId of due) await queues.wake(organizationId);
  return due.length;
}

/** Mails that wait longer wait for the mail server, not for a wake: their queues are woken once a minute. */
const newlyDueMs = 15_000;
const sweepsPerMinute = 12;

/** `wakeMailQueues`, again and again. */
export function mailSweep(options: MailSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  let sweeps = 0;
  const wake = () => wakeMailQueues(options, sweeps++ % sweepsPerMinute === 0 ? undefined : newlyDueMs);
  return overdueWork({ what: 'mails', everyMs: 60_000 / sweepsPerMinute, log, wake });
}
