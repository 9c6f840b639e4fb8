import type { Mail } from '../../db/models/mail.js';
import { notSentReasons } from '../../domain/mail/mail-states.js';
import { shownHtmlOfMail } from '../../domain/mail/markdown.js';
import type { MailView, MailWithText } from './schemas.js';

const timeOf = (at: Date | null): string | undefined => at?.toISOString();

/** A mail without its text. */
export function mailObject(mail: Mail): MailView {
  const { id, purpose, state, reason, documentIds, attachments, attempts, resends, reports, version } = mail;
  return {
    id,
    purpose,
    state,
    documentIds,
    attachments,
    attempts,
    resends,
    reports,
    createdTimestamp: mail.createdAt.toISOString(),
    createdBy: mail.createdBy === null ? undefined : { ...mail.createdBy },
    version,
    ...(reason !== null && { reason, reasonText: notSentReasons[reason] }),
    clientId: mail.clientId ?? undefined,
    personId: mail.personId ?? undefined,
    quoteId: mail.quoteId ?? undefined,
    policyId: mail.policyId ?? undefined,
    statementId: mail.statementId ?? undefined,
    triggerRequestId: mail.triggerRequestId ?? undefined,
    clockId: mail.clockId ?? undefined,
    to: mail.toAddress ?? undefined,
    language: mail.language ?? undefined,
    subject: mail.subject ?? undefined,
    contentSha256: mail.contentSha256 ?? undefined,
    messageId: mail.messageId ?? undefined,
    serverAnswer: mail.serverAnswer ?? undefined,
    lastError: mail.lastError ?? undefined,
    nextAttemptTimestamp: timeOf(mail.nextAttemptAt),
    sentTimestamp: timeOf(mail.sentAt),
    deliveredTimestamp: timeOf(mail.deliveredAt),
    bouncedTimestamp: timeOf(mail.bouncedAt),
    postedOn: mail.postedOn ?? undefined,
    carrier: mail.carrier ?? undefined,
    postedTo: mail.postedTo ?? undefined,
  };
}

/** With its text, if it was written and is kept. */
export function mailWithText(mail: Mail): MailWithText {
  const { text, language } = mail;
  if (text === null) return mailObject(mail);
  return { ...mailObject(mail), text, html: shownHtmlOfMail(text, language ?? 'en') };
}
