import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { MailState, NotSentReason } from '../../domain/mail/mail-states.js';
import type { MailPurpose } from '../../domain/mail/purposes.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A document that was sent with a mail. */
export interface MailAttachment {
  documentId: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
}

/** What a mail server or a provider reported of a mail. */
export interface MailReport {
  kind: 'BOUNCED' | 'COMPLAINED' | 'DELIVERED' | 'DELAYED';
  reason: string;
  /** ISO 8601. */
  time: string;
}

/** A mail to a client or a person: what is to be sent, what was sent, and what came back. */
export class Mail extends BaseModel {
  static override tableName = 'mails';
  static override jsonAttributes = ['values', 'attachments', 'reports', 'postingRecordedBy', 'createdBy'];
  static override modifiers = { visibleTo: visibilityOf('mails') };

  declare id: string;
  /** In whose name it is sent; it alone sees it. */
  declare organizationId: string;
  declare purpose: MailPurpose;
  declare state: MailState;
  declare reason: NotSentReason | null;
  /** Whom it is about; the addressee, unless it is to a person. */
  declare clientId: string | null;
  declare personId: string | null;
  declare quoteId: string | null;
  declare policyId: string | null;
  declare statementId: string | null;
  declare triggerRequestId: string | null;
  declare clockId: string | null;
  declare toAddress: string | null;
  declare fromName: string | null;
  declare replyTo: string | null;
  declare language: string | null;
  /** For the text; empty once it is written. */
  declare values: JsonObject;
  declare documentIds: string[];
  declare subject: string | null;
  /** Markdown. Null until it is written, or for good where nobody may read it. */
  declare text: string | null;
  /** Of subject and text, in hexadecimal. */
  declare contentSha256: string | null;
  declare attachments: MailAttachment[];
  declare messageId: string | null;
  /** The round that sends it. */
  declare claim: string | null;
  /** From then on the server may have it. */
  declare handedOverAt: Date | null;
  declare attempts: number;
  declare resends: number;
  /** When it was queued, or last resent. */
  declare sendingSince: Date;
  declare resentAt: Date | null;
  declare nextAttemptAt: Date | null;
  declare serverAnswer: string | null;
  declare lastError: string | null;
  declare sentAt: Date | null;
  declare deliveredAt: Date | null;
  declare bouncedAt: Date | null;
  /** The last one first. */
  declare reports: MailReport[];
  /** The day on which it was posted, and how; null unless it went by post. */
  declare postedOn: string | null;
  declare carrier: string | null;
  /** The postal address. */
  declare postedTo: string | null;
  declare postingRecordedAt: Date | null;
  declare postingRecordedBy: Author | null;
  declare createdAt: Date;
  /** Who wrote it by hand; null: the service. */
  declare createdBy: Author | null;
  declare updatedAt: Date | null;
  declare version: number;
}
