import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { countDue, endUnsent, freeLostMails, nextMailAt } from '../../db/mail/mail-round.js';
import { tellUnconfirmed } from '../../db/mail/tell-person.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, workerStopping } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { type MailDependencies, MailRound } from './mail-round.js';

/** How a round ended: how long the queue waits, `null` until it is woken. A pause is not ended by waking. */
export interface MailRoundEnd {
  waitMs: number | null;
  isPause: boolean;
  detail: string;
}

/** The most connections of an organization at a time. */
const mostConnections = 4;
/** The most organizations that a worker, which runs up to 100 activities, serves at a time. */
const mostRounds = 20;
/** Until a queue asks again for a free worker. */
const busyMs = 15_000;
/** Until the next attempt to reach the mail server. */
const pauseMs = 60_000;

type Uses = Pick<ActivityDependencies, 'db' | 'documents' | 'mail' | 'now'>;

/** Sends the mails of an organization that are due. Whatever happens to the worker, none is sent twice. */
export function createSendMails(dependencies: Uses) {
  let rounds = 0;
  return (organizationId: string): Promise<MailRoundEnd> =>
    asActivity(async () => {
      if (rounds >= mostRounds)
        return { waitMs: busyMs, isPause: false, detail: 'waiting for a free worker' };
      rounds += 1;
      try {
        const { log, cancellationSignal } = Context.current();
        const { db, documents, mail, now } = dependencies;
        const uses = { db, documents, mail, now, log, cancellationSignal };
        return await withSignsOfLife(() => sendMails(uses, organizationId));
      } finally {
        rounds -= 1;
      }
    });
}

async function sendMails(uses: MailDependencies, organizationId: string): Promise<MailRoundEnd> {
  const { db, mail: settings, now, cancellationSignal } = uses;
  const claim = { organizationId, claim: randomUUID() };
  await db.transaction(async (trx) => {
    for (const lost of await freeLostMails(trx, claim, now())) await tellUnconfirmed(trx, lost, now());
  });
  if (!settings.forTestClocks)
    await endUnsent(db, organizationId, { reason: 'TEST_CLOCK', onClocksOnly: true });
  if (settings.server === undefined && !settings.catches)
    await endUnsent(db, organizationId, { reason: 'NO_SERVER' });

  const round = new MailRound(claim, uses);
  await round.run(await countDue(db, organizationId, now(), mostConnections));
  if (cancellationSignal.aborted) throw workerStopping();
  if (round.unreachable !== undefined)
    return { waitMs: pauseMs, isPause: true, detail: `the mail server cannot be used: ${round.unreachable}` };
  const next = await nextMailAt(db, organizationId);
  if (next === undefined) return { waitMs: null, isPause: false, detail: 'nothing waits' };
  const waitMs = Math.max(0, next.getTime() - now().getTime());
  const detail = waitMs === 0 ? 'sending' : `the next attempt is at ${next.toISOString()}`;
  return { waitMs, isPause: false, detail };
}
