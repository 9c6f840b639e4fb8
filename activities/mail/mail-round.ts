import { Readable } from 'node:stream';
import type { Context } from '@temporalio/activity';
import {
  claimMail,
  confirmMail,
  endAttempt,
  handOver,
  keepText,
  type MailClaim,
  putBack,
} from '../../db/mail/mail-round.js';
import { tellUnconfirmed } from '../../db/mail/tell-person.js';
import type { Mail } from '../../db/models/mail.js';
import { type ComposedMail, composeMail } from '../../documents/mail/compose-mail.js';
import { failedEnd } from '../../domain/mail/attempt-end.js';
import { isSecret, secretLifeMs } from '../../domain/mail/purposes.js';
import { nextMailAttempt } from '../../domain/mail/retries.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import type { MailServer } from '../ground/mail-settings.js';
import { mimeMessage } from './mime-message.js';
import { SmtpFailure, SmtpSession } from './smtp-session.js';

export type MailDependencies = Pick<ActivityDependencies, 'db' | 'documents' | 'mail' | 'now'> &
  Pick<Context, 'log' | 'cancellationSignal'>;

/** How long a round takes up mails; the next one is another activity. */
const longestMs = 20_000;
/** A server that closes a connection may take the next one. */
const connectDelaysMs = [0, 500, 2_000];
/** The attempts to write a mail, over most of an hour: its documents may be out of reach for a while. */
const mostWritten = 5;

/** Sends what is due of one organization, several at a time, each over a connection that is kept for the next one. */
export class MailRound {
  readonly #until: number;
  /** No connection could be made: the round is over. */
  unreachable: string | undefined;

  constructor(
    private readonly claim: MailClaim,
    private readonly uses: MailDependencies,
  ) {
    this.#until = uses.now().getTime() + longestMs;
  }

  async run(lanes: number): Promise<void> {
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
  }

  get #isOver(): boolean {
    const { now, cancellationSignal } = this.uses;
    return this.unreachable !== undefined || cancellationSignal.aborted || now().getTime() >= this.#until;
  }

  async #lane(): Promise<void> {
    const { db, mail: settings, now } = this.uses;
    const domain = settings.from.address.split('@').at(-1) ?? '';
    let session: SmtpSession | undefined;
    try {
      while (!this.#isOver) {
        const mail = await claimMail(db, this.claim, { domain, now: now() });
        if (mail === undefined) return;
        const message = await this.#write(mail);
        if (message === undefined) continue;
        const { server } = settings;
        if (server === undefined) {
          await endAttempt(db, mail, { state: 'NOT_SENT', reason: 'CAUGHT' });
          continue;
        }
        session = session?.isUsable ? session : await this.#connect(server);
        if (session === undefined) return await putBack(db, mail, now());
        await this.#send(session, mail, message);
      }
    } finally {
      session?.end();
    }
  }

  async #connect(server: MailServer): Promise<SmtpSession | undefined> {
    let last = '';
    for (const delayMs of connectDelaysMs) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#isOver) return undefined;
      try {
        return await SmtpSession.open(server);
      } catch (error) {
        if (!(error instanceof SmtpFailure)) throw error;
        last = error.message;
      }
    }
    this.unreachable ??= last;
    this.uses.log.warn('the mail server cannot be used', { error: last });
    return undefined;
  }

  /** The mail as it is sent. Undefined: it is not sent, or not now. A mail that cannot be written holds up no other. */
  async #write(mail: Mail): Promise<Buffer | undefined> {
    const { mail: settings, now, log } = this.uses;
    try {
      const composed = await this.#compose(mail);
      return composed && (await mimeMessage(mail, composed, { from: settings.from, now: now() }));
    } catch (error) {
      log.warn('a mail cannot be written', { mailId: mail.id, error });
      const lastError = `it cannot be written: ${error instanceof Error ? error.message : String(error)}`;
      await this.#tryLater(mail, lastError.slice(0, 500), mail.attempts < mostWritten);
      return undefined;
    }
  }

  /** Undefined: it is not sent. */
  async #compose(mail: Mail): Promise<ComposedMail | undefined> {
    const { db, documents, now } = this.uses;
    if (isSecret(mail.purpose) && now().getTime() >= mail.sendingSince.getTime() + secretLifeMs) {
      await endAttempt(db, mail, {
        state: 'REFUSED',
        lastError: 'it came too late: its link counts no more',
      });
      return undefined;
    }
    const composed = await composeMail({ db, store: documents.store }, mail);
    if ('notSent' in composed) {
      await endAttempt(db, mail, { state: 'NOT_SENT', reason: composed.notSent });
      return undefined;
    }
    const { subject, text, contentSha256 } = composed;
    const attachments = composed.attachments.map(({ documentId, fileName, size, sha256 }) => {
      return { documentId, fileName, size, sha256 };
    });
    const kept = isSecret(mail.purpose)
      ? { subject, text: null, values: mail.values }
      : { subject, text, values: {} };
    return (await keepText(db, mail, { ...kept, contentSha256, attachments })) ? composed : undefined;
  }

  async #send(session: SmtpSession, mail: Mail, message: Buffer): Promise<void> {
    const { db, mail: settings, now } = this.uses;
    let wasHandedOver = false;
    // The server takes the message only after its end, which is not sent before it is noted that it may have it.
    async function* untilHandedOver() {
      yield message;
      wasHandedOver = await handOver(db, mail, now());
      if (!wasHandedOver) throw new Error('another round has the mail');
    }
    const envelope = {
      from: settings.from.address,
      to: mail.toAddress ?? '',
      id: mail.id,
      size: message.length,
    };
    try {
      const serverAnswer = await session.send(envelope, Readable.from(untilHandedOver()));
      await confirmMail(db, mail, { serverAnswer, sentAt: now() });
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error;
      // Half a message may be on the way: nothing else can follow it.
      if (!error.isAboutMessage) session.close();
      await this.#recordFailure(mail, error, wasHandedOver);
    }
  }

  async #recordFailure(mail: Mail, failure: SmtpFailure, wasHandedOver: boolean): Promise<void> {
    const { db, now } = this.uses;
    const lastError = failure.message;
    const end = failedEnd(failure, wasHandedOver);
    if (end === 'UNCONFIRMED') {
      await db.transaction(async (trx) => {
        if (await endAttempt(trx, mail, { state: end, lastError })) await tellUnconfirmed(trx, mail, now());
      });
      return;
    }
    await this.#tryLater(mail, lastError, end === 'RETRY');
  }

  async #tryLater(mail: Mail, lastError: string, isTried: boolean): Promise<void> {
    const { db, now } = this.uses;
    const next = isTried ? nextMailAttempt(mail, now()) : undefined;
    if (next === undefined) await endAttempt(db, mail, { state: 'REFUSED', lastError });
    else await endAttempt(db, mail, { state: 'WAITING', nextAttemptAt: next, lastError });
  }
}
